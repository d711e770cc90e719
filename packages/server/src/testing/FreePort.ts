import { type ServiceName, services } from "@storefront/domain/Topology"
import { Effect, Random } from "effect"
import { createServer, type Server } from "node:net"

/** Range below the ephemeral ports, so that the system assigns none of them to others between check and use. */
const ports = { from: 10_000, to: 32_000 }

const listen = (port: number) =>
  Effect.async<Server, Error>((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.fail(cause)))
    server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
  })

/** Reserves a free port of this machine until the scope closes, so that the next call returns another one. */
export const freePort = Effect.acquireRelease(
  Effect.flatMap(Random.nextIntBetween(ports.from, ports.to), (port) =>
    Effect.map(listen(port), (server) => ({ port, server }))
  ).pipe(Effect.retry({ times: 100 }), Effect.orDie),
  ({ server }) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
).pipe(Effect.map(({ port }) => port))

/** Chooses a free port per service, as the environment variables that the services read. */
export const portVariables = (names: ReadonlyArray<ServiceName>): Effect.Effect<Readonly<Record<string, string>>> =>
  Effect.scoped(
    Effect.map(
      Effect.forEach(names, (name) =>
        Effect.map(freePort, (port) => [services[name].portVariable, String(port)] as const)
      ),
      (entries) => Object.fromEntries(entries)
    )
  )
