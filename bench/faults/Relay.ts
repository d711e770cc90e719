import { NodeStream } from "@effect/platform-node"
import { Data, Effect, FiberSet, type Stream } from "effect"
import { connect, createServer, type Server, type Socket } from "node:net"

/** A connection ended in disorder; its relay closes both sides. */
class ConnectionLost extends Data.TaggedError("ConnectionLost")<{ readonly cause: unknown }> {}

/** The port could not be opened. */
class PortTaken extends Data.TaggedError("PortTaken")<{ readonly cause: unknown }> {}

/** Lets a server listen on this machine, at any free port if it is 0; answers the port. */
const listen = (server: Server, port: number) =>
  Effect.async<number, PortTaken>((resume) => {
    const refused = (cause: Error) => resume(new PortTaken({ cause }))
    server.once("error", refused)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", refused)
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

/** Two connections that the relay makes one of. */
export interface Pair {
  readonly client: Socket
  readonly server: Socket
}

/** Stands between a client and a server on this machine, and can do to them what a network does. */
export interface Relay {
  readonly port: number
  /** Breaks all connections. New ones are accepted. */
  readonly reset: Effect.Effect<void>
  /** Breaks all connections and refuses new ones. */
  readonly refuse: Effect.Effect<void>
  /** Listens again, at the same port. */
  readonly accept: Effect.Effect<void>
}

/** What comes from a socket, until it ends. */
export const received = (socket: Socket): Stream.Stream<Uint8Array, ConnectionLost> =>
  NodeStream.fromReadable(
    () => socket,
    (cause) => new ConnectionLost({ cause })
  )

/** Relays connections to a port of this machine until the scope closes; `carry` moves the bytes of one. */
export const make = Effect.fn("Relay.make")(function* (
  target: number,
  carry: (pair: Pair) => Effect.Effect<void, ConnectionLost>
) {
  const pairs = new Set<Pair>()
  const run = yield* FiberSet.makeRuntime<never>()

  const closePair = ({ client, server }: Pair) =>
    Effect.sync(() => {
      client.destroy()
      server.destroy()
    })

  const serve = (client: Socket) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const pair: Pair = { client, server: connect(target, "127.0.0.1") }
        // Whoever reads a socket learns of its end; without a listener an error would end the process.
        for (const socket of [pair.client, pair.server]) {
          socket.on("error", () => {})
          // Messages are passed on one by one; waiting for more would cost 40 ms each.
          socket.setNoDelay(true)
        }
        pairs.add(pair)
        return pair
      }),
      (pair) => Effect.catchAll(carry(pair), () => Effect.void),
      (pair) =>
        Effect.zipRight(
          closePair(pair),
          Effect.sync(() => pairs.delete(pair))
        )
    )

  const server = yield* Effect.acquireRelease(
    Effect.sync(() => createServer((client) => run(serve(client)))),
    (server) => Effect.sync(() => server.close())
  )
  const port = yield* listen(server, 0)

  const reset = Effect.sync(() => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy()
      server.destroy()
    }
  })
  const relay: Relay = {
    port,
    reset,
    refuse: Effect.zipRight(
      Effect.sync(() => server.close()),
      reset
    ),
    accept: Effect.suspend(() => (server.listening ? Effect.void : Effect.orDie(Effect.asVoid(listen(server, port)))))
  }
  return relay
})
