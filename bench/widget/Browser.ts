import { Config, Data, Effect } from "effect"
import { createServer } from "node:http"
import { type BrowserContext, chromium, type Page } from "playwright-core"

/** The browser of the bench, and the shop's page that it visits. */

class BrowserFailed extends Data.TaggedError("BrowserFailed")<{ readonly message: string; readonly cause: unknown }> {}

/** Does something in the browser. */
export const inBrowser = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({ try: work, catch: (cause) => new BrowserFailed({ message: String(cause), cause }) })

const executable = Config.withDefault(Config.string("TEST_CHROMIUM"), "/usr/bin/chromium")

/** Chromium, closed with the scope. */
export const launch = Effect.acquireRelease(
  Effect.flatMap(executable, (executablePath) =>
    inBrowser(() => chromium.launch({ executablePath, args: ["--no-sandbox"] }))
  ),
  (browser) => Effect.promise(() => browser.close())
)

/** Slows the processor of a page down. Its frames of the same site share its process, and so the slowdown. */
export const slowDown = async (page: Page, rate: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate })
}

/** Notes the hosts that are asked for anything. */
export const watchHosts = (context: BrowserContext, hosts: Set<string>) =>
  context.on("request", (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith("http")) {
      hosts.add(host)
    }
  })

const goods = "<p>A shelf of goods, each with a name and a price.</p>".repeat(60)

const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">`

/** Path of a page with the least that a chat could be: a click creates a frame, which has an input and nothing else. */
export const leastPath = "/least"

const least = `${head}<style>body { margin: 0 } button, iframe { position: fixed; inset: auto 20px 20px auto }
  button { width: 56px; height: 56px }</style></head><body>${goods}<button>Chat</button>
  <script>document.querySelector("button").onclick = () => {
    const frame = document.createElement("iframe")
    frame.src = "/widget/"
    frame.onload = () => { frame.focus(); frame.contentWindow.document.querySelector("textarea").focus() }
    document.body.append(frame)
  }</script>`

/**
 * A shop's page with the snippet and more than one screen of text, at an origin of its own, until the scope ends. A busy
 * machine is as slow for the page with the least.
 */
export const serveShop = (assistant: () => string) =>
  Effect.acquireRelease(
    Effect.async<{ readonly origin: string; readonly close: () => void }>((resume) => {
      const server = createServer(({ url }, response) => {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
        if (url === leastPath) {
          response.end(least)
          return
        }
        if (url === "/widget/") {
          response.end(`${head}</head><body><textarea></textarea>`)
          return
        }
        response.end(`${head}<script src="${assistant()}/widget.js" async></script></head><body>${goods}`)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(
          Effect.succeed({
            origin: `http://127.0.0.1:${port}`,
            close: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )
