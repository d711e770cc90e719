import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { OrderId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { Option } from "effect"
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

const callPart = (id: string, params: unknown) =>
  Prompt.makePart("tool-call", { id, name: `tool_${id}`, params, providerExecuted: false })

const resultPart = (id: string, isFailure: boolean, result: unknown) =>
  Prompt.makePart("tool-result", { id, name: `tool_${id}`, isFailure, result, providerExecuted: false })

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

  it("can be read back", () => {
    const read = Option.getOrThrow(TurnPrompt.read(opening))
    assert.deepStrictEqual(read, { turn: { message: "The latest.", history: [...history], context }, outcomes: [] })
  })

  it("tells the calls of the turn with their results, in order, whatever their ids", () => {
    const later = Prompt.fromMessages([
      ...opening.content,
      Prompt.makeMessage("assistant", {
        content: [Prompt.makePart("text", { text: "Let me see." }), callPart("a", { x: 1 }), callPart("a", {})]
      }),
      Prompt.toolMessage({ content: [resultPart("a", false, { found: true }), resultPart("a", true, { error: "e" })] }),
      Prompt.makeMessage("system", { content: "Your last answer could not be read." }),
      Prompt.makeMessage("assistant", { content: [callPart("a", { x: 2 })] }),
      Prompt.toolMessage({ content: [resultPart("a", false, { found: false })] })
    ])
    const read = Option.getOrThrow(TurnPrompt.read(later))
    assert.strictEqual(read.turn.message, "The latest.")
    assert.deepStrictEqual(read.outcomes, [
      { call: { name: "tool_a", params: { x: 1 } }, isFailure: false, result: { found: true } },
      { call: { name: "tool_a", params: {} }, isFailure: true, result: { error: "e" } },
      { call: { name: "tool_a", params: { x: 2 } }, isFailure: false, result: { found: false } }
    ])
  })

  it("is not mistaken for another prompt", () => {
    assert.isTrue(Option.isNone(TurnPrompt.read(Prompt.make("Hello"))))
    assert.isTrue(Option.isNone(TurnPrompt.read(Prompt.empty)))
    assert.isTrue(Option.isNone(TurnPrompt.read(Prompt.fromMessages(opening.content.slice(0, 2)))))
  })
})
