import { type User } from "@storefront/domain/Identity"
import { type ProductReference } from "@storefront/domain/api/AgentApi"
import { type ConversationId, TraceId } from "@storefront/domain/Ids"
import { type Shown } from "@storefront/domain/tools/Shows"
import { type Locale } from "@storefront/domain/words/Locale"
import { Array, Context, Effect, Option, Schema } from "effect"
import { v4 } from "uuid"
import { type Deadline } from "../../platform/limits/SteadyClock.ts"
import { type GuardReport } from "../../platform/scanner/Scanner.ts"
import { type HistoryEntry } from "./History.ts"

/** Answer of another run of the same turn. */
export interface EarlierAnswer {
  readonly text: string
  readonly shows: ReadonlyArray<Shown>
}

/**
 * Message of a person, and the data that it is answered from. It is passed unchanged from the chat to the tools, on
 * both sides of a hop. A question to a specialist is the same turn with another `message` and `messageId`.
 */
export interface Turn {
  readonly caller: User
  /** Null if a client asks a specialist outside of the person's conversations. */
  readonly conversationId: ConversationId | null
  /** Text for the agent: the customer's words for the orchestrator, its question for a specialist. */
  readonly message: string
  /**
   * Idempotency key of the message: a repetition has the same one, any other message of the caller a different one.
   * Tools write only once under it.
   */
  readonly messageId: string
  /** Message of the customer. */
  readonly words: string
  /** Conversation before the words, oldest first. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** Product whose page the customer looks at; absent if the client does not say. */
  readonly page?: ProductReference
  /** Specialists' earlier answers in this turn, oldest first; none for the orchestrator. */
  readonly earlierAnswers: ReadonlyArray<EarlierAnswer>
  /** Guard's report on the words and the history; if present, they are not scanned again. */
  readonly verdict: Option.Option<GuardReport>
  /** Language of the server's own sentences. */
  readonly locale: Locale
  /** Time at which the turn is interrupted. */
  readonly deadline: Deadline
  readonly traceId: TraceId
}

/** Turn within a conversation, like all turns of the chat. */
export interface ConversationTurn extends Turn {
  readonly conversationId: ConversationId
}

const decodeTraceId = Schema.decodeOption(TraceId)

/** Returns the id of the current trace; a new one if tracing is off. */
export const currentTraceId = Effect.map(Effect.option(Effect.currentParentSpan), (span) =>
  span.pipe(
    Option.flatMap(({ traceId }) => decodeTraceId(traceId.toLowerCase())),
    Option.getOrElse(() => TraceId.make(v4().replaceAll("-", "")))
  )
)

/** Messages of the customer in the conversation, the current one last. */
export type OwnWords = Array.NonEmptyReadonlyArray<string>

export const ownWords = ({ history, words }: Pick<Turn, "history" | "words">): OwnWords =>
  Array.append(
    history.flatMap(({ role, text }) => (role === "user" ? [text] : [])),
    words
  )

/** Customer's messages for the current tool call; none outside of a turn. */
export class CurrentOwnWords extends Context.Reference<CurrentOwnWords>()(
  "@storefront/server/assistant/turn/Turn/CurrentOwnWords",
  { defaultValue: (): Option.Option<OwnWords> => Option.none() }
) {}

/** The customer's message of the current tool call; empty outside of a turn. */
export const currentQuestion: Effect.Effect<string> = Effect.map(
  CurrentOwnWords,
  Option.match({ onNone: () => "", onSome: Array.lastNonEmpty })
)
