import { OrchestratorTools, SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { SpecialistName } from "@storefront/domain/Topology"
import { Array, Effect, Schema } from "effect"

const isSpecialist = Schema.is(SpecialistName)

const unknownAgent = new ToolFailure({
  error: "invalid_argument",
  message: "There is no such specialist. Use one of known_agents.",
  field_errors: [{ field: "agent_name", message: "must be one of known_agents" }],
  known_agents: SpecialistName.literals
})

const nothingToAdd =
  "The specialist has nothing to add: below your answer the shop itself tells what was changed, and asks about what is proposed. Say nothing about it yourself."

/** Reaches the model only if it is called again in spite of `answer_directly`. */
const notYetShown = "The customer has not seen this response: put it into your answer."

export const layer = OrchestratorTools.toLayer({
  call_specialist_agent: Effect.fnUntraced(function* ({ agent_name, answer_directly = false, message }) {
    if (!isSpecialist(agent_name)) {
      return yield* Effect.fail(unknownAgent)
    }
    const specialists = yield* SpecialistCalls
    const { durationMs, isOwn, missing, proposed, response } = yield* specialists.ask(
      agent_name,
      message,
      answer_directly
    )
    const note = response.trim() === "" ? nothingToAdd : answer_directly ? notYetShown : undefined
    return {
      agent_name,
      status: "success" as const,
      response,
      proposed,
      ...(Array.isNonEmptyReadonlyArray(missing) ? { missing } : {}),
      ...(answer_directly && isOwn ? { direct: true as const } : {}),
      ...(note === undefined ? {} : { message: note }),
      duration_ms: durationMs
    }
  })
})
