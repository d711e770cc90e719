import { Toolkit } from "@effect/ai"
import { Context, Duration, type Effect, Option, Schema } from "effect"
import { SpecialistName } from "../Topology.ts"
import { DirectAnswer } from "./DirectAnswer.ts"
import { text } from "./Parameters.ts"
import { TimeLimit } from "./TimeLimit.ts"
import { tool, type ToolRefusal } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

/** Why a tool of a specialist did not take an argument, and what would mend it. */
export const MissingArgument = Schema.Struct({ tool: Schema.String, field: Schema.String, message: Schema.String })
export type MissingArgument = typeof MissingArgument.Type

/** The answer of a specialist. */
export interface SpecialistReply {
  readonly response: UserText
  /** True for the specialist's own words, which can stand for the answer to the customer; false for the server's about a run that failed. */
  readonly isOwn: boolean
  /** Summaries of what it proposes: the shop itself asks the customer. */
  readonly proposed: ReadonlyArray<UserText>
  /** What it lacked to do what it was asked. */
  readonly missing: ReadonlyArray<MissingArgument>
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

const decodeDirect = Schema.decodeUnknownOption(
  Schema.Struct({ direct: Schema.Literal(true), response: Schema.String })
)

export const callSpecialistAgent = tool("call_specialist_agent", {
  description:
    "Ask one specialist to do a part of the customer's request and get its answer. The specialist sees the " +
    "conversation, the current message, and the answers to earlier calls; `message` says which part it is to do.",
  parameters: {
    // Any text, so that an unknown name is answered with the known ones.
    agent_name: Schema.String.annotations({
      jsonSchema: { type: "string", enum: SpecialistName.literals, description: "Which specialist" }
    }),
    message: text(1, 4000, "What the specialist is asked, complete in itself"),
    answer_directly: Schema.optional(
      Schema.Boolean.annotations({
        description:
          "true: its answer goes to the customer as it is, in place of yours. For a message that this one call serves whole, in the customer's language"
      })
    )
  },
  success: Schema.Struct({
    agent_name: SpecialistName,
    status: Schema.Literal("success"),
    response: UserText,
    /** Summaries of the proposals that wait for the customer's yes; the shop asks for it below the answer. */
    proposed: Schema.Array(UserText),
    /** What the specialist lacked; absent if it lacked nothing. */
    missing: Schema.optional(Schema.NonEmptyArray(MissingArgument)),
    /** The response can be the customer's answer as it is, as the model wished. */
    direct: Schema.optional(Schema.Literal(true)),
    /** Why `response` is empty, or that only the model has seen it. */
    message: Schema.optional(Schema.String),
    duration_ms: Schema.Int
  })
})
  // The hop has its own limit, `AGENT_HOP_TIMEOUT_MS`.
  .annotate(TimeLimit, Duration.infinity)
  .annotate(DirectAnswer, (result) => Option.map(decodeDirect(result), ({ response }) => response))
  .addDependency(SpecialistCalls)

/** All that the orchestrator can do. */
export class OrchestratorTools extends Toolkit.make(callSpecialistAgent) {}
