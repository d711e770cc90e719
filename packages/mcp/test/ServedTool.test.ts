import { Toolkit } from "@effect/ai"
import { assert, it } from "@effect/vitest"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { tool, ToolFailure, type ToolRefusal } from "@storefront/domain/tools/ToolContract"
import { Effect, Exit, Fiber, Logger, Option, Schema, TestClock } from "effect"
import * as ServedTool from "../src/tools/ServedTool.ts"
import { demoNames } from "@storefront/server/testing/DemoNames"

const contract = tool("count_things", {
  description: "Count.",
  parameters: { kind: Schema.Literal("red", "blue") },
  success: Schema.Struct({ count: Schema.NumberFromString })
})

type Handler = Effect.Effect<{ readonly count: number }, ToolRefusal>

/** A call of the tool that this handler answers. */
const call = (handler: Handler, params: unknown = { kind: "red" }) => {
  const [served] = ServedTool.make(Toolkit.make(contract), { count_things: () => handler }, Effect.succeed(demoNames))
  return served!.call(params, Option.none())
}

const three = Effect.succeed({ count: 3 })

it.effect("answers a call as the contract encodes it, and the same as text", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* call(three), {
      content: [{ type: "text", text: '{"count":"3"}' }],
      structuredContent: { count: "3" },
      isError: false
    })
  })
)

it.effect("shows of a failure what it says it shows, and no more", () =>
  Effect.gen(function* () {
    const failure = new ToolFailure({ error: "not_found", message: "Look again.", id: "7", current_status: "secret" })
    const { isError, structuredContent } = yield* call(Effect.fail(failure))
    assert.isTrue(isError)
    assert.deepStrictEqual(structuredContent, { error: "not_found", message: "Look again.", id: "7" })
  })
)

it.effect("names what is wrong with the arguments without running anything", () =>
  Effect.gen(function* () {
    const { structuredContent } = yield* call(Effect.die("was run"), { kind: "green", more: 1 })
    assert.strictEqual(structuredContent["error"], "invalid_argument")
    assert.deepStrictEqual(structuredContent["field_errors"], [
      { field: "more", message: "is not a parameter of this tool" },
      { field: "kind", message: "must be one of red, blue" }
    ])
  })
)

it.effect("says that it is unavailable when its handler breaks, loses the database or takes too long", () =>
  Effect.gen(function* () {
    const unavailable = { error: "unavailable", retryable: true }
    const broken = yield* call(Effect.die(new Error("hunter2"))).pipe(
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
    assert.deepInclude(broken.structuredContent, unavailable)
    const lost = yield* call(new DatabaseUnavailable({ cause: new Error("hunter2") })).pipe(
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
    assert.deepStrictEqual(lost, broken)
    assert.notInclude(JSON.stringify([broken, lost]), "hunter2")
    const slow = yield* Effect.fork(call(Effect.never))
    yield* TestClock.adjust("9 seconds")
    assert.isTrue(Option.isNone(yield* Fiber.poll(slow)))
    yield* TestClock.adjust("1 second")
    assert.deepInclude((yield* Fiber.join(slow)).structuredContent, unavailable)
  })
)

it.effect("stops when nobody waits for it any more", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(call(Effect.never))
    assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
  })
)
