import { Toolkit } from "@effect/ai"
import { Context, Duration, type Effect, Option, Schema } from "effect"
import { SpecialistName } from "../Topology.ts"
import { DirectAnswer } from "./DirectAnswer.ts"
import { text } from "./Parameters.ts"
import { TimeLimit } from "./TimeLimit.ts"
import { tool, type ToolRefusal } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"
import { AllowedRoles, everybody } from "./RolePolicy.ts"

/** An argument that a specialist's tool rejected, and how to correct it. */
export const MissingArgument = Schema.Struct({ tool: Schema.String, field: Schema.String, message: Schema.String })
export type MissingArgument = typeof MissingArgument.Type

/** Answer of a specialist. */
export interface SpecialistReply {
  readonly response: UserText
  /** True for the specialist's own words, which may answer the customer; false for the server's, if the run failed. */
  readonly isOwn: boolean
  /** Summaries of its proposals; the shop itself asks the customer about them. */
  readonly proposed: ReadonlyArray<UserText>
  /** Arguments that it needed but did not have. */
  readonly missing: ReadonlyArray<MissingArgument>
  readonly durationMs: number
}

/** Calls specialists for one turn of the orchestrator, with the turn's conversation, caller and deadline. */
export class SpecialistCalls extends Context.Tag("@storefront/domain/tools/OrchestratorTools/SpecialistCalls")<
  SpecialistCalls,
  {
    /**
     * Asks a specialist. A second question waits until the first is answered. With `answersDirectly`, its answer is
     * released to the customer while it is written, if it can still become the turn's answer.
     */
    readonly ask: (
      specialist: SpecialistName,
      message: string,
      answersDirectly?: boolean
    ) => Effect.Effect<SpecialistReply, ToolRefusal>
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
    // Accepts any text, so that an unknown name is answered with the known ones.
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
    /** Summaries of proposals that await the customer's yes; the shop asks for it below the answer. */
    proposed: Schema.Array(UserText),
    /** Arguments that the specialist lacked; absent if none. */
    missing: Schema.optional(Schema.NonEmptyArray(MissingArgument)),
    /** True if the response can be the customer's answer unchanged, and the model asked for that. */
    direct: Schema.optional(Schema.Literal(true)),
    /** Reason for an empty `response`, or a note that only the model has seen it. */
    message: Schema.optional(Schema.String),
    duration_ms: Schema.Int
  })
})
  .annotate(AllowedRoles, everybody)
  // The hop has a limit of its own, `AGENT_HOP_TIMEOUT_MS`.
  .annotate(TimeLimit, Duration.infinity)
  .annotate(DirectAnswer, (result) => Option.map(decodeDirect(result), ({ response }) => response))
  .addDependency(SpecialistCalls)

export class OrchestratorTools extends Toolkit.make(callSpecialistAgent) {}
