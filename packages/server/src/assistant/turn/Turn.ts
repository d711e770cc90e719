import { type User } from "@storefront/domain/Identity"
import { type ConversationId, TraceId } from "@storefront/domain/Ids"
import { type Shown } from "@storefront/domain/tools/Shows"
import { type Locale } from "@storefront/domain/words/Locale"
import { Array, Context, Effect, Option, Schema } from "effect"
import { v4 } from "uuid"
import { type Deadline } from "../../platform/limits/SteadyClock.ts"
import { type GuardReport } from "../../platform/scanner/Scanner.ts"
import { type HistoryEntry } from "./History.ts"

/** What another run of the same turn has answered. */
export interface EarlierAnswer {
  readonly text: string
  readonly shows: ReadonlyArray<Shown>
}

/**
 * One message of a person, and everything that it is answered from. It travels as it is from the door to the tool, on both sides of
 * a hop; a question to a specialist is the same turn with a message of its own.
 */
export interface Turn {
  readonly caller: User
  /** Null where somebody asks a specialist outside of a conversation of the person. */
  readonly conversationId: ConversationId | null
  /** The text for the agent: the customer's words at the front door, a model's question at a specialist. */
  readonly message: string
  /**
   * Names the message: a repetition of it has the same name, and no other message of the caller has, because what a tool has
   * written under it is not written again.
   */
  readonly messageId: string
  /** The customer's own message. */
  readonly words: string
  /** The conversation before the words, oldest first. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** What specialists have answered in this turn before, in their order; none at the front door. */
  readonly earlierAnswers: ReadonlyArray<EarlierAnswer>
  /** The guard's opinion of the words and the history, where one of our services has one; it is asked only once. */
  readonly verdict: Option.Option<GuardReport>
  /** The language of the server's own sentences. */
  readonly locale: Locale
  /** The turn is interrupted when this has passed. */
  readonly deadline: Deadline
  readonly traceId: TraceId
}

/** A turn of a conversation, as every turn of the front door is one. */
export interface ConversationTurn extends Turn {
  readonly conversationId: ConversationId
}

const decodeTraceId = Schema.decodeOption(TraceId)

/** The trace that is under way; where tracing is off, one that nobody else has. */
export const currentTraceId = Effect.map(Effect.option(Effect.currentParentSpan), (span) =>
  span.pipe(
    Option.flatMap(({ traceId }) => decodeTraceId(traceId.toLowerCase())),
    Option.getOrElse(() => TraceId.make(v4().replaceAll("-", "")))
  )
)

/** All that the customer has said in the conversation: a text for each message, the current one last. */
export type OwnWords = Array.NonEmptyReadonlyArray<string>

/** The customer's own words among what was said. */
export const ownWords = ({ history, words }: Pick<Turn, "history" | "words">): OwnWords =>
  Array.append(
    history.flatMap(({ role, text }) => (role === "user" ? [text] : [])),
    words
  )

/** The customer's words of the turn that a tool is called in; none outside of a turn. */
export class CurrentOwnWords extends Context.Reference<CurrentOwnWords>()(
  "@storefront/server/assistant/turn/Turn/CurrentOwnWords",
  { defaultValue: (): Option.Option<OwnWords> => Option.none() }
) {}
