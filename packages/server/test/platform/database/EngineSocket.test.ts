import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { stat, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { Client } from "pg"
import * as Database from "../../../src/platform/database/Database.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const open = <E>(layer: Layer.Layer<SqlClient.SqlClient, E>) =>
  Effect.map(Layer.build(layer), (context) => Context.get(context, SqlClient.SqlClient))

/** A suite on a data folder, and a command beside it. */
const both = Effect.gen(function* () {
  const folder = yield* TestDatabase.folder("empty")
  const suite = yield* open(Database.layerDataFolder(folder))
  const beside = yield* Layer.build(Database.layerOwnerOrGuest(folder))
  yield* suite`CREATE TABLE notes (id int PRIMARY KEY, text text)`
  const texts = Effect.map(suite<{ readonly text: string }>`SELECT text FROM notes ORDER BY id`, (rows) =>
    rows.map(({ text }) => text)
  )
  return { beside, command: Context.get(beside, SqlClient.SqlClient), folder, suite, texts }
})

/** A connection of its own, as a process beside has it. */
const dial = (folder: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ host: folder, port: 5432 })
      client.on("error", () => {})
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end().catch(() => {}))
  )

describe("the engine of a suite", () => {
  it.scopedLive("is used by commands beside it, which know that they are guests", () =>
    Effect.gen(function* () {
      const { beside, command, folder, suite, texts } = yield* both
      yield* command`INSERT INTO notes ${command.insert({ id: 1, text: "é ".repeat(200_000) })}`
      assert.deepStrictEqual(yield* texts, ["é ".repeat(200_000)])
      yield* suite`UPDATE notes SET text = 'from the suite'`
      assert.deepStrictEqual(yield* command`SELECT id, text FROM notes`, [{ id: 1, text: "from the suite" }])
      const refused = yield* Effect.flip(command`SELECT nothing`)
      assert.strictEqual(refused._tag, "SqlError")
      assert.isTrue(yield* Effect.provide(Database.IsGuest, beside))
      assert.isFalse(yield* Effect.provide(Database.IsSoleOwner, beside))
      assert.strictEqual(yield* Effect.provide(Database.otherConnections, beside), 1)
      const { mode } = yield* Effect.promise(() => stat(join(folder, ".s.PGSQL.5432")))
      assert.strictEqual(mode & 0o777, 0o600)
    })
  )

  it.scopedLive("is somebody's alone for a transaction", () =>
    Effect.gen(function* () {
      const { command, suite, texts } = yield* both
      const began = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const ofCommand = yield* Effect.fork(
        command.withTransaction(
          Effect.gen(function* () {
            yield* command`INSERT INTO notes VALUES (1, 'of the command')`
            yield* Deferred.succeed(began, undefined)
            yield* Deferred.await(go)
            return yield* Effect.fail("changed its mind" as const)
          })
        )
      )
      yield* Deferred.await(began)
      // It waits: it would be rolled back with the command's transaction otherwise.
      const ofSuite = yield* Effect.fork(suite`INSERT INTO notes VALUES (2, 'of the suite')`)
      yield* Effect.yieldNow()
      yield* Deferred.succeed(go, undefined)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(ofCommand)))
      yield* Fiber.join(ofSuite)
      assert.deepStrictEqual(yield* texts, ["of the suite"])
    })
  )

  it.scopedLive("counts right under work from everywhere", () =>
    Effect.gen(function* () {
      const { command, folder, suite, texts } = yield* both
      yield* suite`INSERT INTO notes VALUES (1, '0')`
      const another = yield* open(Database.layerOwnerOrGuest(folder))
      const add = (sql: SqlClient.SqlClient) =>
        sql.withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql<{ readonly text: string }>`SELECT text FROM notes WHERE id = 1`
            yield* Effect.yieldNow()
            yield* sql`UPDATE notes SET text = ${String(Number(row?.text) + 1)} WHERE id = 1`
          })
        )
      yield* Effect.forEach([suite, command, another], (sql) => Effect.repeatN(add(sql), 19), { concurrency: 3 })
      assert.deepStrictEqual(yield* texts, ["60"])
    })
  )

  it.scopedLive("is free again when a command goes away in its transaction, or talks nonsense", () =>
    Effect.gen(function* () {
      const { folder, suite, texts } = yield* both
      const client = yield* dial(folder)
      yield* Effect.promise(() => client.query("BEGIN"))
      yield* Effect.promise(() => client.query("INSERT INTO notes VALUES ($1, $2)", [1, "lost"]))
      Reflect.get(client, "connection").stream.destroy()
      assert.deepStrictEqual(yield* texts, [])
      const nonsense = yield* Effect.async<string>((resume) => {
        const socket = connect(join(folder, ".s.PGSQL.5432"), () => socket.write("GET / HTTP/1.1\r\n\r\n"))
        socket.on("close", () => resume(Effect.succeed("closed")))
      })
      assert.strictEqual(nonsense, "closed")
      yield* suite`INSERT INTO notes VALUES (2, 'kept')`
      assert.deepStrictEqual(yield* texts, ["kept"])
    })
  )
})

describe("a command", () => {
  it.scopedLive("has the folder for itself where nobody is, whatever was left there", () =>
    Effect.gen(function* () {
      const folder = yield* TestDatabase.folder("empty")
      yield* Effect.promise(() => writeFile(join(folder, ".s.PGSQL.5432"), ""))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const context = yield* Layer.build(Database.layerOwnerOrGuest(folder))
          assert.isTrue(yield* Effect.provide(Database.IsSoleOwner, context))
        })
      )
      const suite = yield* open(Database.layerDataFolder(folder))
      const command = yield* open(Database.layerOwnerOrGuest(folder))
      yield* suite`CREATE TABLE notes (id int)`
      assert.deepStrictEqual(yield* command`SELECT count(*)::int AS n FROM notes`, [{ n: 0 }])
    })
  )

  it.scopedLive("waits for another command to end", () =>
    Effect.gen(function* () {
      const folder = yield* TestDatabase.folder("empty")
      const first = yield* Effect.fork(
        Effect.scoped(Effect.zipRight(Layer.build(Database.layerOwnerOrGuest(folder)), Effect.yieldNow()))
      )
      yield* Effect.scoped(Layer.build(Database.layerOwnerOrGuest(folder)))
      yield* Fiber.join(first)
    })
  )
})
