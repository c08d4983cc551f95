// Completion of keys and values from the JSON Schema of definitions.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

/** A schema and everything that may stand in its place. */
function forms(schema: Schema | undefined, root: Schema, depth = 0): Schema[] {
  if (!schema || depth > 8) return [];
  if (schema.$ref) return forms(root.$defs?.[schema.$ref.replace("#/$defs/", "")], root, depth + 1);
  const others = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...others.flatMap((other) => forms(other, root, depth + 1))];
}

/** The schemas of a key in a table of these schemas. */
function below(tables: Schema[], key: string, root: Schema): Schema[] {
  return tables.flatMap((table) => {
    const known = table.properties?.[key];
    if (known) return forms(known, root);
    for (const [pattern, schema] of Object.entries(table.patternProperties ?? {})) {
      if (new RegExp(pattern, "u").test(key)) return forms(schema, root);
    }
    const other = table.additionalProperties;
    if (typeof other === "object") return forms(other, root);
    return table.items ? below(forms(table.items, root), key, root) : [];
  });
}

/** The path of the table a line is in, from the header above it. */
function header(lines: string[]): string[] {
  for (let at = lines.length - 1; at >= 0; at--) {
    const found = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?/.exec(lines[at]!);
    if (found) return found[1]!.split(".").map((part) => part.trim().replace(/^["']|["']$/g, ""));
  }
  return [];
}

function keys(tables: Schema[], present: Set<string>): Completion[] {
  const found = new Map<string, Completion>();
  for (const table of tables) {
    for (const [key, schema] of Object.entries(table.properties ?? {})) {
      if (!present.has(key)) found.set(key, { label: key, type: "property", ...(schema.description && { info: schema.description }) });
    }
  }
  return [...found.values()];
}

function values(schemas: Schema[], quoted: boolean): Completion[] {
  const words = schemas.flatMap((schema) => [...(schema.enum ?? []), ...("const" in schema ? [schema.const] : [])]);
  const written = (word: unknown) => (typeof word === "string" && !quoted ? JSON.stringify(word) : String(word));
  return [...new Set(words.map(written))].map((label) => ({ label, type: "enum" }));
}

/** A source of completions for definitions. */
export function completions(root: Schema) {
  return (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const word = context.matchBefore(/[\w-]*/);
    const from = word?.from ?? context.pos;
    if (!context.explicit && from === context.pos) return null;
    const above = context.state.doc.sliceString(0, line.from).split("\n");
    const top = forms(root, root);

    const head = /^\s*\[\[?([\w.-]*)$/.exec(before);
    if (head) {
      const path = head[1]!.split(".").slice(0, -1);
      const tables = path.reduce((found, key) => below(found, key, root), top);
      return { from, options: keys(tables, new Set()), validFor: /^[\w-]*$/ };
    }
    const path = header(above);
    let tables = path.reduce((found, key) => below(found, key, root), top);
    if (path.length > 0) tables = tables.flatMap((table) => [table, ...forms(table.items, root)]);

    // the tables within braces on this line: `a = { b = { `
    let rest = before;
    for (let inner = /^\s*([\w-]+|"[^"]*")\s*=\s*\{(.*)$/.exec(rest); inner; inner = /(?:^|,)\s*([\w-]+|"[^"]*")\s*=\s*\{([^}]*)$/.exec(rest)) {
      tables = below(tables, inner[1]!.replace(/"/g, ""), root);
      rest = inner[2]!;
    }
    const value = /(?:^|,)\s*([\w.-]+)\s*=\s*("?)[^",]*$/.exec(rest);
    if (value) {
      const found = value[1]!.split(".").reduce((tables, key) => below(tables, key, root), tables);
      const options = values(found, value[2] === '"');
      return options.length > 0 ? { from: value[2] === '"' ? context.pos - /[^"]*$/.exec(before)![0].length : from, options } : null;
    }
    if (/^[\w-]*$/.test(rest.split(",").at(-1)!.trim())) {
      const present = new Set(
        rest === before
          ? context.state.doc.sliceString(line.from - above.slice(above.findLastIndex((text) => /^\s*\[/.test(text)) + 1).join("\n").length - 1, line.from).split("\n").map((text) => /^\s*([\w-]+)\s*=/.exec(text)?.[1] ?? "")
          : [...rest.matchAll(/([\w-]+)\s*=/g)].map((match) => match[1]!),
      );
      const options = keys(tables, present);
      return options.length > 0 ? { from, options, validFor: /^[\w-]*$/ } : null;
    }
    return null;
  };
}
