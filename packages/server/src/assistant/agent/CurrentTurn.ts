import { Context, Option } from "effect"
import { type HistoryEntry } from "../turn/History.ts"
import { type EarlierAnswer } from "../turn/Turn.ts"
import { type TurnContext } from "./TurnContext.ts"

/** What an agent sees of a turn: the message, what was said before, and what is known about the person. */
export interface TurnView {
  readonly message: string
  /** The customer's own message, where `message` is a model's question. */
  readonly words?: string
  /** What specialists have answered in this turn before, in their order. */
  readonly earlierAnswers?: ReadonlyArray<EarlierAnswer>
  /** Oldest first, without the message itself. */
  readonly history: ReadonlyArray<HistoryEntry>
  readonly context: TurnContext
}

/**
 * The turn that the model is asked in, beside the prompt that is made of it: a model that is not a language model need not
 * find it again in the prompt's wording. None outside of a turn.
 */
export class CurrentTurn extends Context.Reference<CurrentTurn>()("@storefront/server/assistant/agent/CurrentTurn", {
  defaultValue: (): Option.Option<TurnView> => Option.none()
}) {}
