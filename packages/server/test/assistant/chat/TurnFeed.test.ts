import { assert, describe, it } from "@effect/vitest"
import { applyEvent, initialState, type TurnEvent } from "@storefront/domain/turn/TurnEvents"
import { Chunk, Deferred, Effect, Exit, FastCheck as fc, Fiber, Scope, Stream } from "effect"
import { type FollowedTurn } from "../../../src/assistant/chat/FollowedTurn.ts"
import * as TurnFeed from "../../../src/assistant/chat/TurnFeed.ts"

const end: TurnEvent = {
  _tag: "done",
  outcome: "answered",
  agents_involved: ["order-management"],
  tokens_in: 1,
  tokens_out: 2,
  duration_ms: 3
}

const call = fc.constantFrom("a", "b", "c")

/** Events of a turn before its end, in any order. */
const event: fc.Arbitrary<TurnEvent> = fc.oneof(
  fc.record({ _tag: fc.constant("text" as const), delta: fc.string({ minLength: 1 }) }),
  fc.record({ _tag: fc.constant("text_discarded" as const) }),
  fc.record({ _tag: fc.constant("started" as const) }),
  fc.record({ _tag: fc.constant("tool_started" as const), call, tool: fc.constant("get_cart"), title: fc.string() }),
  fc.record({
    _tag: fc.constant("tool_finished" as const),
    call,
    status: fc.constantFrom("success" as const, "error" as const),
    duration_ms: fc.nat()
  }),
  fc.record({
    _tag: fc.constant("specialist_started" as const),
    call,
    agent_name: fc.constant("order-management"),
    title: fc.string()
  }),
  fc.record({
    _tag: fc.constant("card" as const),
    card: fc.record({ kind: fc.constant("product"), data: fc.string() })
  })
)

const fold = ({ events, state }: FollowedTurn) =>
  Effect.map(Stream.runCollect(events), (rest) => Chunk.reduce(rest, state, applyEvent))

describe("the events of a turn", () => {
  it.effect("fold to the same state for whoever comes at any of 1,000 moments, and stays or comes again", () =>
    Effect.gen(function* () {
      let moments = 0
      const turns = fc.sample(fc.array(event, { minLength: 20, maxLength: 60 }), { numRuns: 30, seed: 55 })
      for (const events of turns) {
        const feed = yield* TurnFeed.make
        const readers: Array<Fiber.Fiber<unknown, unknown>> = []
        for (const next of events) {
          readers.push(yield* Effect.fork(Effect.scoped(Effect.flatMap(feed.follow, fold))))
          moments += 1
          yield* feed.publish(next)
          yield* Effect.when(Effect.yieldNow(), () => next._tag === "text")
        }
        yield* feed.end([end], false)
        const expected = [...events, end].reduce(applyEvent, initialState)
        for (const reader of readers) {
          assert.deepStrictEqual(yield* Fiber.join(reader), expected)
        }
      }
      assert.isAbove(moments, 1_000)
    })
  )

  it.effect("close a reader that is a quarter of a megabyte behind, and nobody else", () =>
    Effect.gen(function* () {
      const feed = yield* TurnFeed.make
      const scope = yield* Scope.make()
      const slow = yield* Scope.extend(feed.follow, scope)
      const quick = yield* Effect.fork(Effect.scoped(Effect.flatMap(feed.follow, fold)))
      for (let piece = 0; piece < 30; piece++) {
        yield* feed.publish({ _tag: "text", delta: "x".repeat(10_000) })
        yield* Effect.yieldNow()
      }
      yield* feed.end([end], false)
      const { reason } = yield* Effect.flip(Stream.runDrain(slow.events))
      assert.strictEqual(reason, "slow")
      yield* Scope.close(scope, Exit.void)
      yield* Fiber.join(quick)
      assert.isTrue(yield* feed.isReceived)
    })
  )

  it.effect(
    "are joined for a reader that is behind: texts that follow each other, up to whatever stands between them",
    () =>
      Effect.gen(function* () {
        const feed = yield* TurnFeed.make
        const { events } = yield* feed.follow
        const text = (delta: string): TurnEvent => ({ _tag: "text", delta })
        const discarded: TurnEvent = { _tag: "text_discarded" }
        yield* Effect.forEach([text("It "), text("is "), discarded, text("Not "), text("here.")], feed.publish)
        yield* feed.end([end], false)
        assert.deepStrictEqual(Chunk.toReadonlyArray(yield* Stream.runCollect(events)), [
          text("It is "),
          discarded,
          text("Not here."),
          end
        ])
        assert.lengthOf(feed.eventsAfter(0), 6)
      }).pipe(Effect.scoped)
  )

  it.effect("are received by a reader that took the end, and not by one that left before", () =>
    Effect.gen(function* () {
      const left = yield* TurnFeed.make
      yield* Effect.scoped(left.follow)
      yield* left.end([end], true)
      assert.isFalse(yield* left.isReceived)

      const leaving = yield* TurnFeed.make
      const scope = yield* Scope.make()
      yield* Scope.extend(leaving.follow, scope)
      yield* leaving.end([end], true)
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(yield* leaving.isReceived)

      const staying = yield* TurnFeed.make
      const done = yield* Deferred.make<void>()
      const reader = yield* Effect.fork(
        Effect.scoped(Effect.flatMap(staying.follow, fold).pipe(Effect.zipRight(Deferred.await(done))))
      )
      yield* Effect.yieldNow()
      yield* staying.end([end], true)
      assert.isTrue(yield* staying.isReceived)
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(reader)
    })
  )
})
