import { createServer, request, type Server } from "node:http"
import { type AddressInfo } from "node:net"

/** A way to the server that can be interrupted, as if the server were stopped and started again. */
export interface Outage {
  readonly url: string
  /** Cuts all connections, and refuses new ones. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

/** Opens such a way to the server at `target`. It has to be stopped at the end. */
export const serve = async (target: string): Promise<Outage> => {
  let server: Server | null = null
  let port = 0
  const start = () =>
    new Promise<void>((resolve) => {
      const opened = createServer((incoming, outgoing) => {
        const { headers, method, url = "/" } = incoming
        const forwarded = request(target + url, { method: method ?? "GET", headers }, (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(outgoing)
          response.on("error", () => outgoing.destroy())
        })
        forwarded.on("error", () => outgoing.destroy())
        outgoing.on("close", () => forwarded.destroy())
        incoming.pipe(forwarded)
      })
      server = opened
      opened.listen(port, "127.0.0.1", () => {
        port = (opened.address() as AddressInfo).port
        resolve()
      })
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      server?.close(() => resolve())
      server?.closeAllConnections()
    })
  await start()
  return { url: `http://127.0.0.1:${port}`, start, stop }
}
