import { type Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { OrderId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect } from "effect"
import { TurnContext } from "../../../src/assistant/agent/TurnContext.ts"
import * as TurnPrompt from "../../../src/assistant/agent/TurnPrompt.ts"
import { demoNames } from "../../../src/testing/DemoNames.ts"

const context = new TurnContext({
  today: "2026-03-01",
  weekday: "Sunday",
  customer: { first_name: UserText.make("Ada\nB"), role: "customer", loyalty_tier: "gold" },
  recent_orders: [
    {
      order_id: OrderId.make("bbbbbbbb-0000-4000-8000-000000000001"),
      status: "placed",
      total: Money.make(1_230),
      total_with_shipping: Money.make(1_825),
      date: "2026-02-01",
      products: [UserText.make("Hearthlow Ember Lamp")],
      more_products: 2,
      delivered_at: null,
      can_cancel: true,
      can_return: false
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

const textOf = ({ content }: Prompt.Message) =>
  typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join("|")

const id = (n: number) => `aaaaaaaa-0000-4000-8000-00000000000${n}`

describe("the prompt of a turn", () => {
  it.effect("has the ids of the three newest answers that show some behind them, and no others", () =>
    Effect.gen(function* () {
      const answers = [1, 2, 3, 4].flatMap((n) => [
        { role: "user", text: `Question ${n}` } as const,
        {
          role: "assistant",
          text: `Answer ${n}`,
          shows: [
            { kind: "product_list", ids: [id(n), "not an id"] },
            { kind: "pending_action", ids: [id(9)] },
            { kind: "cart", ids: [] }
          ]
        } as const
      ])
      const opening = yield* TurnPrompt.make({
        instructions: "Be kind.",
        context,
        shop: demoNames,
        history: answers,
        message: "That one."
      })
      const texts = opening.content.slice(2).map(textOf)
      assert.lengthOf(texts, 8 + 3 + 1)
      assert.deepStrictEqual(texts.slice(0, 4), ["Question 1", "Answer 1", "Question 2", "Answer 2"])
      assert.match(
        texts[4]!,
        new RegExp(
          `^The ids .*\n\\{"begin":"(data-\\w{32})","data":\\{"product_list":\\["${id(2)}"\\]\\},"end":"\\1"\\}$`
        )
      )
      assert.notInclude(texts.join(""), id(9))
    })
  )

  it.effect("has the instructions as the only system message and the context as data before the history", () =>
    Effect.gen(function* () {
      const opening = yield* TurnPrompt.make({
        instructions: "Be kind.",
        context,
        shop: demoNames,
        history,
        message: "The latest."
      })
      const [system, data, ...rest] = opening.content
      assert.strictEqual(system!.role, "system")
      assert.match(String(system!.content), /^Be kind\.\n\n.*\(quoted\)/)
      assert.strictEqual(data!.role, "user")
      assert.match(
        textOf(data!),
        /^Facts .*\n\{"begin":"(data-\w{32})","data":\{"today":.*"number":"#0000-0001","order_id":"b{8}-.*"total":12\.3.*"products":\["Hearthlow Ember Lamp"\],"more_products":2.*\},"end":"\1"\}$/
      )
      assert.deepStrictEqual(
        rest.map((message) => [message.role, textOf(message)]),
        [...history.map(({ role, text }) => [role, text]), ["user", "The latest."]]
      )
    })
  )
})
