import { Toolkit } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { productId } from "@storefront/domain/tools/Parameters"
import { tool } from "@storefront/domain/tools/ToolContract"
import { Effect, Schema } from "effect"
import * as Agent from "../../../src/assistant/agent/Agent.ts"
import { agent, facts } from "../../support/toyAgent.ts"

const lookUp = tool("look_up", {
  description: "Looks something up.",
  // Its description mentions other tools.
  parameters: { product_id: productId },
  success: Schema.Struct({
    delivery_status: Schema.Literal("out_for_delivery", "lost"),
    nested: Schema.Array(Schema.Struct({ total_amount: Schema.Number }))
  })
})

const toolkit = Toolkit.make(lookUp)

const skill: Agent.Skill = { description: "Looks up", tags: [], examples: [] }

const made = (instructions: string, skills: Agent.Agent<typeof toolkit.tools>["skills"] = { look_up: skill }) =>
  Agent.make({
    name: "order-management",
    instructions: () => instructions,
    toolkit,
    context: { recentOrders: true, memories: false },
    skills
  })

const refusal = (instructions: string) =>
  Effect.map(Effect.flip(Agent.check(made(instructions))), (error) => error.message)

describe("an agent", () => {
  it.effect("may name its tools, their fields and their values in its instructions", () =>
    Effect.gen(function* () {
      yield* Agent.check(
        made("Call look_up with a product_id, greet by first_name. If out_for_delivery, give total_amount.")
      )
      yield* Agent.check(agent)
    }).pipe(Effect.provide(facts))
  )

  it.effect("does not start when its instructions name a tool it does not have", () =>
    Effect.gen(function* () {
      assert.include(yield* refusal("Use look_up, else find_product."), "find_product")
      assert.include(yield* refusal("Use look_up, else `initiate_return`."), "initiate_return")
    }).pipe(Effect.provide(facts))
  )

  it("has one skill for each of its tools, says the compiler", () => {
    const wrong = [
      // @ts-expect-error look_up has no skill
      made("Use look_up.", {}),
      // @ts-expect-error fly is no tool
      made("Use look_up.", { look_up: skill, fly: skill })
    ]
    assert.lengthOf(wrong, 2)
  })
})
