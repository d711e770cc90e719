import { type ServiceName, services } from "@storefront/domain/Topology"
import { Effect } from "effect"
import { createServer, type Server } from "node:net"

/** A port of this machine that nobody has, held until the scope closes: else the next one could be the same. */
export const freePort = Effect.acquireRelease(
  Effect.async<Server>((resume) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
).pipe(
  Effect.map((server) => {
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  })
)

/** A free port for each service, as the environment variables that they read. */
export const portVariables = (names: ReadonlyArray<ServiceName>): Effect.Effect<Readonly<Record<string, string>>> =>
  Effect.scoped(
    Effect.map(
      Effect.forEach(names, (name) =>
        Effect.map(freePort, (port) => [services[name].portVariable, String(port)] as const)
      ),
      (entries) => Object.fromEntries(entries)
    )
  )
