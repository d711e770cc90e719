// Draws the pictures of README and the pages in docs/pictures: what `audit show` and `usage` print, and in a browser the chat on the demonstration
// shop's page and the reference. Needs what is built, and Chromium, which CHROMIUM names where it is not /usr/bin/chromium.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { chromium } from "playwright-core"
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

/** Opens a page of the shop's, with the chat open on it. Returns the page and the chat's frame. */
const openChat = async (browser, address, viewport) => {
  const page = await browser.newPage({ viewport })
  await page.goto(`${address}/demo`)
  await page.locator(".tile").first().waitFor()
  await page.getByRole("button", { name: "Log in as Alice" }).click()
  await page.getByRole("button", { name: "Alice · Log out" }).waitFor()
  const framed = page.waitForEvent("frameattached")
  await page.getByRole("button", { name: "Ask the assistant" }).click()
  const chat = await framed
  await chat.waitForURL("**/widget/")
  await chat.locator("textarea").waitFor()
  return { page, chat }
}

/** Says something in the chat, and waits until the answer has ended. */
const say = async (chat, text) => {
  const answers = await chat.locator(".answer").count()
  await chat.locator("textarea").fill(text)
  await chat.locator("textarea").press("Enter")
  await chat.locator(".answer").nth(answers).waitFor()
  await chat.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" })
}

/** Keeps what a page shows. Pages full of gradients are JPEG, half as large as PNG. */
const keep = async (page, name) => {
  await page.mouse.move(0, 0)
  await page.waitForLoadState("networkidle")
  const format = name.endsWith(".jpg") ? { type: "jpeg", quality: 85 } : {}
  await page.screenshot({ path: join(pictures, name), animations: "disabled", ...format })
}

/** Draws what a browser shows: the chat on the shop's page, wide and on a phone, and the reference. */
const drawPages = async (address) => {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--hide-scrollbars"]
  })
  try {
    const wide = await openChat(browser, address, { width: 1280, height: 800 })
    await wide.chat.getByRole("button", { name: "New chat" }).click()
    await say(wide.chat, "Which headphones do you have?")
    await keep(wide.page, "chat.jpg")
    const phone = await openChat(browser, address, { width: 390, height: 780 })
    await phone.chat.getByRole("button", { name: "New chat" }).click()
    await say(phone.chat, "Where is my latest order?")
    await say(phone.chat, "Cancel it")
    await phone.chat.getByRole("button", { name: "Newest message" }).click()
    await phone.chat.locator('.decision .main[aria-disabled="false"]').waitFor()
    await keep(phone.page, "chat-phone.png")
    const reference = await browser.newPage({ viewport: { width: 1200, height: 820 } })
    await reference.goto(`${address}/docs`)
    await reference.locator(".opblock").first().waitFor()
    await keep(reference, "docs.png")
  } finally {
    await browser.close()
  }
}

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
  await drawPages(`http://127.0.0.1:${ports[0]}`)
  await stopped(suite)
} catch (error) {
  process.stderr.write(`pictures: ${error.message}\n`)
  process.exit(1)
}
