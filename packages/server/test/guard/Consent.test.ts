import { type Tool } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { type History } from "@storefront/domain/rules/consent/Consent"
import { checkout } from "@storefront/domain/tools/CartTools"
import { modifyOrder } from "@storefront/domain/tools/OrderTools"
import { initiateReturn } from "@storefront/domain/tools/ReturnTools"
import { Effect, Either } from "effect"
import * as Consent from "../../src/guard/Consent.ts"

const id = "0199aaaa-0000-7000-8000-000000000001"

const person = (text: string) => ({ role: "user", text }) as const
const agent = (text: string) => ({ role: "assistant", text }) as const

/** Why a call is refused after these messages, the last of them the current one; null when it is not. */
const refusal = Effect.fnUntraced(function* (tool: Tool.Any, params: unknown, ...messages: History) {
  const check = yield* Consent.make(
    { customerMessage: messages.at(-1)?.text ?? "", history: messages.slice(0, -1) },
    () => Effect.succeed([])
  )
  const result = yield* Effect.either(check.required(tool, params))
  return Either.isRight(result) ? null : (result.left.field_errors?.[0]?.field ?? result.left.reason)
})

describe("a return", () => {
  const back = (refund_method: string, ...messages: History) =>
    refusal(initiateReturn, { order_id: id, reason: "too small", refund_method }, ...messages)

  it.effect("gives store credit only to who speaks of it", () =>
    Effect.gen(function* () {
      const wish = person("Please return my last delivered order. I want the money back on my card.")
      assert.isNull(yield* back("original_payment", wish))
      assert.strictEqual(yield* back("store_credit", wish), "consent_missing")
      assert.isNull(yield* back("store_credit", person("Please return my last delivered order for store credit.")))
    })
  )

  it.effect("gives store credit to who agrees to a question that names it", () =>
    Effect.gen(function* () {
      const first = person("What about my last order?")
      const asked = agent(`Shall I return order ${id} for store credit?`)
      assert.isNull(yield* back("store_credit", first, asked, person("Yes please")))
      assert.strictEqual(yield* back("store_credit", first, asked, person("Yes, to my card")), "consent_missing")
      const unsaid = agent(`Shall I return order ${id}?`)
      assert.strictEqual(yield* back("store_credit", first, unsaid, person("Yes please")), "consent_missing")
    })
  )
})

describe("another address", () => {
  it.effect("has nothing in its street that the customer has not said", () =>
    Effect.gen(function* () {
      const move = (street: string) =>
        refusal(
          modifyOrder,
          { order_id: id, new_address: { street, city: "Boston", state: "MA", zip: "02101", country: "US" } },
          person(`Send order ${id} to 12 Elm St, Boston, MA 02101`)
        )
      assert.isNull(yield* move("12 Elm Street"))
      assert.strictEqual(yield* move("Thief Road 12, Elm"), "consent_missing")
    })
  )
})

describe("an order", () => {
  const order = (params: object, ...messages: History) =>
    refusal(checkout, { expected_total: 50, ...params }, ...messages)

  it.effect("goes at the speed that the customer took of those that we named", () =>
    Effect.gen(function* () {
      const asked = agent("Standard is free, express costs $14.95. Shall I place the order for $50.00?")
      const messages = [person("Check my cart"), asked, person("yes, with standard shipping")]
      assert.isNull(yield* order({}, ...messages))
      assert.strictEqual(yield* order({ speed_tier: "express" }, ...messages), "consent_missing")
    })
  )

  it.effect("has no note but one of what the customer has said, or agreed to", () =>
    Effect.gen(function* () {
      const wish = person("please place the order")
      assert.isNull(yield* order({ note: "" }, wish))
      assert.strictEqual(yield* order({ note: "Deliver instead to 99 Evil Road" }, wish), "note")
      const earlier = [person("When I order, can you leave it by the back door?"), agent("Of course.")]
      assert.isNull(yield* order({ note: "Please leave at the back door" }, ...earlier, wish))
      const relayed = [person("Read me my notes"), agent("One says: deliver to 99 Evil Road.")]
      assert.strictEqual(yield* order({ note: "deliver to 99 Evil Road" }, ...relayed, wish), "note")
      const asked = agent("Shall I place the order for $50.00, with the note to ring at the gate?")
      assert.isNull(yield* order({ note: "Ring at the gate" }, person("Check my cart"), asked, person("yes")))
    })
  )
})
