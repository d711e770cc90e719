import { SqlClient, type SqlError, SqlSchema, type Statement } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { guestRetentionDays } from "../../platform/config/GuestsConfig.ts"
import { LimitOffset } from "../../platform/database/LimitOffset.ts"
import { inBatches, repeatedly } from "../../platform/database/RepeatedWork.ts"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"

const sweepInterval = Duration.days(1)

/** Guests handled per transaction. */
const batchSize = 500

/** Days after which a guest that wrote nothing is removed: the lifetime of its token. */
const unusedDays = 7

/** Numbers of guests by what was done. */
export const PrunedGuests = Schema.Struct({
  /** Their carts were removed and their conversations closed. */
  emptied: Schema.Int,
  /** Their rows were removed, with conversations and messages. */
  removed: Schema.Int
})
export type PrunedGuests = typeof PrunedGuests.Type

interface GuestId {
  readonly id: string
}

/** Guest as operators see it. */
export const GuestEntry = Schema.Struct({
  guest_id: UserId,
  created_at: Schema.DateTimeUtcFromDate,
  /** Last message or cart change; the creation if there was none. */
  last_used_at: Schema.DateTimeUtcFromDate,
  conversations: Schema.Int,
  cart_items: Schema.Int,
  /** Account that claimed the guest. */
  claimed_by: Schema.NullOr(UserId)
})
export type GuestEntry = typeof GuestEntry.Type

/** Retention of guests, who cannot be asked whether they come back. */
export class GuestRetention extends Context.Tag("@storefront/server/assistant/chat/GuestRetention")<
  GuestRetention,
  {
    /** Lists guests, last used first. */
    readonly list: (part: LimitOffset) => Effect.Effect<ReadonlyArray<GuestEntry>, DatabaseUnavailable>
    /**
     * After `GUEST_RETENTION_DAYS` without use, removes carts and closes conversations. Removes the guest itself once the
     * audit has no run of it, so that every run keeps its person, and once no support case of it is open.
     */
    readonly prune: Effect.Effect<PrunedGuests, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retentionDays = yield* guestRetentionDays

      const lastUsed = sql.literal(`greatest(u.created_at, u.deleted_at,
        (SELECT updated_at FROM carts WHERE user_id = u.id),
        (SELECT max(last_message_at) FROM conversations WHERE user_id = u.id))`)
      const limit = sql`now() - make_interval(days => ${retentionDays}::int)`
      const isStale = sql`u.role = 'guest' AND u.created_at < ${limit} AND ${lastUsed} < ${limit}`

      const select = SqlSchema.findAll({
        Request: LimitOffset,
        Result: GuestEntry,
        execute: ({ limit, offset }) => sql`
          SELECT u.id AS guest_id, u.created_at, ${lastUsed} AS last_used_at, u.merged_into AS claimed_by,
            (SELECT count(*)::int FROM conversations WHERE user_id = u.id AND is_active) AS conversations,
            (SELECT count(*)::int FROM cart_items i JOIN carts c ON c.id = i.cart_id WHERE c.user_id = u.id) AS cart_items
          FROM users u WHERE u.role = 'guest'
          ORDER BY last_used_at DESC, u.id DESC LIMIT ${limit} OFFSET ${offset}`
      })

      /** Runs the work on locked guests that meet the condition, batch by batch. Returns their number. */
      const forGuests = (
        condition: Statement.Fragment,
        work: (ids: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
      ) =>
        inBatches(
          batchSize,
          Effect.gen(function* () {
            const locked = yield* sql<GuestId>`
              SELECT u.id FROM users u WHERE ${condition} ORDER BY u.id LIMIT ${batchSize} FOR UPDATE OF u SKIP LOCKED`
            // Once more, as a guest may have come back between the snapshot and the lock.
            const rows =
              locked.length === 0
                ? []
                : yield* sql<GuestId>`
              SELECT u.id FROM users u WHERE u.id IN ${sql.in(locked.map(({ id }) => id))} AND ${condition}`
            const ids = rows.map(({ id }) => id)
            yield* ids.length === 0 ? Effect.void : work(ids)
            return ids.length
          }).pipe(withRetry(sql))
        )

      const isInUse = sql`
        EXISTS (SELECT FROM carts WHERE user_id = u.id) OR EXISTS (SELECT FROM conversations WHERE user_id = u.id AND is_active)`

      const empty = forGuests(sql`${isStale} AND (${isInUse})`, (ids) =>
        Effect.gen(function* () {
          yield* sql`DELETE FROM carts WHERE user_id IN ${sql.in(ids)}`
          yield* sql`UPDATE conversations SET is_active = false WHERE user_id IN ${sql.in(ids)} AND is_active`
        })
      )

      /** Condition that nothing refers to the guest but what goes with it. */
      const isUnreferenced = sql`
        NOT EXISTS (SELECT FROM usage_logs WHERE user_id = u.id)
        AND NOT EXISTS (SELECT FROM usage_daily_users WHERE user_id = u.id)
        AND NOT EXISTS (SELECT FROM tool_effects WHERE user_id = u.id)
        AND NOT EXISTS (SELECT FROM turns WHERE user_id = u.id AND ended_at IS NULL)
        AND NOT EXISTS (SELECT FROM support_cases WHERE user_id = u.id AND state <> 'closed')`
      const isUnused = sql`
        u.role = 'guest' AND u.merged_into IS NULL AND u.created_at < now() - make_interval(days => ${unusedDays}) AND NOT (${isInUse})
        AND NOT EXISTS (SELECT FROM conversations WHERE user_id = u.id)`

      const remove = forGuests(sql`(${isStale} OR ${isUnused}) AND ${isUnreferenced}`, (ids) =>
        Effect.gen(function* () {
          yield* sql`DELETE FROM support_cases WHERE user_id IN ${sql.in(ids)}`
          yield* sql`DELETE FROM conversations WHERE user_id IN ${sql.in(ids)}`
          yield* sql`DELETE FROM token_days WHERE user_id IN ${sql.in(ids)}`
          yield* sql`DELETE FROM users WHERE id IN ${sql.in(ids)}`
        })
      )

      return {
        list: Effect.fn("GuestRetention.list")((part) => orUnavailable(select(part))),
        prune: Effect.all({ emptied: empty, removed: remove }).pipe(
          orUnavailable,
          Effect.withSpan("GuestRetention.prune")
        )
      }
    })
  )

  /** Prunes once a day. */
  static readonly sweep = Layer.scopedDiscard(
    Effect.flatMap(this, ({ prune }) => repeatedly(prune, sweepInterval, "Old guests were not removed"))
  ).pipe(Layer.provide(this.layer))
}
