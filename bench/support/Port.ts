import { Data, Effect } from "effect"
import { createServer, type Server } from "node:net"

/** The port could not be opened. */
class PortTaken extends Data.TaggedError("PortTaken")<{ readonly cause: unknown }> {}

/** Lets a server listen on this machine, at any free port if it is 0; answers the port. */
export const listen = (server: Server, port: number) =>
  Effect.async<number, PortTaken>((resume) => {
    const refused = (cause: Error) => resume(new PortTaken({ cause }))
    server.once("error", refused)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", refused)
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

/** A port that nobody listens at. */
export const free = Effect.acquireUseRelease(
  Effect.sync(() => createServer()),
  (server) => listen(server, 0),
  (server) => Effect.sync(() => server.close())
)
