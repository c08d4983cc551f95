// Builds the page into the package of the program, where it is checked in so that the program needs no Node.js: `npm ci && npm run build`.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const page = "../crates/ferz-cli/assets/studio";
await mkdir(page, { recursive: true });
const common = { bundle: true, minify: true, target: "es2022", charset: "utf8", legalComments: "none", logLevel: "warning" };
await build({ ...common, entryPoints: ["src/studio.ts"], format: "esm", external: ["/assets/editor.js"], outfile: `${page}/studio.js` });
await build({ ...common, entryPoints: ["src/editor.ts"], format: "esm", outfile: `${page}/editor.js` });
await build({ ...common, entryPoints: ["src/alone.ts"], format: "iife", outfile: `${page}/alone.js` });
await build({ ...common, entryPoints: ["src/studio.css"], outfile: `${page}/studio.css` });
for (const file of ["index.html", "icon.svg"]) await copyFile(`src/${file}`, `${page}/${file}`);
