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
  target: ["es2022", "safari17.4"],
  conditions: ["source"],
  jsx: "automatic",
  jsxImportSource: "preact",
  // An import of types alone would else load its module.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning"
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/** The page of an entry point: its script and its style sheet, and for the rest of its head and body what is stated. */
const pageOf = ({ attributes = "", body = "", head = "", script, style, title, viewport = "" }) => `<!doctype html>
<html lang="en"${attributes}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1${viewport}">
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${style}">
    <script type="module" src="${script}"></script>${head}
  </head>
  <body>${body}</body>
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

/** Bundles a page, with what it loads later, into a folder of its own. */
const bundled = (name) =>
  build({
    ...common,
    entryPoints: { [name]: `src/${name}/main.tsx` },
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    outdir: join(dist, name)
  })

const widget = await bundled("widget")
const demo = await bundled("demo")

/** The script and the style sheet that a page begins with, relative to its folder. */
const begunBy = (name) => {
  const files = readdirSync(join(dist, name)).filter((file) => file.startsWith(`${name}-`))
  return { script: files.find((file) => file.endsWith(".js")), style: files.find((file) => file.endsWith(".css")) }
}

writeFileSync(
  join(dist, "widget/index.html"),
  pageOf({
    title: "Chat",
    ...begunBy("widget"),
    viewport: ", viewport-fit=cover, interactive-widget=resizes-content",
    // The server adds the origins of pages that may embed it.
    head: `
    <meta name="origins" content="">`
  })
)

// The page is at /demo, beside its folder. The server states the currency of its shop.
const { script, style } = begunBy("demo")
writeFileSync(
  join(dist, "demo/index.html"),
  pageOf({
    title: "Demonstration shop",
    script: `demo/${script}`,
    style: `demo/${style}`,
    attributes: ' data-currency="{currency}"',
    head: `
    <link rel="icon" href="data:,">
    <script src="widget.js" async></script>`,
    body: `
    <div id="shop"></div>
    <storefront-assistant handles="open-product sign-in"></storefront-assistant>
  `
  })
)

/** Packed size in bytes of each file, what it is made of, and the files that it needs before it can run: not the languages. */
const outputs = Object.entries({ ...loader.metafile.outputs, ...widget.metafile.outputs, ...demo.metafile.outputs })
const named = (path) => path.replace("dist/", "")
const sizes = outputs.map(([path, { imports, inputs }]) => {
  const packed = gzipSync(readFileSync(join(root, path)), { level: 9 })
  writeFileSync(join(root, `${path}.gz`), packed)
  return {
    file: named(path),
    bytes: packed.length,
    inputs: Object.keys(inputs),
    imports: imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => named(path))
  }
})
writeFileSync(join(dist, "sizes.json"), JSON.stringify(sizes, null, 2))
for (const { bytes, file } of sizes) {
  process.stdout.write(`${String(bytes).padStart(7)}  ${file}\n`)
}
