import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, TestClock } from "effect"
import * as SteadyClock from "../../../src/platform/limits/SteadyClock.ts"
import { ProviderFailed } from "../../../src/platform/provider/ProviderFailed.ts"
import * as RetryBudget from "../../../src/platform/provider/RetryBudget.ts"

/** A request that always fails like this, and how often it was sent. */
const failing = (failure: ProviderFailed) => {
  const sent = { count: 0 }
  const request = RetryBudget.retrying(
    Effect.suspend(() => {
      sent.count += 1
      return failure
    })
  )
  return { sent, request }
}

const inTurn = Effect.fnUntraced(function* (turn: Effect.Effect<unknown, ProviderFailed>) {
  const deadline = yield* SteadyClock.deadlineIn("1 minute")
  const fiber = yield* Effect.fork(Effect.exit(RetryBudget.within(deadline, RetryBudget.maxRetriesOfTurn)(turn)))
  yield* TestClock.adjust("1 minute")
  yield* Fiber.join(fiber)
})

it.effect("a turn repeats 5 requests, one request 3 times", () =>
  Effect.gen(function* () {
    const { request, sent } = failing(new ProviderFailed({ end: "faulty" }))
    yield* inTurn(request)
    assert.strictEqual(sent.count, 4)
    yield* inTurn(Effect.forEach([1, 2, 3, 4], () => Effect.ignore(request)))
    assert.strictEqual(sent.count, 4 + 4 + 5)
  })
)

it.effect("nothing is repeated that the provider wants to hear of after the deadline only", () =>
  Effect.gen(function* () {
    const late = failing(new ProviderFailed({ end: "busy", retryAfter: Duration.minutes(2) }))
    yield* inTurn(late.request)
    assert.strictEqual(late.sent.count, 1)
    const soon = failing(new ProviderFailed({ end: "busy", retryAfter: Duration.seconds(40) }))
    yield* inTurn(soon.request)
    assert.strictEqual(soon.sent.count, 2)
  })
)
