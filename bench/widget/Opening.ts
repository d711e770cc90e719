import { Effect, Schema } from "effect"
import { type Browser } from "playwright-core"
import { inBrowser, leastPath, slowDown, watchHosts } from "./Browser.ts"

/** Measures the wait of a customer after the click on the button, in a browser that has never loaded the chat. */

/** Notes in each document the time of a click, the first frame after its input got the focus, and all layout shifts. */
const probe = `
  const now = () => performance.timeOrigin + performance.now()
  globalThis.probe = { clicked: null, shift: 0 }
  const usable = Promise.withResolvers()
  globalThis.usable = usable.promise
  addEventListener("pointerdown", () => { probe.clicked ??= now() }, true)
  addEventListener("focusin", ({ target }) => {
    if (target.localName === "textarea") {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => usable.resolve(now())
        port2.postMessage(null)
      })
    }
  })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) probe.shift += value
  }).observe({ type: "layout-shift", buffered: true })
`

const Probe = Schema.Struct({
  clicked: Schema.NullOr(Schema.Number),
  shift: Schema.Number
})
const decodeProbe = Schema.decodeUnknownPromise(Probe)
const decodeTime = Schema.decodeUnknownPromise(Schema.Number)

const viewport = { width: 1280, height: 800 }

export interface Opened {
  /** From the click to the frame in which the input has the focus, in ms. */
  readonly millis: number
  /** Layout shift of the shop's page, by the metric of the same name. */
  readonly shift: number
}

/** Opens the chat once, in a context of its own: no cache, no storage. */
const open = async (browser: Browser, shop: string, rate: number, hosts: Set<string>): Promise<Opened> => {
  const context = await browser.newContext({ viewport })
  watchHosts(context, hosts)
  await context.addInitScript(probe)
  const page = await context.newPage()
  await page.goto(shop)
  await page.waitForFunction('document.querySelector("button") ?? customElements.get("storefront-assistant")')
  await slowDown(page, rate)
  const attached = page.waitForEvent("frameattached")
  await page.mouse.click(viewport.width - 48, viewport.height - 48)
  const frame = await attached
  await frame.waitForURL("**/widget/")
  const usable = await decodeTime(await frame.evaluate("usable"))
  const { clicked, shift } = await decodeProbe(await page.evaluate("probe"))
  await context.close()
  return { millis: usable - (clicked ?? Number.NaN), shift }
}

/** Opens the chat `times` times, in turn with the least that a chat could be. */
export const measure = (browser: Browser, shop: string, rate: number, times: number, hosts: Set<string>) =>
  Effect.forEach(Array.from({ length: times }), () =>
    inBrowser(async () => ({
      chat: await open(browser, shop, rate, hosts),
      least: await open(browser, shop + leastPath, rate, hosts)
    }))
  )
