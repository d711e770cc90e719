import { Context, Option } from "effect"
import { type HistoryEntry } from "../turn/History.ts"
import { type EarlierAnswer } from "../turn/Turn.ts"
import { type TurnContext } from "./TurnContext.ts"

/** An agent's view of a turn: the message, the history, and the known facts about the person. */
export interface TurnView {
  readonly message: string
  /** The customer's own message, if `message` is a model's question. */
  readonly words?: string
  /** Specialists' earlier answers in this turn, in their order. */
  readonly earlierAnswers?: ReadonlyArray<EarlierAnswer>
  /** Oldest first, without the message itself. */
  readonly history: ReadonlyArray<HistoryEntry>
  readonly context: TurnContext
}

/**
 * Turn in which the model is asked, for models that are not language models: they need not parse the prompt made of it.
 * None outside of a turn.
 */
export class CurrentTurn extends Context.Reference<CurrentTurn>()("@storefront/server/assistant/agent/CurrentTurn", {
  defaultValue: (): Option.Option<TurnView> => Option.none()
}) {}
