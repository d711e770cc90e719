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

/** A shop's page with the snippet and more than one screen of text, at an origin of its own, until the scope ends. */
export const serveShop = (assistant: () => string) =>
  Effect.acquireRelease(
    Effect.async<{ readonly origin: string; readonly close: () => void }>((resume) => {
      const server = createServer((_, response) => {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
        response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
          <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
          <script src="${assistant()}/widget.js" async></script></head>
          <body><h1>Shop</h1>${"<p>A shelf of goods, each with a name and a price.</p>".repeat(60)}</body></html>`)
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
