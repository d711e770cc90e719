import { Array, Data, Effect, ExecutionStrategy, Exit, Schedule, Scope } from "effect"
import { readdir, rm } from "node:fs/promises"
import { connect, createServer } from "node:net"
import { join, resolve } from "node:path"
import { v7 as uuid } from "uuid"
import { errorCode } from "./ErrorCode.ts"
import { DataFolderUnusable, inDataFolder } from "./FolderUnusable.ts"
import * as PrivateFolder from "./PrivateFolder.ts"
import { withShortPath } from "./SocketPath.ts"

/** Another process works in the folder. */
export class DataFolderInUse extends Data.TaggedError("DataFolderInUse")<{ readonly folder: string }> {
  override get message() {
    return (
      `The data folder ${this.folder} is in use by another process. ` +
      "Stop that process, choose another STOREFRONT_DATA_DIR, or share a server with DATABASE_URL."
    )
  }
}

const ownersFolder = "owners"

/** Where processes that want the data folder listen. */
export const ownersIn = (path: string) => join(resolve(path), ownersFolder)

/** What a process says to whoever connects to its socket; nobody answers for a process that is gone. */
type Standing = "gone" | "claiming" | "holding"

/** Asks the process that listens at `socketPath`. */
const standingOf = (socketPath: string) =>
  Effect.async<Standing, "cut off">((resume) => {
    const socket = connect(socketPath)
    let said = ""
    socket.setEncoding("utf8")
    socket.on("data", (text: string) => {
      said += text
    })
    socket.on("end", () =>
      resume(said === "claiming" || said === "holding" ? Effect.succeed(said) : Effect.fail("cut off"))
    )
    socket.on("error", (error) =>
      resume(["ECONNREFUSED", "ENOENT"].includes(errorCode(error)) ? Effect.succeed("gone") : Effect.fail("cut off"))
    )
    return Effect.sync(() => socket.destroy())
  }).pipe(
    // It ended or withdrew before it could answer: ask again.
    Effect.tapError(() => Effect.sleep("20 millis")),
    Effect.eventually,
    // Somebody is there and is too busy to answer.
    Effect.timeoutTo({ duration: "5 seconds", onSuccess: (standing) => standing, onTimeout: () => "holding" as const })
  )

/** Listens at `socketPath` until the scope closes, first as one that claims; the effect it answers changes that. */
const claim = (folder: string, socketPath: string) =>
  Effect.async<{ readonly hold: Effect.Effect<void>; readonly close: Effect.Effect<void> }, DataFolderUnusable>(
    (resume) => {
      let standing: Standing = "claiming"
      const server = createServer((socket) => {
        socket.on("error", () => socket.destroy())
        socket.unref()
        socket.end(standing)
      })
      server.on("error", (cause) => resume(Effect.fail(new DataFolderUnusable({ folder, cause }))))
      server.listen(socketPath, () =>
        resume(
          Effect.succeed({
            hold: Effect.sync(() => {
              standing = "holding"
            }),
            close: Effect.sync(() => server.close())
          })
        )
      )
      server.unref()
    }
  ).pipe(
    Effect.acquireRelease(({ close }) => close),
    Effect.map(({ hold }) => hold)
  )

/** Claims `folder` through a socket in `owners` and holds it until the scope closes. */
const compete = Effect.fnUntraced(function* (folder: string, owners: string) {
  const name = uuid()
  yield* Effect.addFinalizer(() => Effect.promise(() => rm(join(owners, name), { force: true })))
  yield* withShortPath(owners, (shortPath) =>
    Effect.gen(function* () {
      const hold = yield* claim(folder, join(shortPath, name))
      const askOthers = Effect.gen(function* () {
        const names = yield* inDataFolder(folder, () => readdir(owners))
        const others = yield* Effect.forEach(
          Array.filter(names, (other) => other !== name),
          (other) => Effect.map(standingOf(join(shortPath, other)), (standing) => ({ name: other, standing }))
        )
        const isRefused = Array.some(
          others,
          (other) => other.standing === "holding" || (other.standing === "claiming" && other.name < name)
        )
        if (isRefused) {
          return yield* new DataFolderInUse({ folder })
        }
        return others
      })
      // Whoever still claims has come later and is about to withdraw.
      const others = yield* Effect.repeat(
        askOthers,
        Schedule.addDelay(
          Schedule.recurUntil<Effect.Effect.Success<typeof askOthers>>(
            Array.every(({ standing }) => standing === "gone")
          ),
          () => "20 millis"
        )
      )
      yield* hold
      yield* inDataFolder(folder, () =>
        Promise.all(others.map((other) => rm(join(owners, other.name), { force: true })))
      )
    })
  )
})

/**
 * Makes the folder and owns it until the scope closes; a second owner is refused. Answers the absolute path.
 *
 * Every process that wants the folder listens on a Unix domain socket of its own in `owners`, and only then asks all
 * the others. The kernel closes the socket of a process that ends, however it ends, so what is left behind is known to
 * be dead: no process id is compared, and containers that share the folder see each other. Of two processes that
 * claim at the same time, the one that came first (by name) waits until the other has withdrawn.
 */
export const own = Effect.fn("DataFolder.own")(function* (path: string) {
  const folder = yield* PrivateFolder.create(path)
  const owners = yield* PrivateFolder.createIn(folder, ownersFolder)
  // A refused claim is withdrawn at once, not when the scope of the caller closes.
  const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
  yield* compete(folder, owners).pipe(
    Scope.extend(scope),
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
  )
  return folder
})
