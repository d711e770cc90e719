import { rule } from "@storefront/domain/api/Fields"
import { Config, Schema } from "effect"
import { wholeNumber } from "./Rules.ts"

const maxTokens = 1_000_000_000

const tokens = (name: string, fallback: number) =>
  Schema.Config(
    name,
    wholeNumber(0, maxTokens, fallback).annotations(
      rule(`must be a number of tokens from 0 (no limit) to ${maxTokens}, for example ${fallback}`)
    )
  ).pipe(Config.withDefault(fallback))

/** Tokens that may be used at the provider; 0 means any number. */
export const tokenBudgets = Config.all({
  /** In one turn, by all its agents together. */
  turn: tokens("BUDGET_TURN_TOKENS", 200_000),
  /** By one person in one UTC day. */
  userDay: tokens("BUDGET_USER_DAY_TOKENS", 2_000_000)
})
export type TokenBudgets = Config.Config.Success<typeof tokenBudgets>

/** Tokens of earlier messages that an agent gets to see. */
export const historyTokens = Schema.Config("BUDGET_HISTORY_TOKENS", wholeNumber(0, 100_000, 6_000)).pipe(
  Config.withDefault(6_000)
)
