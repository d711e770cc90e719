import { HttpClient } from "@effect/platform"
import { Effect, Schema } from "effect"
import { type Browser } from "playwright-core"
import { inBrowser, slowDown, watchHosts } from "./Browser.ts"

/** Measures the longest tasks of the chat with a long conversation in its log. */

const conversation = "01900000-0000-7000-8000-000000000001"

const at = new Date().toISOString()

/** A conversation of the past: questions, answers, and every tenth answer with a list of products. */
const history = (length: number, picture: string) =>
  Array.from({ length }, (_, index) => ({
    id: `01900000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    role: index % 2 === 0 ? "user" : "assistant",
    content:
      index % 2 === 0
        ? `Question ${index}: which of these is the better one for a week in the rain?`
        : `Answer ${index}: the first is lighter, the second dries faster. ${"Both are in stock and can be sent back. ".repeat(4)}`,
    agent_name: index % 2 === 0 ? null : "orchestrator",
    timestamp: at,
    metadata:
      index % 20 === 19
        ? {
            cards: [
              {
                kind: "product_list",
                data: {
                  currency: "EUR",
                  products: Array.from({ length: 5 }, (__, number) => ({
                    id: `${index}-${number}`,
                    name: `Product ${number} of answer ${index}`,
                    brand: "Brand",
                    price: 79.9,
                    original_price: 99,
                    image_url: picture,
                    rating: 4.4,
                    review_count: 12
                  }))
                }
              }
            ]
          }
        : {}
  }))

/** Keeps the durations of tasks over 50 ms, in ms. */
const probe = `
  globalThis.tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: "longtask", buffered: true })
`

const scroll = `new Promise((resolve) => {
  const log = document.querySelector("[role=log]")
  log.scrollTop = 0
  let at = 0
  const step = () => {
    at += 400
    log.scrollTop = at
    if (at < log.scrollHeight) requestAnimationFrame(step)
    else requestAnimationFrame(() => requestAnimationFrame(resolve))
  }
  requestAnimationFrame(step)
})`

const decodeTasks = Schema.decodeUnknownPromise(Schema.Array(Schema.Number))
const decodeGuest = Schema.decodeUnknown(Schema.Struct({ access_token: Schema.String }))
const decodeStored = Schema.decodeUnknownPromise(Schema.Struct({ messages: Schema.Array(Schema.Unknown) }))

export interface Smoothness {
  /** Longest tasks in ms; 0 if none took over 50. */
  readonly loading: number
  readonly scrolling: number
  readonly streaming: number
}

/** Loads a conversation of `length` messages, scrolls it, and lets an answer come at its end. */
export const measure = Effect.fnUntraced(function* (
  browser: Browser,
  assistant: string,
  length: number,
  rate: number,
  hosts: Set<string>
) {
  const client = HttpClient.filterStatusOk(yield* HttpClient.HttpClient)
  const guest = yield* Effect.flatMap(
    Effect.flatMap(client.post(`${assistant}/guests`), ({ json }) => json),
    decodeGuest
  )
  const stored = JSON.stringify({ token: guest.access_token, issuedAt: Date.now() })
  const past = history(length, "/images/products/corrigan-peak-basecamp-2-tent.svg")
  return yield* inBrowser(async (): Promise<Smoothness> => {
    const context = await browser.newContext({ viewport: { width: 400, height: 680 } })
    watchHosts(context, hosts)
    await context.addInitScript(probe)
    await context.addInitScript(`localStorage.setItem("storefront-assistant-guest", ${JSON.stringify(stored)})`)
    const page = await context.newPage()
    await page.route("**/api/conversations", (route) =>
      route.fulfill({ json: [{ id: conversation, last_message_at: at }] })
    )
    await page.route("**/api/conversations/*", async (route) => {
      const response = await route.fetch()
      const { messages } = response.ok() ? await decodeStored(await response.json()) : { messages: [] }
      await route.fulfill({ json: { id: conversation, messages: [...past, ...messages] } })
    })
    await slowDown(page, rate)
    const longest = async () => {
      await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
      const tasks = await decodeTasks(await page.evaluate("tasks.splice(0)"))
      return Math.max(0, ...tasks)
    }
    await page.goto(`${assistant}/widget/`)
    await page.getByText(`Question ${length - 2}:`).waitFor()
    const loading = await longest()
    await page.evaluate(scroll)
    const scrolling = await longest()
    await page.locator("textarea").fill("Which backpacks and shoes do you have, and which coupons are there?")
    await page.locator("textarea").press("Enter")
    await page.getByRole("button", { name: "Stop" }).waitFor()
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" })
    const streaming = await longest()
    await context.close()
    return { loading, scrolling, streaming }
  })
})
