import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber } from "effect"
import { spawn } from "node:child_process"
import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Database from "../../../src/platform/database/Database.ts"
import * as DataFolder from "../../../src/platform/database/DataFolder.ts"
import * as AcceleratedClock from "../../../src/testing/AcceleratedClock.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { temporaryFolder } from "../../../src/testing/TemporaryFolder.ts"

const owners = (folder: string) => Effect.promise(() => readdir(join(folder, "owners")))

/** Starts `databaseHolder.ts` on the folder; ready when it holds it. */
const startHolder = (folder: string) =>
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof spawn>>((resume) => {
      const program = fileURLToPath(new URL("../../support/databaseHolder.ts", import.meta.url))
      const holder = spawn(process.execPath, ["--import", "tsx", "--conditions=source", program, folder], {
        stdio: ["ignore", "pipe", "inherit"]
      })
      holder.stdout.once("data", () => resume(Effect.succeed(holder)))
      holder.once("exit", () => resume(Effect.die("the holder ended")))
    }),
    (holder) => Effect.sync(() => holder.kill("SIGKILL"))
  )

const killed = (holder: ReturnType<typeof spawn>) =>
  Effect.async<void>((resume) => {
    holder.removeAllListeners("exit")
    holder.once("exit", () => resume(Effect.void))
    holder.kill("SIGKILL")
  })

describe("a data folder", () => {
  it.scopedLive("is made, for this user only", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "deep", "data")
      yield* DataFolder.acquire(folder)
      const { mode } = yield* Effect.promise(() => stat(folder))
      assert.strictEqual(mode & 0o777, 0o700)
    })
  )

  it.scopedLive("has one owner, until the owner lets go", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* DataFolder.acquire(folder)
          const refusal = yield* Effect.flip(DataFolder.acquire(folder))
          assert.strictEqual(refusal._tag, "DataFolderInUse")
          assert.include(refusal.message, folder)
          assert.lengthOf(yield* owners(folder), 1)
        })
      )
      assert.lengthOf(yield* owners(folder), 0)
      yield* Effect.scoped(DataFolder.acquire(folder))
    })
  )

  it.scopedLive("goes to exactly one of many who ask at once", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      for (let round = 0; round < 50; round++) {
        const outcomes = yield* Effect.scoped(
          Effect.all(
            Array.from({ length: 8 }, () => Effect.either(DataFolder.acquire(folder))),
            {
              concurrency: "unbounded"
            }
          )
        )
        assert.lengthOf(outcomes.filter(Either.isRight), 1)
      }
    })
  )

  it.scopedLive("may have a path longer than the address of a socket", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "x".repeat(200))
      yield* DataFolder.acquire(folder)
      assert.strictEqual((yield* Effect.flip(DataFolder.acquire(folder)))._tag, "DataFolderInUse")
    })
  )

  it.scopedLive("is refused when another program listens there and does not answer", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.promise(() => mkdir(join(folder, "owners")))
      yield* Effect.acquireRelease(
        Effect.async<ReturnType<typeof createServer>>((resume) => {
          const silent = createServer((socket) => socket.unref())
          silent.listen(join(folder, "owners", "silent"), () => resume(Effect.succeed(silent)))
        }),
        (silent) => Effect.sync(() => silent.close())
      )
      const refusal = yield* AcceleratedClock.accelerated(Effect.flip(DataFolder.acquire(folder)))
      assert.strictEqual(refusal._tag, "DataFolderInUse")
    })
  )

  it.scopedLive("is refused while a process on another machine shows that it lives, and free when that is gone", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const elsewhere = join(folder, "owners", "0192f0c1a2b37abc8def0123.0badcafe")
      yield* Effect.promise(() => mkdir(join(folder, "owners")))
      // Its socket is one of another kernel: here nobody listens at it.
      yield* Effect.promise(() => writeFile(elsewhere, ""))
      let beats = 0
      const beating = yield* Effect.promise(() => utimes(elsewhere, new Date(), new Date(2000, 1, 1 + beats++))).pipe(
        Effect.forever,
        Effect.fork
      )
      const refusal = yield* AcceleratedClock.accelerated(Effect.flip(DataFolder.acquire(folder)))
      assert.strictEqual(refusal._tag, "DataFolderInUse")
      yield* Fiber.interrupt(beating)
      yield* AcceleratedClock.accelerated(DataFolder.acquire(folder))
      assert.lengthOf(yield* owners(folder), 1)
    })
  )

  it.scopedLive("has an owner that shows other machines that it lives", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* AcceleratedClock.accelerated(DataFolder.acquire(folder))
      const [name = ""] = yield* owners(folder)
      const changed = Effect.map(
        Effect.promise(() => stat(join(folder, "owners", name))),
        ({ mtimeMs }) => mtimeMs
      )
      const before = yield* changed
      yield* Effect.repeat(changed, { until: (after) => after > before })
    })
  )

  it.scopedLive("is refused with a reason when it is a file, or under one", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      const isFile = yield* Effect.flip(DataFolder.acquire(file))
      assert.include(isFile.message, `${file} cannot be used: it is a file`)
      const underFile = yield* Effect.flip(DataFolder.acquire(join(file, "data")))
      assert.include(underFile.message, "a part of its path is a file")
    })
  )

  it.scopedLive("is refused to a second process, and free with all its rows once the first was killed", () =>
    Effect.gen(function* () {
      const folder = yield* TestDatabase.folder("unmigrated")
      const holder = yield* startHolder(folder)
      const refusal = yield* Effect.flip(Database.startEngineIn(folder))
      assert.strictEqual(refusal._tag, "DataFolderInUse")
      yield* killed(holder)
      const rows = yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT n FROM kept`),
        Database.layerDataFolder(folder)
      )
      assert.deepStrictEqual(rows, [{ n: 1 }])
    })
  )
})
