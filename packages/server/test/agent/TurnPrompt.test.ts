import { assert, describe, it } from "@effect/vitest"
import { OrderId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { TurnContext } from "../../src/agent/TurnContext.ts"
import * as TurnPrompt from "../../src/agent/TurnPrompt.ts"

const context = new TurnContext({
  today: "2026-03-01",
  customer: { first_name: UserText.make("Ada\nB"), role: "customer", loyalty_tier: "gold" },
  recent_orders: [
    {
      order_id: OrderId.make("bbbbbbbb-0000-4000-8000-000000000001"),
      status: "placed",
      total: Money.make(1_230),
      date: "2026-02-01"
    }
  ],
  memories: [{ category: "size", content: UserText.make("42"), importance: 5 }]
})

const history = [
  { role: "user", text: "Hi" },
  { role: "assistant", text: "Hello!" },
  { role: "user", text: "Where is it?" },
  { role: "assistant", text: "Which order?" }
] as const

const opening = TurnPrompt.make({ instructions: "Be kind.", context, history, message: "The latest." })

describe("the prompt of a turn", () => {
  it("has the instructions as the only system message and the context as data before the history", () => {
    const [system, data, ...rest] = opening.content
    assert.strictEqual(system!.role, "system")
    assert.strictEqual(system!.content, "Be kind.")
    assert.strictEqual(data!.role, "user")
    assert.include(JSON.stringify(data!.content), "12.3")
    assert.deepStrictEqual(
      rest.map((message) => message.role),
      ["user", "assistant", "user", "assistant", "user"]
    )
  })
})
