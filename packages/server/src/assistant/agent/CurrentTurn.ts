import { type ShopNames } from "@storefront/domain/ShopNames"
import { Context, Option } from "effect"
import { type HistoryEntry } from "../turn/History.ts"
import { type EarlierAnswer } from "../turn/Turn.ts"
import { type TurnContext } from "./TurnContext.ts"

/** Turn as an agent sees it: the message, the history, and the facts about the person. */
export interface TurnView {
  readonly message: string
  /** The customer's own message, if `message` is the orchestrator's question. */
  readonly words?: string
  /** Specialists' earlier answers in this turn, oldest first. */
  readonly earlierAnswers?: ReadonlyArray<EarlierAnswer>
  /** Oldest first, without the message itself. */
  readonly history: ReadonlyArray<HistoryEntry>
  readonly context: TurnContext
  readonly shop: ShopNames
}

/**
 * Turn in which the model is asked, for models that are not language models, so that they need not parse the prompt.
 * None outside of a turn.
 */
export class CurrentTurn extends Context.Reference<CurrentTurn>()("@storefront/server/assistant/agent/CurrentTurn", {
  defaultValue: (): Option.Option<TurnView> => Option.none()
}) {}
