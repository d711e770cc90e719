import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { Effect, Number, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { tokenBudgets } from "../../platform/config/BudgetConfig.ts"
import { embeddedProvider, ModelDescription } from "../model/ModelDescription.ts"
import { unlimited } from "../../platform/provider/TokenBudget.ts"

/** Budget that a turn draws on: the person's day or, for a guest, the day of all guests of a client address. */
export type Payer = { readonly user: UserId } | { readonly guestsOf: string }

/** Allowance of a turn: the tokens of a day that are reserved for it. */
export interface Allowance {
  readonly tokens: number
  /** Limit that determines `tokens`: that of one turn, or that of the day. */
  readonly limitedBy: "turn" | "day"
  /** Releases the unused rest. `left` is negative if the model has used more than was reserved. */
  readonly release: (left: number) => Effect.Effect<unknown, DatabaseUnavailable>
}

/** Allowance of a turn that uses no tokens of a day. */
export const free: Allowance = { tokens: unlimited, limitedBy: "turn", release: () => Effect.void }

/** Guests' turns whose reservations fit into a day together. */
const guestTurnsAtOnce = 8

const TakenTokens = Schema.Struct({ tokens: Schema.Int, day: Schema.String })

const decodeCounts = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ bucket: Schema.String, used: Schema.Int, day: Schema.String }))
)

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

  /** Start of the current UTC day. */
  const today = sql.literal("date_trunc('day', now(), 'UTC')")

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

  const reserveForUser = Effect.fnUntraced(function* (user: UserId) {
    if (budgets.userDay === 0) {
      return { ...free, tokens: turnLimit }
    }
    const taken = yield* orUnavailable(takeFromDay(user))
    const allowance: Allowance = {
      tokens: Option.match(taken, { onNone: () => 0, onSome: ({ tokens }) => tokens }),
      limitedBy: Option.exists(taken, ({ tokens }) => tokens === turnLimit) ? "turn" : "day",
      release: (left) =>
        Option.match(taken, {
          onNone: () => Effect.void,
          onSome: ({ day }) =>
            orUnavailable(
              sql`UPDATE token_days SET tokens = tokens - ${left}::bigint WHERE user_id = ${user} AND day = ${day}::date`
            )
        })
    }
    return allowance
  })

  /**
   * Counts guests' tokens among the rate limits, since nothing else may keep a trace of an address. A turn counts with
   * all that it may use until it releases the rest, so that concurrent turns cannot overdraw the day. It gets a part of
   * the day only, so that a few of them do not refuse the next one.
   */
  const reserveForGuests = Effect.fnUntraced(function* (address: string) {
    const limits = [
      { bucket: `guest-tokens:${address}`, max: budgets.guestDay },
      { bucket: "guests-tokens", max: budgets.guestsDay }
    ].filter(({ max }) => max > 0)
    if (limits.length === 0) {
      return { ...free, tokens: turnLimit }
    }
    const reserved = Math.min(turnLimit, ...limits.map(({ max }) => Math.ceil(max / guestTurnsAtOnce)))
    const counts = yield* orUnavailable(
      Effect.flatMap(
        sql`
          INSERT INTO rate_limits AS used (bucket, window_start, hits)
          SELECT bucket, ${today}, ${reserved}::int FROM jsonb_array_elements_text(${JSON.stringify(limits.map(({ bucket }) => bucket))}::jsonb) AS bucket
          ON CONFLICT (bucket, window_start) DO UPDATE SET hits = used.hits + excluded.hits
          RETURNING bucket, hits - ${reserved}::int AS used, window_start::text AS day`,
        decodeCounts
      )
    )
    const left = Math.min(
      ...limits.map(
        ({ bucket, max }) =>
          max - Number.sumAll(counts.flatMap((count) => (count.bucket === bucket ? [count.used] : [])))
      )
    )
    const tokens = Math.max(0, Math.min(reserved, left))
    const allowance: Allowance = {
      tokens,
      limitedBy: tokens === turnLimit ? "turn" : "day",
      // One by one, in the order of the reservation: a statement for both would lock them in any order.
      release: (unused) =>
        Effect.forEach(limits, ({ bucket }) =>
          orUnavailable(sql`
            UPDATE rate_limits SET hits = greatest(1, hits - ${reserved - (tokens - unused)}::int)
            WHERE bucket = ${bucket} AND window_start = ${counts[0]?.day ?? null}::timestamptz`)
        )
    }
    return allowance
  })

  const reserve = (payer: Payer): Effect.Effect<Allowance, DatabaseUnavailable> =>
    isFree ? Effect.succeed(free) : "user" in payer ? reserveForUser(payer.user) : reserveForGuests(payer.guestsOf)

  return { reserve }
})
