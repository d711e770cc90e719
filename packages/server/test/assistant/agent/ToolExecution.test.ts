import { Toolkit } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { OrderId } from "@storefront/domain/Ids"
import { AllowedRoles } from "@storefront/domain/tools/RolePolicy"
import { tool } from "@storefront/domain/tools/ToolContract"
import { Effect, Fiber, Layer, Option, Ref, Schema, TestClock } from "effect"
import * as ToolExecution from "../../../src/assistant/agent/ToolExecution.ts"
import { OrderNumbers } from "../../../src/shop/orders/OrderNumbers.ts"
import { CurrentProvenance } from "../../../src/assistant/guard/CurrentProvenance.ts"
import * as Provenance from "../../../src/assistant/guard/Provenance.ts"
import { ada, seller } from "../../support/toyAgent.ts"

const success = Schema.Struct({ ok: Schema.Boolean })
const Tools = Toolkit.make(
  tool("add_to_cart", { description: "Writes.", parameters: {}, success }),
  tool("get_cart", { description: "Reads.", parameters: {}, success })
)

/** The result of a tool whose handler does this at its first, second, ... attempt, and how many it took. */
const execute = Effect.fnUntraced(function* (
  name: "add_to_cart" | "get_cart",
  attempts: ReadonlyArray<Effect.Effect<{ readonly ok: boolean }, DatabaseUnavailable>>
) {
  const made = yield* Ref.make(0)
  const handler = () =>
    Effect.flatMap(
      Ref.getAndUpdate(made, (n) => n + 1),
      (n) => attempts[n] ?? Effect.dieMessage("one attempt too many")
    )
  const toolkit = yield* Effect.provide(Tools, Tools.toLayer({ add_to_cart: handler, get_cart: handler }))
  const running = yield* Effect.fork(
    Effect.provide(ToolExecution.execute(toolkit, name, {}, ada), OrderNumbers.layerTest)
  )
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

  it.effect("has an unknown outcome when the database is lost", () =>
    Effect.gen(function* () {
      const { attempts, result } = yield* execute("add_to_cart", [new DatabaseUnavailable()])
      assert.isTrue(result.isFailure)
      assert.deepInclude(result.value, unknown)
      assert.strictEqual(attempts, 1)
    })
  )
})

describe("in a run", () => {
  const said = "aaaaaaaa-0000-4000-8000-000000000001"
  const found = "aaaaaaaa-0000-4000-8000-000000000002"
  const foreign = "aaaaaaaa-0000-4000-8000-000000000003"
  const parameters = { order_id: OrderId }
  const Orders = Toolkit.make(
    tool("cancel_order", { description: "Writes.", parameters, success }).annotate(AllowedRoles, ["customer"]),
    tool("get_order_details", { description: "Reads.", parameters, success: Schema.Struct({ order_id: OrderId }) })
  )

  it.effect("a tool writes to what the customer named or a tool found, and reads everything", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const handlers = Orders.toLayer({
        cancel_order: ({ order_id }) => Effect.sync(() => ({ ok: written.push(order_id) > 0 })),
        get_order_details: ({ order_id }) => Effect.succeed({ order_id })
      })
      const toolkit = yield* Effect.provide(Orders, handlers)
      const customerMessage = `cancel ${said}`
      const guard = yield* Provenance.make([customerMessage], Effect.succeed([]))
      const call = (name: "cancel_order" | "get_order_details", order_id: string, caller = ada) =>
        ToolExecution.execute(toolkit, name, { order_id }, caller).pipe(
          Effect.provideService(CurrentProvenance, Option.some(guard)),
          Effect.provide(OrderNumbers.layerTest)
        )
      assert.isFalse((yield* call("cancel_order", said)).isFailure)
      assert.deepInclude((yield* call("cancel_order", found)).value, {
        error: "invalid_argument",
        field_errors: [
          {
            field: "order_id",
            message:
              "is an id that neither the customer nor a tool has named in this conversation; look it up among the customer's orders"
          }
        ]
      })
      assert.deepInclude((yield* call("cancel_order", foreign, seller)).value, { error: "forbidden" })
      assert.isFalse((yield* call("get_order_details", found)).isFailure)
      assert.isFalse((yield* call("cancel_order", found)).isFailure)
      assert.deepStrictEqual(written, [said, found])
    })
  )
})

describe("a tool whose order is named by its number", () => {
  const Orders = Toolkit.make(
    tool("cancel_order", { description: "Writes.", parameters: { order_id: OrderId }, success })
  )

  for (const [end, found, reason] of [
    ["says that the database is lost", new DatabaseUnavailable(), "unavailable"],
    ["does not work", Effect.dieMessage("a broken row"), undefined]
  ] as const) {
    it.effect(`${end} when the order cannot be looked up, and does nothing`, () =>
      Effect.gen(function* () {
        const handlers = Orders.toLayer({ cancel_order: () => Effect.dieMessage("was called") })
        const toolkit = yield* Effect.provide(Orders, handlers)
        const { isFailure, value } = yield* Effect.provide(
          ToolExecution.execute(toolkit, "cancel_order", { order_id: "#0000-0001" }, ada),
          Layer.mock(OrderNumbers, { find: () => found })
        )
        assert.isTrue(isFailure)
        assert.deepStrictEqual(value, {
          error: "unavailable",
          message: "The tool does not work at the moment. Say what could not be done, or try once more.",
          ...(reason === undefined ? {} : { reason }),
          retryable: true
        })
      })
    )
  }
})

describe("a tool that reads", () => {
  it.effect("can be tried once more by the model when its time is over", () =>
    Effect.gen(function* () {
      const { attempts, result } = yield* execute("get_cart", [Effect.never])
      assert.deepInclude(result.value, { error: "unavailable", retryable: true })
      assert.strictEqual(attempts, 1)
    })
  )

  it.effect("says that the database is lost, and nothing of a defect", () =>
    Effect.gen(function* () {
      const broken = {
        error: "unavailable",
        message: "The tool does not work at the moment. Say what could not be done, or try once more.",
        retryable: true
      }
      const lost = yield* execute("get_cart", [new DatabaseUnavailable({ cause: new Error("hunter2") })])
      assert.deepStrictEqual(lost.result, { isFailure: true, value: { ...broken, reason: "unavailable" } })
      const { result } = yield* execute("get_cart", [Effect.dieMessage("hunter2")])
      assert.deepStrictEqual(result, { isFailure: true, value: broken })
    })
  )
})
