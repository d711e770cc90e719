import { Toolkit } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { tool } from "@storefront/domain/tools/ToolContract"
import { Effect, Fiber, Ref, Schema, TestClock } from "effect"
import * as ToolExecution from "../../src/agent/ToolExecution.ts"
import { ada } from "../support/toyAgent.ts"

const success = Schema.Struct({ ok: Schema.Boolean })
const Tools = Toolkit.make(
  tool("add_to_cart", { description: "Writes.", parameters: {}, success }),
  tool("get_cart", { description: "Reads.", parameters: {}, success })
)

/** The result of a tool whose handler does this at its first, second, ... attempt, and how many it took. */
const execute = Effect.fnUntraced(function* (
  name: "add_to_cart" | "get_cart",
  attempts: ReadonlyArray<Effect.Effect<{ readonly ok: boolean }>>
) {
  const made = yield* Ref.make(0)
  const handler = () =>
    Effect.flatMap(
      Ref.getAndUpdate(made, (n) => n + 1),
      (n) => attempts[n] ?? Effect.dieMessage("one attempt too many")
    )
  const toolkit = yield* Effect.provide(Tools, Tools.toLayer({ add_to_cart: handler, get_cart: handler }))
  const running = yield* Effect.fork(ToolExecution.execute(toolkit, name, {}, ada))
  yield* TestClock.adjust("1 minute")
  const result = yield* Fiber.join(running)
  return { result, attempts: yield* Ref.get(made) }
})

const done = Effect.succeed({ ok: true })
const unknown = { error: "unavailable", reason: "outcome_unknown", retryable: false }

describe("a tool that writes", () => {
  it.effect("is asked once more what became of it when its time is over", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* execute("add_to_cart", [Effect.never, done]), {
        result: { isFailure: false, value: { ok: true } },
        attempts: 2
      })
    })
  )

  it.effect("has an unknown outcome when it does not tell", () =>
    Effect.gen(function* () {
      const { attempts, result } = yield* execute("add_to_cart", [Effect.never, Effect.never])
      assert.isTrue(result.isFailure)
      assert.deepInclude(result.value, unknown)
      assert.strictEqual(attempts, 2)
    })
  )

  it.effect("has an unknown outcome when it breaks", () =>
    Effect.gen(function* () {
      const { result } = yield* execute("add_to_cart", [Effect.dieMessage("connection lost")])
      assert.deepInclude(result.value, unknown)
    })
  )
})

describe("a tool that reads", () => {
  it.effect("can be tried once more by the model when its time is over", () =>
    Effect.gen(function* () {
      const { attempts, result } = yield* execute("get_cart", [Effect.never])
      assert.deepInclude(result.value, { error: "unavailable", retryable: true })
      assert.strictEqual(attempts, 1)
    })
  )
})
