// Builds the page: `npm ci && npm run build` writes it into the package of the program, where it is checked in, so that the program needs no
// Node.js. What is ours is left readable, so that a change of it can be read; only the editor, which is nearly all other people's, is not.
// `node build.mjs --site FOLDER` builds the parts of a site, which are not checked in (`crates/ferz-wasm/build.sh --site`).
import { build } from "esbuild";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";

const page = "../crates/ferz-cli/assets/studio";
/** Gives the page what a page that stands alone is made of, or nothing. */
const alone = (parts) => ({
  name: "alone",
  setup(build) {
    build.onResolve({ filter: /^ferz:alone$/ }, ({ path }) => ({ path, namespace: "alone" }));
    build.onLoad({ filter: /.*/, namespace: "alone" }, () => ({ contents: `export const parts = ${JSON.stringify(parts)};` }));
  },
});
const readable = { bundle: true, target: "es2022", charset: "utf8", legalComments: "none", logLevel: "warning" };
const small = { ...readable, minify: true };

async function studio() {
  await mkdir(page, { recursive: true });
  await build({ ...readable, entryPoints: ["src/studio.ts"], format: "esm", external: ["/assets/editor.js"], plugins: [alone(null)], outfile: `${page}/studio.js` });
  await build({ ...small, entryPoints: ["src/editor.ts"], format: "esm", outfile: `${page}/editor.js` });
  await build({ ...readable, entryPoints: ["src/alone.ts"], format: "iife", outfile: `${page}/alone.js` });
  for (const file of ["index.html", "studio.css", "icon.svg"]) await copyFile(`src/${file}`, `${page}/${file}`);
}

/** The page without a server: one script, so that it also works where a page can't fetch, as from a disk. */
async function site(folder) {
  const editor = { name: "editor", setup: (build) => build.onResolve({ filter: /^\/assets\/editor\.js$/ }, () => ({ path: new URL("src/editor.ts", import.meta.url).pathname })) };
  const stands = { ...small, write: false, outfile: "alone.js", entryPoints: ["src/alone.ts"], format: "iife" };
  const parts = { script: (await build(stands)).outputFiles[0].text, style: await readFile("src/studio.css", "utf8") };
  await build({ ...small, entryPoints: ["src/site.ts"], format: "iife", plugins: [editor, alone(parts)], outfile: `${folder}/site.js` });
  await build({ ...small, entryPoints: ["src/worker.ts"], format: "iife", outfile: `${folder}/worker.js` });
  const index = await readFile("src/index.html", "utf8");
  const replaced = (text, from, to) => (text.includes(from) ? text.replaceAll(from, to) : (() => { throw new Error(`the page has no ${from}`); })());
  // what the server says in a header; a page from the disk makes its worker and its pictures of what it holds
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'";
  let first = replaced(index, /.*ferz-token.*\n/.exec(index)[0], `    <meta http-equiv="Content-Security-Policy" content="${policy}">\n`);
  first = replaced(first, '<script type="module" src="/assets/studio.js">', '<script defer src="site.js">');
  first = replaced(first, "/assets/", "");
  first = replaced(first, '    <link rel="stylesheet"', '    <link rel="manifest" href="ferz.webmanifest">\n    <link rel="stylesheet"');
  await copyFile("src/offline.js", `${folder}/offline.js`);
  await writeFile(`${folder}/index.html`, first);
}

const [kind, folder] = process.argv.slice(2);
await (kind === "--site" ? site(folder) : studio());
