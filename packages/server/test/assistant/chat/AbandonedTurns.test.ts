import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Schedule, TestClock, TestContext } from "effect"
import { AbandonedTurns } from "../../../src/assistant/chat/AbandonedTurns.ts"
import { TurnStates } from "../../../src/assistant/chat/TurnStates.ts"
import * as Database from "../../../src/platform/database/Database.ts"
import { say } from "../../../src/testing/ScriptedModel.ts"
import { AgentRuns } from "../../../src/assistant/usage/AgentRuns.ts"
import { UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { abandon, expire, failureOf, makeConversation, stored, leasedTurn } from "../../support/conversations.ts"
import { start } from "../../support/orchestrator.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const layerOf = ({ layer }: TestDatabase.TestEngine) =>
  AbandonedTurns.layer.pipe(
    Layer.provideMerge(AgentRuns.layer),
    Layer.provideMerge(UsageLog.layer),
    Layer.provideMerge(shop),
    Layer.provideMerge(layer)
  )

for (const engine of TestDatabase.engines) {
  layer(layerOf(engine), { excludeTestServices: true })(`a turn whose process died on ${engine.name}`, (it) => {
    it.effect("is closed as cancelled when its lease is over, once", () =>
      Effect.gen(function* () {
        const { close } = yield* AbandonedTurns
        const { id, traceId } = yield* abandon(-5)
        const running = yield* abandon(60)
        const closed = yield* Effect.all([close, close], { concurrency: 2 })
        assert.strictEqual(closed[0] + closed[1], 1)
        const { conversation, runs } = yield* stored(id)
        assert.strictEqual(conversation?.holder, null)
        assert.deepStrictEqual(
          runs.map(({ agent_name, input_summary, status, trace_id }) => [agent_name, status, trace_id, input_summary]),
          [["orchestrator", "cancelled", traceId, "Hello?"]]
        )
        assert.strictEqual((yield* stored(running.id)).conversation?.holder, running.traceId)
      })
    )

    it.scoped("does not keep the next message waiting", () =>
      Effect.gen(function* () {
        const chat = yield* start([say("Here I am.")])
        const { id } = yield* abandon(-5)
        const answer = yield* chat.answer(ada, { message: "Hello again?", conversationId: id })
        assert.strictEqual(answer.response, "Here I am.")
        assert.deepStrictEqual(
          (yield* stored(id)).runs.map(({ status }) => status),
          ["cancelled", "success"]
        )
      })
    )

    it.scoped("cannot store an answer after it was closed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { close } = yield* AbandonedTurns
        const chat = yield* start([
          sql`UPDATE turns SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL`.pipe(
            Effect.zipRight(close),
            Effect.orDie,
            Effect.as(say("Too late."))
          )
        ])
        const { conversationId, reason } = yield* failureOf(chat.answer(ada, { message: "Hi", conversationId: null }))
        assert.strictEqual(reason._tag, "ServiceUnavailable")
        const { messages, runs } = yield* stored(conversationId)
        assert.deepStrictEqual(
          [messages.map(({ role }) => role), runs.map(({ status }) => status)],
          [["user"], ["cancelled"]]
        )
      })
    )

    it.effect("keeps its conversation busy for no longer than a lease when the clock was set back since", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { close } = yield* AbandonedTurns
        const { id } = yield* abandon(5 * 3_600)
        assert.strictEqual(yield* close, 0)
        const [left] = yield* sql`
          SELECT expires_at BETWEEN now() AND now() + interval '11 minutes' AS is_short FROM turns WHERE conversation_id = ${id}`
        assert.deepStrictEqual(left, { is_short: true })
      })
    )

    it.scoped("is no turn of a process that lives: that goes by its own clock, whatever the database's is set to", () =>
      Effect.gen(function* () {
        const context = yield* Layer.build(Layer.merge(TurnStates.layer, AbandonedTurns.layer))
        const { close } = Context.get(context, AbandonedTurns)
        const conversationId = yield* makeConversation()
        const turn = { ...leasedTurn(conversationId), lease: Duration.seconds(130) }
        const { traceId } = turn
        yield* Context.get(context, TurnStates).begin(turn, {
          content: "Hello?",
          metadata: {},
          isNew: false,
          title: "Hello?"
        })
        const holder = Effect.map(stored(conversationId), ({ conversation }) => conversation?.holder)
        yield* expire(conversationId, -5 * 3_600)
        yield* TestClock.adjust("2 minutes")
        yield* close
        assert.strictEqual(yield* holder, traceId)
        yield* expire(conversationId, 5 * 3_600)
        yield* TestClock.adjust("10 seconds")
        yield* close
        assert.isNull(yield* holder)
      }).pipe(Effect.provide(TestContext.TestContext))
    )

    it.scoped("is closed at the start of a program that has the database alone, however long its lease", () =>
      Effect.gen(function* () {
        const { id } = yield* abandon(120)
        yield* Layer.build(AbandonedTurns.sweep)
        assert.lengthOf((yield* stored(id)).runs, 0)
        yield* Layer.build(AbandonedTurns.sweep.pipe(Layer.provide(Layer.succeed(Database.IsSoleOwner, true))))
        const { conversation, runs } = yield* stored(id)
        assert.isNull(conversation?.holder)
        assert.deepStrictEqual(
          runs.map(({ status }) => status),
          ["cancelled"]
        )
      })
    )

    it.scoped("is found when the program starts, and within a minute afterwards", () =>
      Effect.gen(function* () {
        const first = yield* abandon(-5)
        yield* Layer.build(AbandonedTurns.sweep)
        const isClosed = (id: string) =>
          stored(id).pipe(
            Effect.filterOrFail(({ runs }) => runs.length > 0),
            Effect.retry(Schedule.forever)
          )
        yield* isClosed(first.id)
        const second = yield* abandon(-5)
        yield* TestClock.adjust("59 seconds")
        assert.lengthOf((yield* stored(second.id)).runs, 0)
        yield* TestClock.adjust("1 second")
        yield* isClosed(second.id)
      }).pipe(Effect.provide(TestContext.TestContext))
    )
  })
}
