import { createServer, type OutgoingHttpHeaders } from "node:http"
import { type AddressInfo } from "node:net"

/** Pages of a shop that includes the chat, at an origin of their own and, with another host name, of another site. */

export interface ShopPage {
  readonly headers?: OutgoingHttpHeaders
  /** Content of `head`, before the script of the chat. */
  readonly head?: string
  readonly body?: string
  /** False for a page without the chat. */
  readonly hasChat?: boolean
}

export interface ShopPages {
  /** Origin of the pages, allowed to show the chat. */
  readonly origin: string
  /** The same pages at the site of the assistant: browsers let its frame store things there. */
  readonly siteOrigin: string
  /** The same pages at an origin that is not allowed to. */
  readonly foreignOrigin: string
  /** Sets the page at a path; other paths have a plain page with the chat. */
  readonly set: (path: string, page: ShopPage) => void
  readonly close: () => Promise<void>
}

const documentOf = ({ body = "", hasChat = true, head = "" }: ShopPage, assistant: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Shop</title>
    ${head}
    ${hasChat ? `<script src="${assistant}/widget.js" async></script>` : ""}
  </head>
  <body><main><h1>Shop</h1>${body}</main></body>
</html>`

/** Serves the pages; `assistant` returns the address of the assistant, which is known later. */
export const serve = async (assistant: () => string): Promise<ShopPages> => {
  const pages = new Map<string, ShopPage>()
  const server = createServer(({ url = "/" }, response) => {
    const page = pages.get(new URL(url, "http://shop.localhost").pathname) ?? {}
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...page.headers })
    response.end(documentOf(page, assistant()))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://shop.localhost:${port}`,
    siteOrigin: `http://127.0.0.1:${port}`,
    foreignOrigin: `http://stranger.localhost:${port}`,
    set: (path, page) => void pages.set(path, page),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
