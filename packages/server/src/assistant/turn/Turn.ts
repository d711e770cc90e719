import { type User } from "@storefront/domain/Identity"
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
 * One message of a person, and everything that it is answered from. It is passed unchanged from the front door to the
 * tools, on both sides of a hop; a question to a specialist is the same turn with a message of its own.
 */
export interface Turn {
  readonly caller: User
  /** Null if somebody asks a specialist outside of the person's conversations. */
  readonly conversationId: ConversationId | null
  /** The text for the agent: the customer's words at the front door, a model's question at a specialist. */
  readonly message: string
  /**
   * Idempotency key of the message: a repetition has the same one, and no other message of the caller has it. Tools do
   * not write twice under it.
   */
  readonly messageId: string
  /** The customer's own message. */
  readonly words: string
  /** The conversation before the words, oldest first. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** Specialists' earlier answers in this turn, in their order; none at the front door. */
  readonly earlierAnswers: ReadonlyArray<EarlierAnswer>
  /** The guard's verdict on the words and the history, if one of our services gave it: they are scanned only once. */
  readonly verdict: Option.Option<GuardReport>
  /** Language of the server's own sentences. */
  readonly locale: Locale
  /** Time at which the turn is interrupted. */
  readonly deadline: Deadline
  readonly traceId: TraceId
}

/** Turn of a conversation; every turn of the front door is one. */
export interface ConversationTurn extends Turn {
  readonly conversationId: ConversationId
}

const decodeTraceId = Schema.decodeOption(TraceId)

/** Id of the current trace; a new one where tracing is off. */
export const currentTraceId = Effect.map(Effect.option(Effect.currentParentSpan), (span) =>
  span.pipe(
    Option.flatMap(({ traceId }) => decodeTraceId(traceId.toLowerCase())),
    Option.getOrElse(() => TraceId.make(v4().replaceAll("-", "")))
  )
)

/** All messages of the customer in the conversation, the current one last. */
export type OwnWords = Array.NonEmptyReadonlyArray<string>

/** Returns the customer's own words. */
export const ownWords = ({ history, words }: Pick<Turn, "history" | "words">): OwnWords =>
  Array.append(
    history.flatMap(({ role, text }) => (role === "user" ? [text] : [])),
    words
  )

/** The customer's words in the turn of the current tool call; none outside of a turn. */
export class CurrentOwnWords extends Context.Reference<CurrentOwnWords>()(
  "@storefront/server/assistant/turn/Turn/CurrentOwnWords",
  { defaultValue: (): Option.Option<OwnWords> => Option.none() }
) {}
