import { type User } from "@storefront/domain/Identity"
import { type ConversationId, type UsageLogId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { type Effect, type Option } from "effect"
import { type ProposingTurn } from "../actions/ProposingTurn.ts"
import { type Deadline } from "../../platform/limits/SteadyClock.ts"
import { type IdOrigins } from "../guard/Provenance.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { type HistoryEntry } from "./History.ts"

/** What happens during a turn, for those who watch it. */
export type TurnEvent =
  | { readonly _tag: "Working" }
  | { readonly _tag: "ToolStarted"; readonly tool: string }
  /** A piece of the final answer. The pieces of a turn joined are its answer. */
  | { readonly _tag: "AnswerDelta"; readonly text: string }
  /** The turn is over and in the audit; also one that is interrupted, of which nothing else is left. */
  | { readonly _tag: "Recorded"; readonly report: TurnReport }

/** What is known of a run when it begins. */
export type RunBeginning = Pick<TurnReport, "traceId" | "startedAt">

/** One message for one agent. */
export interface TurnRequest {
  /**
   * Names the request: a repetition of it has the same name and no other request of the caller has, because what a tool
   * has written under it is not written again.
   */
  readonly turnId: string
  /** What the agent is asked: by a model, when the agent is a specialist. */
  readonly message: string
  /** What the customer wrote in this turn. */
  readonly customerMessage: string
  /** That of the server's words. */
  readonly locale: Locale
  /** In which turn of the front door the run can propose binding acts; none for another client, and at the front door itself. */
  readonly proposing: Option.Option<Omit<ProposingTurn, "traceId">>
  /** The ids that appeared in earlier runs of the conversation, oldest run first. */
  readonly earlierIds: Effect.Effect<ReadonlyArray<IdOrigins>>
  /** Oldest first, without `message`. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** Tokens of the history that the model gets to see. */
  readonly historyTokens: number
  readonly caller: User
  readonly conversationId: ConversationId | null
  /** The turn is interrupted when this has passed. */
  readonly deadline: Deadline
  readonly onProgress: (event: TurnEvent) => Effect.Effect<void>
  /** Tells the audit that the run begins, before its first tool. Answers its id there; none where nobody keeps books of what is open. */
  readonly begin: (beginning: RunBeginning) => Effect.Effect<Option.Option<UsageLogId>>
  /**
   * Keeps the report, and answers it with what else is known to have been written. Runs exactly once whatever happens to
   * the turn, and is not interrupted itself.
   */
  readonly record: (report: TurnReport) => Effect.Effect<TurnReport>
}
