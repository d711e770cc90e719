import { Config } from "effect"
import { wholeNumberOr } from "./SettingSchemas.ts"

const maxTokens = 1_000_000_000

const tokens = (name: string, fallback: number) =>
  wholeNumberOr(name, fallback, {
    min: 0,
    max: maxTokens,
    message: `must be a number of tokens from 0 (no limit) to ${maxTokens}, for example ${fallback}`
  })

/** Token budgets at the model's provider; 0: unlimited. */
export const tokenBudgets = Config.all({
  /** Per turn, for all its agents together. */
  turn: tokens("BUDGET_TURN_TOKENS", 200_000),
  /** Per person and UTC day. */
  userDay: tokens("BUDGET_USER_DAY_TOKENS", 2_000_000),
  /** Of the guests of one client address together, per UTC day. */
  guestDay: tokens("BUDGET_GUEST_DAY_TOKENS", 400_000),
  /** Of all guests together, per UTC day. */
  guestsDay: tokens("BUDGET_GUESTS_DAY_TOKENS", 20_000_000)
})

/** Limit of the earlier messages in an agent's prompt, in tokens. */
export const historyTokens = wholeNumberOr("BUDGET_HISTORY_TOKENS", 6_000, { min: 0, max: 100_000 })
