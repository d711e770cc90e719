// Bundles what browsers run: the loader, whose name stays, and the pages, whose files carry a hash of their content and
// are packed once. Prints the packed sizes.
import { build, transform } from "esbuild"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = join(root, "dist")

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  platform: "browser",
  target: ["es2022", "safari16.4"],
  conditions: ["source"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning"
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/** The page of an entry point: its script and its style sheet. The server adds the origins of pages that may embed it. */
const pageOf = (title, script, style) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
    <meta name="origins" content="">
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${style}">
    <script type="module" src="${script}"></script>
  </head>
  <body></body>
</html>
`

rmSync(dist, { recursive: true, force: true })

/** Style sheets as texts, for the loader, which has no files beside it. */
const styleTexts = {
  name: "style-texts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const css = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true, target: common.target })
      return { contents: css.code.trim(), loader: "text" }
    })
}

const loader = await build({
  ...common,
  entryPoints: { widget: "src/loader/main.ts" },
  format: "iife",
  plugins: [styleTexts],
  outdir: dist
})

const widget = await build({
  ...common,
  entryPoints: { widget: "src/widget/main.tsx" },
  format: "esm",
  splitting: true,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  outdir: join(dist, "widget")
})

const files = readdirSync(join(dist, "widget"))
const named = (ending) => files.find((name) => name.startsWith("widget-") && name.endsWith(ending))
writeFileSync(join(dist, "widget/index.html"), pageOf("Chat", named(".js"), named(".css")))

/** Packed sizes in bytes by file, and the files that a page needs before it can be used: all but the languages. */
const outputs = Object.entries({ ...loader.metafile.outputs, ...widget.metafile.outputs })
const sizes = outputs.map(([path, { entryPoint, inputs }]) => {
  const packed = gzipSync(readFileSync(join(root, path)), { level: 9 })
  writeFileSync(join(root, `${path}.gz`), packed)
  return {
    file: path.replace("dist/", ""),
    entryPoint: entryPoint ?? null,
    bytes: packed.length,
    inputs: Object.keys(inputs)
  }
})
writeFileSync(join(dist, "sizes.json"), JSON.stringify(sizes, null, 2))
for (const { bytes, file } of sizes) {
  process.stdout.write(`${String(bytes).padStart(7)}  ${file}\n`)
}
