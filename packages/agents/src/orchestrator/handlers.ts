import { OrchestratorTools, SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { SpecialistName } from "@storefront/domain/Topology"
import { Effect, Schema } from "effect"

const isSpecialist = Schema.is(SpecialistName)

const unknownAgent = new ToolFailure({
  error: "invalid_argument",
  message: "There is no such specialist. Use one of known_agents.",
  field_errors: [{ field: "agent_name", message: "must be one of known_agents" }],
  known_agents: SpecialistName.literals
})

const leftToShop =
  "The specialist has nothing to add: below your answer the shop itself tells what was changed, and asks about what is proposed. Say nothing about it yourself."

/** Asks specialists for the turn that is running. */
export const layer = OrchestratorTools.toLayer({
  call_specialist_agent: Effect.fnUntraced(function* ({ agent_name, message }) {
    if (!isSpecialist(agent_name)) {
      return yield* Effect.fail(unknownAgent)
    }
    const specialists = yield* SpecialistCalls
    const { durationMs, proposed, response } = yield* specialists.ask(agent_name, message)
    return {
      agent_name,
      status: "success" as const,
      response,
      proposed,
      ...(response.trim() === "" ? { message: leftToShop } : {}),
      duration_ms: durationMs
    }
  })
})
