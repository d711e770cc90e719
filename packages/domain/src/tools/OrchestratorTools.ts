import { Toolkit } from "@effect/ai"
import { Context, Duration, type Effect, Schema } from "effect"
import { SpecialistName } from "../Topology.ts"
import { text } from "./Parameters.ts"
import { TimeLimit } from "./TimeLimit.ts"
import { tool, type ToolRefusal } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

/** The answer of a specialist. */
export interface SpecialistReply {
  readonly response: UserText
  /** Summaries of what it proposes: the shop itself asks the customer. */
  readonly proposed: ReadonlyArray<UserText>
  readonly durationMs: number
}

/** The specialists, for one turn of the orchestrator: they get its conversation, caller and deadline. */
export class SpecialistCalls extends Context.Tag("@storefront/domain/tools/OrchestratorTools/SpecialistCalls")<
  SpecialistCalls,
  {
    /** Asks one specialist; a second question waits until the first is answered. */
    readonly ask: (specialist: SpecialistName, message: string) => Effect.Effect<SpecialistReply, ToolRefusal>
  }
>() {}

export const callSpecialistAgent = tool("call_specialist_agent", {
  description:
    "Ask one specialist to do a part of the customer's request and get its answer. The specialist sees the " +
    "conversation so far, but not the current message: put everything it needs into `message`. Call one specialist " +
    "at a time; a later call may use earlier answers.",
  parameters: {
    // Any text, so that an unknown name is answered with the known ones.
    agent_name: Schema.String.annotations({
      jsonSchema: { type: "string", enum: SpecialistName.literals, description: "Which specialist" }
    }),
    message: text(1, 4000, "What the specialist is asked, complete in itself")
  },
  success: Schema.Struct({
    agent_name: SpecialistName,
    status: Schema.Literal("success"),
    response: UserText,
    /** Summaries of the proposals that wait for the customer's yes; the shop asks for it below the answer. */
    proposed: Schema.Array(UserText),
    /** Why `response` is empty. */
    message: Schema.optional(Schema.String),
    duration_ms: Schema.Int
  })
})
  // The hop has its own limit, `AGENT_HOP_TIMEOUT_MS`.
  .annotate(TimeLimit, Duration.infinity)
  .addDependency(SpecialistCalls)

/** All that the orchestrator can do. */
export class OrchestratorTools extends Toolkit.make(callSpecialistAgent) {}
