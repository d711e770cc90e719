import { SqlClient } from "@effect/sql"
import { assert, describe, inject, it, layer } from "@effect/vitest"
import { ConfigProvider, Context, Deferred, Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer, type Server } from "node:net"
import { join } from "node:path"
import * as Database from "../../../src/platform/database/Database.ts"
import * as AcceleratedClock from "../../../src/testing/AcceleratedClock.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as TestPostgres from "../../../src/testing/TestPostgres.ts"
import { temporaryFolder } from "../../../src/testing/TemporaryFolder.ts"

/** A port where somebody accepts connections, and says this. */
const portThatSays = (words: string) =>
  Effect.acquireRelease(
    Effect.async<Server>((resume) => {
      const server = createServer((socket) => socket.on("error", () => {}).write(words))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const silentPort = portThatSays("")

/** A port that was free a moment ago. */
const closedPort = Effect.scoped(silentPort)

const refusalOf = (url: string) =>
  Effect.flip(Effect.scoped(Layer.build(Database.layerServer({ url: Redacted.make(url), poolMax: 1 }))))

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`a session on ${engine.name}`, (it) => {
    it.effect("is not closed while it is idle, and reads literals the standard way", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`
          SELECT current_setting('idle_session_timeout') AS idle, current_setting('standard_conforming_strings') AS literals`
        assert.deepStrictEqual(rows, [{ idle: "0", literals: "on" }])
      })
    )

    it.effect("is in UTC, writes dates the ISO way, limits its statements and does not compile them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`
          SELECT current_setting('TimeZone') AS zone, current_setting('DateStyle') AS dates,
            current_setting('statement_timeout') AS timeout, current_setting('jit') AS jit`
        assert.deepStrictEqual(rows, [{ zone: "UTC", dates: "ISO, MDY", timeout: "10s", jit: "off" }])
      })
    )
  })
}

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`an interrupted statement on ${engine.name}`, (it) => {
    it.effect("harms nobody who uses the connection after it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const aborted = Effect.gen(function* () {
          const search = yield* Effect.fork(sql`SELECT pg_sleep(0.001)`)
          yield* Effect.sleep("1 millis")
          yield* Fiber.interrupt(search)
        })
        const reads = Effect.replicateEffect(sql`SELECT pg_sleep(0.002), 1 AS n`, 40)
        const [, answers] = yield* Effect.all(
          [
            Effect.all(
              Array.from({ length: 4 }, () => Effect.replicateEffect(aborted, 40)),
              { concurrency: 4 }
            ),
            Effect.all(
              Array.from({ length: 4 }, () => reads),
              { concurrency: 4 }
            )
          ],
          { concurrency: 2 }
        )
        assert.lengthOf(answers.flat(), 160)
      })
    )
  })
}

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`an interrupted transaction on ${engine.name}`, (it) => {
    it.effect("is undone and gives its connection back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE notes (n integer)`
        const isRunning = yield* Deferred.make<void>()
        const transaction = yield* Effect.gen(function* () {
          yield* sql`INSERT INTO notes VALUES (1)`
          yield* Deferred.succeed(isRunning, undefined)
          yield* sql`SELECT pg_sleep(0.2)`
          return yield* Effect.never
        }).pipe(sql.withTransaction, Effect.fork)
        yield* Deferred.await(isRunning)
        yield* Fiber.interrupt(transaction)
        assert.deepStrictEqual(yield* sql`SELECT n FROM notes`, [])
      })
    )
  })
}

const serverUrl = inject("testDatabaseUrl")

// The embedded engine has one connection, and cannot be stopped while it works.
describe.runIf(serverUrl !== undefined)("statements that keep every connection of PostgreSQL busy", () => {
  it.scopedLive("are not waited for when they are interrupted, and give their connections back when they end", () =>
    Effect.gen(function* () {
      const { url } = yield* TestPostgres.createDatabase(serverUrl ?? "")
      const open = Effect.map(Layer.build(TestPostgres.layer(url)), Context.get(SqlClient.SqlClient))
      const [busy, watching] = yield* Effect.all([open, open])
      const waiting = watching`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
      const isLocked = yield* Deferred.make<void>()
      const isOver = yield* Deferred.make<void>()
      yield* watching`SELECT pg_advisory_xact_lock(1)`.pipe(
        Effect.zipRight(Deferred.succeed(isLocked, undefined)),
        Effect.zipRight(Deferred.await(isOver)),
        watching.withTransaction,
        Effect.fork
      )
      yield* Deferred.await(isLocked)
      const running = yield* Effect.replicateEffect(Effect.fork(busy`SELECT pg_advisory_xact_lock(1)`), 4)
      yield* Effect.repeat(waiting, { until: (rows) => rows.length === 4, schedule: Schedule.spaced("5 millis") })
      yield* Fiber.interruptAll(running)
      assert.lengthOf(yield* waiting, 4)
      yield* Deferred.succeed(isOver, undefined)
      assert.deepStrictEqual(yield* busy`SELECT 1 AS n`, [{ n: 1 }])
    })
  )
})

describe("a server that cannot be used", () => {
  it.live("is one clear failure when nothing listens", () =>
    Effect.gen(function* () {
      const port = yield* closedPort
      const refusal = yield* refusalOf(`postgres://shop:s3cret@127.0.0.1:${port}/shop`)
      assert.strictEqual(refusal._tag, "DatabaseUnusable")
      assert.include(refusal.message, "DATABASE_URL cannot be used: nothing listens at its host and port.")
      assert.notInclude(refusal.message, "s3cret")
      assert.notInclude(refusal.message, String(port))
    })
  )

  it.live("is one clear failure when the host is unknown", () =>
    Effect.gen(function* () {
      const refusal = yield* refusalOf("postgres://shop:s3cret@nowhere.invalid/shop")
      assert.match(refusal.message, /its host name (is unknown|cannot be resolved)/)
    })
  )

  it.scopedLive("is named at its first word where it does not speak PostgreSQL", () =>
    Effect.gen(function* () {
      for (const words of ["SSH-2.0-OpenSSH_9.2\r\n", "-ERR unknown command\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n"]) {
        const refusal = yield* refusalOf(`postgres://shop@127.0.0.1:${yield* portThatSays(words)}/shop`)
        assert.include(refusal.message, "what listens there does not speak PostgreSQL", words)
      }
    })
  )

  it.scopedLive("is given up after four seconds when it does not answer", () =>
    Effect.gen(function* () {
      const port = yield* silentPort
      const refusal = yield* AcceleratedClock.accelerated(refusalOf(`postgres://shop@127.0.0.1:${port}/shop`))
      assert.include(refusal.message, "there was no answer in time")
    })
  )
})

describe("the configured database", () => {
  const open = (settings: Record<string, string>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 AS one`).pipe(
      Effect.provide(Database.layer),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))
    )

  it.scopedLive("is the server of DATABASE_URL", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const port = yield* closedPort
      const failure = yield* Effect.flip(
        open({ DATABASE_URL: `postgres://shop@127.0.0.1:${port}/shop`, STOREFRONT_DATA_DIR: folder })
      )
      assert.strictEqual(failure._tag, "DatabaseUnusable")
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), [])
    })
  )

  it.scopedLive("is the embedded one in the data folder otherwise", () =>
    Effect.gen(function* () {
      const folder = yield* TestDatabase.folder("unmigrated")
      assert.deepStrictEqual(yield* open({ STOREFRONT_DATA_DIR: folder }), [{ one: 1 }])
      assert.sameMembers(yield* Effect.promise(() => readdir(folder)), ["owners", "postgres"])
    })
  )

  it.scopedLive("is made in the data folder, whatever a killed first start has left there", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.promise(() => mkdir(join(folder, "postgres.unfinished", "base"), { recursive: true }))
      yield* Effect.promise(() => writeFile(join(folder, "postgres.unfinished", "PG_VERSION"), "18\n"))
      yield* Effect.scoped(Database.startEngineIn(folder, { snapshot: yield* TestDatabase.snapshots.unmigrated }))
      assert.sameMembers(yield* Effect.promise(() => readdir(folder)), ["owners", "postgres"])
    })
  )

  it.scopedLive("says which folder to move away when its files are damaged", () =>
    Effect.gen(function* () {
      const folder = yield* TestDatabase.folder("unmigrated")
      yield* Effect.promise(() => writeFile(join(folder, "postgres", "PG_VERSION"), "9\n"))
      const failure = yield* Effect.flip(open({ STOREFRONT_DATA_DIR: folder }))
      assert.include(String(failure.message), `Move that folder away`)
      assert.include(String(failure.message), join(folder, "postgres"))
    })
  )
})
