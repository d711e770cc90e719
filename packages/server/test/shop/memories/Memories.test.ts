import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { MemoryId, UsageLogId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Effect, Either, Layer, Option } from "effect"
import { CurrentRun, EffectKey, writingRun } from "../../../src/platform/effects/EffectKey.ts"
import { ToolEffects } from "../../../src/platform/effects/ToolEffects.ts"
import { Memories, type NewMemory } from "../../../src/shop/memories/Memories.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { v7 } from "uuid"

const size = (content: string, more: Partial<NewMemory> = {}): NewMemory => ({
  category: "size",
  content,
  importance: 5,
  expiresInDays: null,
  ...more
})

const remember = (owner: User, memory: NewMemory, key = "absent") =>
  Effect.flatMap(Memories, (memories) => Effect.provideService(memories.remember(owner.id, memory), EffectKey, key))

const forget = (owner: User, id: MemoryId, key = "absent") =>
  Effect.flatMap(Memories, (memories) => Effect.provideService(memories.forget(owner.id, id), EffectKey, key))

const recall = (owner: User, category: "size" | "brand" | null = null, limit = 50) =>
  Effect.flatMap(Memories, (memories) => memories.recall({ owner: owner.id, category, limit }))

const forgetAll = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM agent_memories`)

/** `count` memories of Ada's, the first of them expired yesterday when asked for. */
const fill = (count: number, isFirstExpired = false) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO agent_memories (user_id, category, content, created_at, expires_at)
      SELECT ${ada.id}, 'other', 'wish ' || n, now() - interval '2 days',
        CASE WHEN n = 1 AND ${isFirstExpired} THEN now() - interval '1 day' END
      FROM generate_series(1, ${count}::int) n`
  )

for (const engine of TestDatabase.engines) {
  const TestLayer = Memories.layer.pipe(
    Layer.provide(ToolEffects.layer),
    Layer.provide(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`memories on ${engine.name}`, (it) => {
    it.effect("are recalled by importance, then newest, without those that expired", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* forgetAll
        for (const [content, importance] of [
          ["Shoes 43", 5],
          ["Shirts M", 9],
          ["Hats 58", 5],
          ["Socks 44", 5]
        ] as const) {
          yield* remember(ada, size(content, { importance }))
        }
        yield* remember(ada, { ...size("Fernmoor"), category: "brand", importance: 1 })
        yield* remember(bob, size("Shoes 45"))
        yield* sql`
          UPDATE agent_memories SET created_at = now() - interval '3 days', expires_at = now() - interval '1 second'
          WHERE content = 'Socks 44'`
        const contents = (memories: ReadonlyArray<{ readonly content: string }>) =>
          memories.map(({ content }) => String(content))
        assert.deepStrictEqual(contents(yield* recall(ada)), ["Shirts M", "Hats 58", "Shoes 43", "Fernmoor"])
        assert.deepStrictEqual(contents(yield* recall(ada, null, 2)), ["Shirts M", "Hats 58"])
        assert.deepStrictEqual(contents(yield* recall(ada, "brand")), ["Fernmoor"])
        assert.deepStrictEqual(contents(yield* recall(bob)), ["Shoes 45"])
      })
    )

    it.effect("of the same words are one, whatever their case and order, and are told as known", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* forgetAll
        const first = yield* remember(ada, size("Shoes 43", { expiresInDays: 10 }))
        const second = yield* remember(ada, size("SHOES 43", { importance: 8, expiresInDays: 3 }))
        assert.notProperty(first.result, "known")
        assert.deepStrictEqual(second.result, { ...first.result, importance: 8, known: true })
        const rows = yield* sql`
          SELECT content, importance, expires_at::date - created_at::date AS days FROM agent_memories`
        assert.deepStrictEqual(rows, [{ content: "Shoes 43", importance: 8, days: 3 }])
        yield* remember(ada, size("shoes 43"))
        assert.deepStrictEqual(yield* sql`SELECT importance, expires_at FROM agent_memories`, [
          { importance: 5, expires_at: null }
        ])
        const known = yield* remember(ada, { ...size("43: shoes!"), category: "other" })
        assert.deepStrictEqual(known.result, { ...first.result, known: true })
        yield* remember(ada, size("No shoes 43"))
        yield* remember(bob, size("Shoes 43"))
        assert.lengthOf(yield* sql`SELECT FROM agent_memories`, 3)
        yield* sql`
          UPDATE agent_memories SET created_at = now() - interval '3 days', expires_at = now() - interval '1 second'`
        assert.notProperty((yield* remember(ada, size("43 shoes"))).result, "known")
      })
    )

    it.effect("of the same words at once are one", () =>
      Effect.gen(function* () {
        yield* forgetAll
        const stored = yield* Effect.all(
          Array.makeBy(20, (n) => remember(ada, size("Shoes 43"), `the same words ${n}`)),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(Array.dedupe(stored.map(({ result }) => result.memory_id)), 1)
        assert.lengthOf(yield* recall(ada), 1)
      })
    )

    it.effect("are at most 100 for a person, also when 40 are added at once", () =>
      Effect.gen(function* () {
        yield* forgetAll
        yield* fill(90)
        const outcomes = yield* Effect.all(
          Array.makeBy(40, (n) => Effect.either(remember(ada, size(`size ${n}`), `at once ${n}`))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Either.isRight), 10)
        for (const outcome of outcomes) {
          assert.isTrue(Either.isRight(outcome) || outcome.left._tag === "MemoriesFull")
        }
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT FROM agent_memories WHERE user_id = ${ada.id}`, 100)
        assert.strictEqual((yield* remember(bob, size("Shoes 45"))).result.stored, true)
      })
    )

    it.effect("that expired do not count, but count again when they are renewed", () =>
      Effect.gen(function* () {
        yield* forgetAll
        yield* fill(100, true)
        const expired = { ...size("Wish 1"), category: "other" as const }
        yield* remember(ada, size("Shoes 43"))
        assert.strictEqual((yield* Effect.flip(remember(ada, expired)))._tag, "MemoriesFull")
        // What is there already can be made more important, full or not.
        assert.strictEqual((yield* remember(ada, size("Shoes 43", { importance: 10 }))).result.importance, 10)
        const [important] = yield* recall(ada, null, 1)
        yield* forget(ada, important!.memory_id)
        assert.strictEqual((yield* remember(ada, expired)).result.category, "other")
      })
    )

    it.effect("are forgotten by their owner alone, and once", () =>
      Effect.gen(function* () {
        yield* forgetAll
        const { result } = yield* remember(ada, size("Shoes 43"))
        assert.strictEqual((yield* Effect.flip(forget(bob, result.memory_id)))._tag, "MemoryNotFound")
        assert.deepStrictEqual(yield* forget(ada, result.memory_id, "forget it, once"), {
          result: { memory_id: result.memory_id, forgotten: true, content: UserText.make("Shoes 43") },
          replayed: false
        })
        assert.deepStrictEqual(yield* recall(ada), [])
        assert.strictEqual((yield* forget(ada, result.memory_id, "forget it, once")).replayed, true)
        assert.strictEqual((yield* Effect.flip(forget(ada, result.memory_id)))._tag, "MemoryNotFound")
        const other = MemoryId.make("99999999-0000-4000-8000-000000000000")
        assert.strictEqual((yield* Effect.flip(forget(ada, other, "forget it, once")))._tag, "EffectKeyReused")
      })
    )

    it.effect("are kept, changed and kept anew by one run", () =>
      Effect.gen(function* () {
        yield* forgetAll
        const shoes = remember(ada, size("Shoes 43"), "this way and that")
        const important = remember(ada, size("Shoes 43", { importance: 9 }), "this way and that")
        yield* Effect.gen(function* () {
          yield* shoes
          yield* important
          const { result } = yield* shoes
          assert.strictEqual(result.importance, 5)
          yield* forget(ada, result.memory_id, "this way and that")
          assert.isFalse((yield* shoes).replayed)
        }).pipe(Effect.provideService(CurrentRun, Option.some(writingRun(Option.none()))))
        assert.deepStrictEqual(
          (yield* recall(ada)).map(({ content, importance }) => [content, importance]),
          [["Shoes 43", 5]]
        )
      })
    )

    it.effect("are the first to be forgotten in a turn once, whichever of its questions asks", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const memories = yield* Memories
        yield* forgetAll
        const ids = yield* Effect.forEach(["Shoes 43", "Shirts M"], (content) =>
          Effect.map(remember(ada, size(content)), ({ result }) => result.memory_id)
        )
        const isFirst = Effect.fnUntraced(function* (trace: string, key: string, id: MemoryId) {
          const run = UsageLogId.make(v7())
          yield* sql`INSERT INTO agent_runs ${sql.insert({
            id: run,
            user_id: ada.id,
            agent_name: "product-discovery",
            message_key: "0".repeat(64),
            trace_id: trace,
            input_summary: "",
            expires_at: new Date(0)
          })}`
          const found = yield* memories.find(ada.id, id).pipe(
            Effect.tap((found) =>
              Effect.when(memories.forget(ada.id, id), () => Option.exists(found, ({ is_first }) => is_first))
            ),
            Effect.provideService(EffectKey, key),
            Effect.provideService(CurrentRun, Option.some(writingRun(Option.some(run))))
          )
          return Option.map(found, ({ is_first }) => is_first)
        })
        const [shoes, shirts] = ids as [MemoryId, MemoryId]
        assert.deepStrictEqual(yield* isFirst("a".repeat(32), "turn:0", shoes), Option.some(true))
        assert.deepStrictEqual(yield* isFirst("a".repeat(32), "turn:1", shirts), Option.some(false))
        assert.deepStrictEqual(yield* isFirst("b".repeat(32), "another:0", shirts), Option.some(true))
      })
    )

    it.effect("are kept once per effect key, and a refusal gives the key back", () =>
      Effect.gen(function* () {
        yield* forgetAll
        const first = yield* remember(ada, size("Shoes 43"), "remember it, once")
        yield* forget(ada, first.result.memory_id)
        assert.deepStrictEqual(yield* remember(ada, size("Shoes 43"), "remember it, once"), {
          result: first.result,
          replayed: true
        })
        assert.deepStrictEqual(yield* recall(ada), [])
        assert.strictEqual(
          (yield* Effect.flip(remember(ada, size("Shoes 44"), "remember it, once")))._tag,
          "EffectKeyReused"
        )
        yield* fill(100)
        assert.strictEqual((yield* Effect.flip(remember(ada, size("Shoes 45"), "one too many")))._tag, "MemoriesFull")
        yield* forgetAll
        assert.strictEqual((yield* remember(ada, size("Shoes 45"), "one too many")).replayed, false)
      })
    )
  })
}
