import { type PGlite } from "@electric-sql/pglite"
import { Duration, Effect, Exit, FiberSet, Mailbox, type Scope } from "effect"
import { rmSync } from "node:fs"
import { chmod, rename, rm } from "node:fs/promises"
import { createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { DataFolderUnusable } from "./FolderErrors.ts"
import { withShortPath } from "./SocketPath.ts"

/**
 * Serves this process's embedded engine to our other processes on the machine: PostgreSQL's protocol on a socket in the
 * data folder that only this user can open (`docs/decisions/0017-operating-a-running-shop.md`).
 */

/** Port in the socket's file name, as the driver expects it. */
export const port = 5432
const name = `.s.PGSQL.${port}`
const draft = `${name}.draft`

/** A longer first message cannot be a PostgreSQL startup packet. */
const startupLimitBytes = 10_000

/** Idle limit inside a transaction; must equal `idle_in_transaction_session_timeout` of `ConnectionPool`. */
const idleLimit = Duration.seconds(15)

const requestCodes = { startup: 196_608, tls: 80_877_103, gss: 80_877_104 }

const message = (type: string, body: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1")
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const authenticated = message("R", Buffer.alloc(4))
const ready = message("Z", Buffer.from("I"))
const tlsRefused = Buffer.from("N")
const sync = message("S")
const rollback = message("Q", Buffer.from("ROLLBACK\0"))

/** Returns whether a message is the last of a statement: `Query` or `Sync`. */
const isFinalMessage = (received: Buffer) => received[0] === sync[0] || received[0] === rollback[0]

/** Receives messages after the startup handshake. No password: only this process's user can open the socket. */
const messagesOf = Effect.fnUntraced(function* (socket: Socket) {
  const messages = yield* Mailbox.make<Buffer>()
  let isStarted = false
  let pending = Buffer.alloc(0)
  const startSession = (received: Buffer) => {
    const code = received.length < 8 ? 0 : received.readInt32BE(4)
    if (code === requestCodes.startup) {
      isStarted = true
      socket.write(Buffer.concat([authenticated, ready]))
    } else if (code === requestCodes.tls || code === requestCodes.gss) {
      socket.write(tlsRefused)
    } else {
      socket.destroy()
    }
  }
  /** Cuts the next message off: a type byte (absent in startup packets), then a length that includes itself. */
  const nextMessage = (): Buffer | undefined => {
    const typeLength = isStarted ? 1 : 0
    if (pending.length < typeLength + 4) {
      return undefined
    }
    const length = pending.readInt32BE(typeLength)
    if (length < 4 || (!isStarted && length > startupLimitBytes)) {
      socket.destroy()
      return undefined
    }
    if (pending.length < typeLength + length) {
      return undefined
    }
    const first = pending.subarray(0, typeLength + length)
    pending = pending.subarray(typeLength + length)
    return first
  }
  socket.on("data", (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (let received = nextMessage(); received !== undefined; received = nextMessage()) {
      if (isStarted) {
        messages.unsafeOffer(received)
      } else {
        startSession(received)
      }
    }
  })
  socket.on("error", () => socket.destroy())
  socket.on("close", () => messages.unsafeDone(Exit.void))
  return messages
})

/** Takes this process's only connection to its engine until the scope closes. */
export type BorrowEngine = Effect.Effect<unknown, Error, Scope.Scope>

/**
 * Serves one guest process. Borrows the engine for one statement or transaction at a time, in turn with this process's
 * fibers. If the guest disconnects or exceeds `idleLimit` in a transaction, the transaction is rolled back.
 */
const serveGuest = (socket: Socket, engine: PGlite, borrow: BorrowEngine) =>
  Effect.gen(function* () {
    const messages = yield* messagesOf(socket)
    const execute = (received: Buffer) => Effect.promise(() => engine.execProtocolRaw(received))
    const forward = (received: Buffer) =>
      Effect.uninterruptible(
        Effect.map(execute(received), (answer) => {
          if (!socket.destroyed) {
            socket.write(answer)
          }
        })
      )
    const isFinished = (received: Buffer) => isFinalMessage(received) && !engine.isInTransaction()
    const serveStatement = Effect.fnUntraced(function* (first: Buffer) {
      yield* borrow
      let latest = first
      yield* Effect.addFinalizer(() =>
        isFinished(latest)
          ? Effect.void
          : Effect.zipRight(
              execute(sync),
              Effect.suspend(() => (engine.isInTransaction() ? execute(rollback) : Effect.void))
            )
      )
      yield* forward(latest)
      while (!isFinished(latest)) {
        latest = yield* Effect.timeout(messages.take, idleLimit)
        yield* forward(latest)
      }
    }, Effect.scoped)
    return yield* Effect.forever(Effect.flatMap(messages.take, serveStatement))
  }).pipe(
    // The guest disconnected or hung, or this process is stopping: in each case the connection is closed.
    Effect.catchAll(() => Effect.void),
    Effect.ensuring(Effect.sync(() => socket.destroy())),
    Effect.scoped
  )

/** Listens in the folder until the scope closes. Replaces leftovers of a killed process. */
const listen = (folder: string, onConnection: (socket: Socket) => void) =>
  withShortPath(folder, (shortPath) =>
    Effect.acquireRelease(
      Effect.async<Server, DataFolderUnusable>((resume) => {
        rmSync(join(folder, draft), { force: true })
        const server = createServer(onConnection)
        server.on("error", (cause) => resume(Effect.fail(new DataFolderUnusable({ folder, cause }))))
        server.listen(join(shortPath, draft), () => resume(Effect.succeed(server)))
        server.unref()
      }),
      (server) =>
        Effect.promise(() => rm(join(folder, name), { force: true })).pipe(
          Effect.ensuring(Effect.sync(() => server.close()))
        )
    )
  ).pipe(
    Effect.zipRight(
      // Renamed into place only once its permissions are restricted to this user.
      Effect.promise(async () => {
        await chmod(join(folder, draft), 0o600)
        await rename(join(folder, draft), join(folder, name))
      })
    )
  )

/** Lets other processes use the engine in the data folder until the scope closes. */
export const serve = Effect.fn("EngineSocket.serve")(function* (folder: string, engine: PGlite, borrow: BorrowEngine) {
  const run = yield* FiberSet.makeRuntime<never>()
  yield* listen(folder, (socket) => {
    run(serveGuest(socket, engine, borrow))
  })
})
