// Builds the page into dist/, which is checked in so that the program needs no Node.js: `npm ci && npm run build`.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

await mkdir("dist", { recursive: true });
const common = { bundle: true, minify: true, target: "es2022", charset: "utf8", legalComments: "none", logLevel: "warning" };
await build({ ...common, entryPoints: ["src/studio.ts"], format: "esm", external: ["/assets/editor.js"], outfile: "dist/studio.js" });
await build({ ...common, entryPoints: ["src/editor.ts"], format: "esm", outfile: "dist/editor.js" });
await build({ ...common, entryPoints: ["src/alone.ts"], format: "iife", outfile: "dist/alone.js" });
await build({ ...common, entryPoints: ["src/studio.css"], outfile: "dist/studio.css" });
for (const file of ["index.html", "icon.svg"]) await copyFile(`src/${file}`, `dist/${file}`);
