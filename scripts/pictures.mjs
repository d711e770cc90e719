// Draws the pictures of README in docs/pictures: what `audit show` and `usage` print, and the reference in a browser. Needs what is built, and
// Chromium, which CHROMIUM names where it is not `chromium`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ended, freePorts, ready, startIn, stopped } from "./processes.mjs"

const root = fileURLToPath(new URL("../", import.meta.url))
const pictures = join(root, "docs/pictures")
const folder = mkdtempSync(join(tmpdir(), "storefront-pictures-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

const question = "Is the Corrigan Peak Basecamp 2 Tent any good, and can I get it now?"
const names = [
  "ORCHESTRATOR",
  "PRODUCT_DISCOVERY",
  "ORDER_MANAGEMENT",
  "PRICING_PROMOTIONS",
  "REVIEW_SENTIMENT",
  "INVENTORY_FULFILLMENT"
]

const [columnWidth, lineHeight, margin] = [8.4, 18, 16]

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** What stands together in a line: a bar, or words. Text says how wide it is, so that columns stand below one another in any font. */
const part = (text, x, y, weight) => {
  const width = (text.length * columnWidth).toFixed(1)
  return text.startsWith("█")
    ? `<rect x="${x}" y="${y + 2}" width="${width}" height="${lineHeight - 4}"/>`
    : `<text x="${x}" y="${y + 14}" textLength="${width}"${weight}>${escaped(text)}</text>`
}

/** What a terminal shows of a command. */
const drawn = (command, printed) => {
  const lines = [`$ ${command}`, "", ...printed.trimEnd().split("\n")]
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * columnWidth + 2 * margin)
  const height = lines.length * lineHeight + 2 * margin
  const parts = lines.flatMap((line, index) =>
    Array.from(line.matchAll(/█+|\S+(?: \S+)*/gu), ({ 0: text, index: column }) =>
      part(
        text,
        (margin + column * columnWidth).toFixed(1),
        margin + index * lineHeight,
        index === 0 ? ' font-weight="bold"' : ""
      )
    )
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g fill="#e6edf3" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    ...parts,
    "</g></svg>",
    ""
  ].join("\n")
}

const ports = await freePorts(names.map(() => 0))
const environment = {
  PATH: process.env["PATH"],
  HOME: folder,
  STOREFRONT_DATA_DIR: join(folder, "data"),
  ...Object.fromEntries(names.map((name, index) => [`${name}_PORT`, String(ports[index])]))
}
const run = (command) => startIn(root, command, environment)
const storefront = (command) => ended(run(`exec node packages/cli/bin/storefront.mjs ${command}`))

try {
  const suite = run("exec node packages/cli/bin/storefront.mjs up")
  await ready(suite)
  // The first turn of a process takes longer.
  await storefront('ask "Hello"')
  const [, trace = ""] = /^trace +(\w+)$/mu.exec(await storefront(`ask "${question}"`)) ?? []
  mkdirSync(pictures, { recursive: true })
  const audit = await storefront(`audit show ${trace}`)
  writeFileSync(join(pictures, "audit-show.svg"), drawn(`storefront audit show ${trace}`, audit))
  writeFileSync(join(pictures, "usage.svg"), drawn("storefront usage", await storefront("usage")))
  await ended(
    run(
      `exec ${process.env["CHROMIUM"] ?? "chromium"} --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1200,820 ` +
        `--virtual-time-budget=10000 --screenshot=${join(pictures, "docs.png")} http://127.0.0.1:${ports[0]}/docs`
    )
  )
  await stopped(suite)
} catch (error) {
  process.stderr.write(`pictures: ${error.message}\n`)
  process.exit(1)
}
