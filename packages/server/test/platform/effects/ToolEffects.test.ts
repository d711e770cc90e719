import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Schedule, Schema, TestClock, TestContext } from "effect"
import { v7 } from "uuid"
import { UsageLogId } from "@storefront/domain/Ids"
import {
  CurrentRun,
  EffectKey,
  messageKeyOf,
  type WritingRun,
  writingRun
} from "../../../src/platform/effects/EffectKey.ts"
import { ToolEffects } from "../../../src/platform/effects/ToolEffects.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import { losingCommits } from "../../support/losingCommits.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** A writing call of Ada's, under a key. */
const write = (key: string) =>
  Effect.flatMap(ToolEffects, ({ once }) =>
    once({ caller: ada.id, toolName: "note", params: {}, result: Schema.String }, Effect.succeed("written"))
  ).pipe(Effect.provideService(EffectKey, key))

/** Makes all results of a key so many days and seconds old. */
const age = (key: string, days: number, seconds = 0) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      UPDATE tool_effects SET created_at = now() - make_interval(days => ${days}, secs => ${seconds})
      WHERE left(effect_key, 64) = ${messageKeyOf(key)}`
  )

/** Those of these keys that results are kept of. */
const keptOf = (...keys: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly message_key: string }>`SELECT left(effect_key, 64) AS message_key FROM tool_effects`,
      (rows) => keys.filter((key) => rows.some(({ message_key }) => message_key === messageKeyOf(key)))
    )
  )

/** A writing call of Ada's for a message, that a run makes. */
const writeIn = (run: WritingRun, message: string, params: Readonly<Record<string, number>> = {}, result = "written") =>
  Effect.flatMap(ToolEffects, ({ once }) =>
    once({ caller: ada.id, toolName: "note", params, result: Schema.String }, Effect.succeed(result))
  ).pipe(Effect.provideService(EffectKey, message), Effect.provideService(CurrentRun, Option.some(run)))

/** A run that nobody keeps books of. */
const unrecorded = () => writingRun(Option.none())

for (const engine of TestDatabase.engines) {
  const TestLayer = ToolEffects.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`results of writing calls on ${engine.name}`, (it) => {
    it.effect("are made once for a message, in whatever order a run makes them", () =>
      Effect.gen(function* () {
        const first = unrecorded()
        assert.isFalse((yield* writeIn(first, "in order", { n: 1 })).replayed)
        assert.isFalse((yield* writeIn(first, "in order", { n: 2 })).replayed)
        assert.isTrue((yield* writeIn(first, "in order", { n: 1 })).replayed)
        const second = unrecorded()
        assert.isTrue((yield* writeIn(second, "in order", { n: 2 })).replayed)
        assert.isTrue((yield* writeIn(second, "in order", { n: 1 })).replayed)
      })
    )

    it.effect("are refused with other arguments, until the run has repeated what an earlier one did", () =>
      Effect.gen(function* () {
        yield* writeIn(unrecorded(), "other arguments", { n: 1 })
        const second = unrecorded()
        const refused = yield* Effect.flip(writeIn(second, "other arguments", { n: 2 }))
        assert.strictEqual(refused._tag, "EffectKeyReused")
        assert.isTrue((yield* writeIn(second, "other arguments", { n: 1 })).replayed)
        assert.isFalse((yield* writeIn(second, "other arguments", { n: 2 })).replayed)
      })
    )

    it.effect("are made once when the connection breaks while they are committed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const id = UsageLogId.make(v7())
        yield* sql`INSERT INTO agent_runs ${sql.insert({
          id,
          user_id: ada.id,
          agent_name: "order-management",
          message_key: messageKeyOf("a lost commit"),
          trace_id: "0".repeat(32),
          input_summary: "",
          expires_at: new Date(Date.now() + 60_000)
        })}`
        const run = writingRun(Option.some(id))
        const written = yield* writeIn(run, "a lost commit", {}, "once").pipe(
          Effect.provide(Layer.provide(Layer.fresh(ToolEffects.layer), losingCommits(2)))
        )
        assert.deepStrictEqual(written, { result: "once", replayed: false })
        assert.isTrue((yield* writeIn(run, "a lost commit")).replayed)
      })
    )

    it.effect("are forgotten after 30 days, and no earlier", () =>
      Effect.gen(function* () {
        const { deleteExpired } = yield* ToolEffects
        yield* Effect.forEach(["a new key", "a younger key", "an older key"], write)
        yield* age("a younger key", 30, -60)
        yield* age("an older key", 30, 1)
        assert.strictEqual(yield* deleteExpired, 1)
        assert.deepStrictEqual(yield* keptOf("a new key", "a younger key", "an older key"), [
          "a new key",
          "a younger key"
        ])
        assert.strictEqual((yield* write("a younger key")).replayed, true)
        assert.strictEqual((yield* write("an older key")).replayed, false)
        assert.strictEqual(yield* deleteExpired, 0)
      })
    )

    it.effect("are forgotten however many there are", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { deleteExpired } = yield* ToolEffects
        yield* sql`
          INSERT INTO tool_effects (user_id, tool_name, effect_key, args_sha256, result, created_at)
          SELECT ${ada.id}::uuid, 'note', 'old key ' || n, '-', '{}', now() - interval '31 days'
          FROM generate_series(1, 20000) n`
        assert.strictEqual(yield* deleteExpired, 20_000)
      })
    )

    it.scoped("are looked for when the program starts, and within an hour afterwards", () =>
      Effect.gen(function* () {
        const isForgotten = (key: string) =>
          Effect.filterOrFail(keptOf(key), (kept) => kept.length === 0).pipe(Effect.retry(Schedule.forever))
        yield* write("the first key")
        yield* age("the first key", 31)
        yield* Layer.build(ToolEffects.sweep)
        yield* isForgotten("the first key")
        yield* write("the second key")
        yield* age("the second key", 31)
        yield* TestClock.adjust("59 minutes")
        assert.lengthOf(yield* keptOf("the second key"), 1)
        yield* TestClock.adjust("1 minute")
        yield* isForgotten("the second key")
      }).pipe(Effect.provide(TestContext.TestContext))
    )
  })
}
