import { Effect } from "effect"
import { createServer, request } from "node:http"

/** Bytes of a response that are kept back until there are as many, or it ends. */
const bufferBytes = 65_536

/** Runs an HTTP proxy that buffers responses in front of a server of this machine, and returns its URL. */
export const serve = Effect.fnUntraced(function* (target: string) {
  const server = yield* Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const proxy = createServer((incoming, outgoing) => {
        const forwarded = request(
          target + (incoming.url ?? "/"),
          { method: incoming.method, headers: incoming.headers },
          (response) => {
            let held: ReadonlyArray<Buffer> = []
            const flush = () => {
              outgoing.write(Buffer.concat(held))
              held = []
            }
            outgoing.writeHead(response.statusCode ?? 502, response.headers)
            response.on("data", (bytes: Buffer) => {
              held = [...held, bytes]
              if (held.reduce((sum, { length }) => sum + length, 0) >= bufferBytes) {
                flush()
              }
            })
            response.on("end", () => {
              flush()
              outgoing.end()
            })
            response.on("error", () => outgoing.destroy())
          }
        )
        forwarded.on("error", () => outgoing.destroy())
        outgoing.on("close", () => forwarded.destroy())
        incoming.pipe(forwarded)
      })
      proxy.listen(0, "127.0.0.1", () => resume(Effect.succeed(proxy)))
    }),
    (proxy) =>
      Effect.async<void>((resume) => {
        proxy.close(() => resume(Effect.void))
        proxy.closeAllConnections()
      })
  )
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
})
