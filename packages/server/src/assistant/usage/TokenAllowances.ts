import { SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { Effect, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { tokenBudgets } from "../../platform/config/BudgetConfig.ts"
import { embeddedProvider, ModelDescription } from "../model/ModelDescription.ts"
import { unlimited } from "../../platform/provider/TokenBudget.ts"

/** Allowance of a turn: the tokens of the person's day that are reserved for it. */
export interface Allowance {
  readonly tokens: number
  /** Limit that determines `tokens`: that of one turn, or that of the person's day. */
  readonly limitedBy: "turn" | "day"
  /** UTC day whose budget it is taken from; none if days have no limit. */
  readonly day: Option.Option<string>
}

/** Allowance of a turn that uses no tokens of the day. */
export const free: Allowance = { tokens: unlimited, limitedBy: "turn", day: Option.none() }

const TakenTokens = Schema.Struct({ tokens: Schema.Int, day: Schema.String })

/**
 * Daily token budgets of people, shared by all processes of a database. A turn reserves its allowance before it begins
 * and releases the unused rest afterwards, each in one statement, so that concurrent turns cannot overdraw the budget.
 * A turn whose process died counts as having used all of it, until the day ends.
 */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const budgets = yield* tokenBudgets
  const isFree = (yield* ModelDescription).provider === embeddedProvider
  const turnLimit = budgets.turn === 0 ? unlimited : budgets.turn

  const takeFromDay = SqlSchema.findOne({
    Request: UserId,
    Result: TakenTokens,
    execute: (user) => sql`
      INSERT INTO token_days AS reserved (user_id, day, tokens, last_taken)
      SELECT ${user}, (now() AT TIME ZONE 'UTC')::date, first, first
      FROM (SELECT least(${turnLimit}::bigint, ${budgets.userDay}::bigint) AS first) amounts
      ON CONFLICT (user_id, day) DO UPDATE SET
        tokens = reserved.tokens + least(${turnLimit}::bigint, ${budgets.userDay}::bigint - reserved.tokens),
        last_taken = least(${turnLimit}::bigint, ${budgets.userDay}::bigint - reserved.tokens)
      WHERE reserved.tokens < ${budgets.userDay}::bigint
      RETURNING last_taken::float8 AS tokens, day::text`
  })

  const reserve = Effect.fnUntraced(function* (user: UserId) {
    if (isFree) {
      return free
    }
    if (budgets.userDay === 0) {
      return { ...free, tokens: turnLimit }
    }
    const taken = yield* orUnavailable(takeFromDay(user))
    const allowance: Allowance = {
      tokens: Option.match(taken, { onNone: () => 0, onSome: ({ tokens }) => tokens }),
      limitedBy: Option.exists(taken, ({ tokens }) => tokens === turnLimit) ? "turn" : "day",
      day: Option.map(taken, ({ day }) => day)
    }
    return allowance
  })

  /** Releases the unused rest of an allowance. `left` is negative if the model has used more than was reserved. */
  const release = (user: UserId, { day }: Allowance, left: number) =>
    Option.match(day, {
      onNone: () => Effect.void,
      onSome: (day) =>
        orUnavailable(
          sql`UPDATE token_days SET tokens = tokens - ${left}::bigint WHERE user_id = ${user} AND day = ${day}::date`
        )
    })

  return { reserve, release }
})
