import { Array, Clock, Data, Duration, Effect, ExecutionStrategy, Exit, Schedule, Scope } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { readdir, rm, stat, utimes } from "node:fs/promises"
import { connect, createServer } from "node:net"
import { hostname } from "node:os"
import { join, resolve } from "node:path"
import { v7 as uuid } from "uuid"
import { errorCode } from "./ErrorCode.ts"
import { DataFolderUnusable, inDataFolder } from "./FolderErrors.ts"
import * as PrivateFolder from "./PrivateFolder.ts"
import { withShortPath } from "./SocketPath.ts"

/** Another process holds the folder. */
export class DataFolderInUse extends Data.TaggedError("DataFolderInUse")<{ readonly folder: string }> {
  override get message() {
    return (
      `The data folder ${this.folder} is in use by another process. ` +
      "Stop that process, choose another STOREFRONT_DATA_DIR, or share a server with DATABASE_URL."
    )
  }
}

const ownersFolder = "owners"

/** Returns the folder that holds the sockets of all processes competing for the data folder. */
export const ownersIn = (path: string) => join(resolve(path), ownersFolder)

/** State that a process reports on its socket; `gone` if nothing listens there. */
type ClaimState = "gone" | "claiming" | "holding"

/** Asks the process that listens at `socketPath` for its state. */
const askState = (socketPath: string) =>
  Effect.async<ClaimState, "cut off">((resume) => {
    const socket = connect(socketPath)
    let answer = ""
    socket.setEncoding("utf8")
    socket.on("data", (text: string) => {
      answer += text
    })
    socket.on("end", () =>
      resume(answer === "claiming" || answer === "holding" ? Effect.succeed(answer) : Effect.fail("cut off"))
    )
    socket.on("error", (error) =>
      resume(["ECONNREFUSED", "ENOENT"].includes(errorCode(error)) ? Effect.succeed("gone") : Effect.fail("cut off"))
    )
    return Effect.sync(() => socket.destroy())
  }).pipe(
    // The process ended or withdrew before it answered: ask again.
    Effect.tapError(() => Effect.sleep("20 millis")),
    Effect.eventually,
    // The process is alive but too busy to answer.
    Effect.timeoutTo({ duration: "5 seconds", onSuccess: (state) => state, onTimeout: () => "holding" as const })
  )

/** Listens at `socketPath` until the scope closes, as `claiming`; the returned effect changes that to `holding`. */
const claim = (folder: string, socketPath: string) =>
  Effect.async<{ readonly hold: Effect.Effect<void>; readonly close: Effect.Effect<void> }, DataFolderUnusable>(
    (resume) => {
      let state: ClaimState = "claiming"
      const server = createServer((socket) => {
        socket.on("error", () => socket.destroy())
        socket.unref()
        socket.end(state)
      })
      server.on("error", (cause) => resume(Effect.fail(new DataFolderUnusable({ folder, cause }))))
      server.listen(socketPath, () =>
        resume(
          Effect.succeed({
            hold: Effect.sync(() => {
              state = "holding"
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

/** Hash of the boot id. A dead socket proves a dead process only on the same kernel, which containers share. */
const kernelId = Effect.sync(() => {
  const bootId = "/proc/sys/kernel/random/boot_id"
  const id = existsSync(bootId) ? readFileSync(bootId, "utf8") : hostname()
  return createHash("sha256").update(id).digest("hex").slice(0, 8)
})

/** Interval of the heartbeat by which other machines see that the owner is alive. */
const heartbeatInterval = Duration.seconds(2)

/** Time that another machine waits for a heartbeat: the owner may be busy, and file servers cache attributes. */
const heartbeatWait = Duration.seconds(15)

/** Fails if a process of another kernel, sharing the folder over the network, still sends heartbeats. */
const checkRemoteHeartbeats = Effect.fnUntraced(function* (folder: string, paths: ReadonlyArray<string>) {
  if (paths.length === 0) {
    return
  }
  const times = Effect.forEach(paths, (path) =>
    inDataFolder(folder, () =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        // The owner has just released the folder.
        () => 0
      )
    )
  )
  const before = yield* times
  yield* Effect.sleep(heartbeatWait)
  const after = yield* times
  if (after.some((time, index) => time !== 0 && time !== before[index])) {
    return yield* new DataFolderInUse({ folder })
  }
})

/** Claims `folder` by a socket in `owners` and holds it until the scope closes. */
const claimFolder = Effect.fnUntraced(function* (folder: string, owners: string) {
  const ownKernel = yield* kernelId
  // Socket names of older versions carry no kernel.
  const isOnOtherKernel = (name: string) => name.includes(".") && !name.endsWith(`.${ownKernel}`)
  const name = `${uuid().replaceAll("-", "").slice(0, 24)}.${ownKernel}`
  yield* Effect.addFinalizer(() => Effect.promise(() => rm(join(owners, name), { force: true })))
  yield* withShortPath(owners, (shortPath) =>
    Effect.gen(function* () {
      const hold = yield* claim(folder, join(shortPath, name))
      const readCompetitors = Effect.gen(function* () {
        const names = yield* inDataFolder(folder, () => readdir(owners))
        const competitors = yield* Effect.forEach(
          Array.filter(names, (other) => other !== name),
          (other) => Effect.map(askState(join(shortPath, other)), (state) => ({ name: other, state }))
        )
        const isTaken = Array.some(
          competitors,
          (other) => other.state === "holding" || (other.state === "claiming" && other.name < name)
        )
        if (isTaken) {
          return yield* new DataFolderInUse({ folder })
        }
        return competitors
      })
      // Any process still `claiming` has a higher name and is about to withdraw: ask again until it is gone.
      const competitors = yield* Effect.repeat(
        readCompetitors,
        Schedule.addDelay(
          Schedule.recurUntil<Effect.Effect.Success<typeof readCompetitors>>(
            Array.every(({ state }) => state === "gone")
          ),
          () => "20 millis"
        )
      )
      const remote = competitors.filter((other) => isOnOtherKernel(other.name))
      yield* checkRemoteHeartbeats(
        folder,
        remote.map((other) => join(owners, other.name))
      )
      yield* hold
      yield* inDataFolder(folder, () =>
        Promise.all(competitors.map((other) => rm(join(owners, other.name), { force: true })))
      )
    })
  )
  yield* Clock.currentTimeMillis.pipe(
    Effect.flatMap((now) => inDataFolder(folder, () => utimes(join(owners, name), now / 1000, now / 1000))),
    // A failing disk is reported by the code that works with it.
    Effect.catchAll(() => Effect.void),
    Effect.repeat(Schedule.spaced(heartbeatInterval)),
    // Interruptible even if the folder is acquired uninterruptibly: the heartbeat ends with the scope.
    Effect.interruptible,
    Effect.forkScoped
  )
})

/**
 * Makes the folder and owns it until the scope closes; a second owner is refused. Returns the absolute path.
 *
 * Every contender listens on its own Unix domain socket in `owners` before it asks all the others. The kernel closes
 * the socket of a process however it ends, so a leftover socket is known to be dead: no process ids are compared, and
 * containers that share the folder see each other. For a process on another machine, only the modification time of its
 * socket is visible, which it renews as a heartbeat. Of two simultaneous claims, the one with the lower name waits
 * until the other has withdrawn.
 */
export const acquire = Effect.fn("DataFolder.own")(function* (path: string) {
  const folder = yield* PrivateFolder.create(path)
  const owners = yield* PrivateFolder.createIn(folder, ownersFolder)
  // Withdraws a refused claim at once rather than when the caller's scope closes.
  const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
  yield* claimFolder(folder, owners).pipe(
    Scope.extend(scope),
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
  )
  return folder
})
