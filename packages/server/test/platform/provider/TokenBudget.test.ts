import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { type EndName, ProviderFailed } from "../../../src/platform/provider/ProviderFailed.ts"
import * as TokenBudget from "../../../src/platform/provider/TokenBudget.ts"
import * as TokenUsage from "../../../src/platform/provider/TokenUsage.ts"

const usage = TokenUsage.make({ tokensIn: 30, tokensOut: 10 })
const untold = TokenUsage.make({ tokensIn: 25 })
const spending = TokenBudget.reserving({ maxTokens: 100, assumedUsage: untold })
const answered = spending(Effect.succeed({ usage }))
const failing = (end: EndName, told?: TokenUsage.TokenUsage) =>
  Effect.exit(spending(new ProviderFailed({ end, ...(told === undefined ? {} : { usage: told }) })))

const books = Effect.all({ left: TokenBudget.left, lost: TokenBudget.unanswered })

describe("the tokens of a turn", () => {
  it.effect("are taken before a request, and given back as far as it did not use them", () =>
    Effect.gen(function* () {
      const during = yield* spending(Effect.map(TokenBudget.left, (left) => ({ left, usage })))
      assert.strictEqual(during.left, 50)
      assert.strictEqual(yield* TokenBudget.left, 110)
      yield* answered
      const refused = yield* Effect.flip(answered)
      assert.strictEqual(refused.end, "over_budget")
      assert.strictEqual(yield* TokenBudget.left, 70)
    }).pipe(TokenBudget.within(150))
  )

  it.effect("are used by requests without an answer, too, as far as the provider may have worked", () =>
    Effect.gen(function* () {
      yield* failing("unreachable")
      assert.deepStrictEqual(yield* books, { left: 1_000, lost: TokenUsage.noTokens })
      yield* failing("broken_off")
      assert.deepStrictEqual(yield* books, { left: 975, lost: untold })
      yield* failing("failed", usage)
      assert.deepStrictEqual(yield* books, { left: 935, lost: TokenUsage.add(untold, usage) })
      const exit = yield* Effect.exit(spending(Effect.interrupt))
      assert.isTrue(Exit.isInterrupted(exit))
      assert.strictEqual(yield* TokenBudget.left, 910)
    }).pipe(TokenBudget.within(1_000))
  )

  it.effect("are lent by halves, so that there is an answer whatever becomes of the other half", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* TokenBudget.lend, 500)
      assert.strictEqual(yield* TokenBudget.left, 501)
      yield* TokenBudget.returnUnused(460)
      assert.strictEqual(yield* TokenBudget.left, 961)
    }).pipe(TokenBudget.within(1_001))
  )
})
