import { SqlClient, SqlSchema } from "@effect/sql"
import { guestDomain } from "@storefront/domain/api/AuthApi"
import { GuestClaim } from "@storefront/domain/api/GuestsApi"
import { AlreadyClaimed, type DatabaseUnavailable, type Unauthorized } from "@storefront/domain/Errors"
import { Email, User, UserId } from "@storefront/domain/Identity"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { noPassword } from "../../platform/auth/Passwords.ts"
import { invalidToken } from "../../platform/auth/TokenClaims.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const GuestRow = Schema.Struct({
  merged_into: Schema.NullOr(UserId),
  merged: Schema.NullOr(GuestClaim),
  is_deleted: Schema.Boolean
})

/** Visitors without an account, as rows of `users` with the role `guest`. */
export class Guests extends Context.Tag("@storefront/server/shop/accounts/Guests")<
  Guests,
  {
    readonly add: Effect.Effect<User, DatabaseUnavailable>
    /**
     * Locks a guest until the end of the transaction, against every write that refers to it. Returns the answer of an
     * earlier claim by the same account; none if nobody has claimed the guest.
     */
    readonly lock: (
      guest: UserId,
      claimant: UserId
    ) => Effect.Effect<Option.Option<GuestClaim>, Unauthorized | AlreadyClaimed | DatabaseUnavailable>
    /** Ends a locked guest, whose tokens are refused from now on. */
    readonly merge: (guest: UserId, account: UserId, claim: GuestClaim) => Effect.Effect<void, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: UserId,
        Result: GuestRow,
        execute: (id) => sql`
          SELECT merged_into, merged, deleted_at IS NOT NULL AS is_deleted FROM users
          WHERE id = ${id} AND role = 'guest' FOR UPDATE`
      })
      const encodeClaim = Schema.encodeSync(Schema.parseJson(GuestClaim))

      return {
        add: Effect.gen(function* () {
          const id = yield* Effect.sync(() => UserId.make(uuid()))
          const guest = new User({ id, email: Email.make(`${id}@${guestDomain}`), name: "Guest", role: "guest" })
          yield* orUnavailable(sql`
            INSERT INTO users ${sql.insert({ id, email: guest.email, password_hash: noPassword, name: guest.name, role: guest.role })}`)
          return guest
        }).pipe(Effect.withSpan("Guests.add")),
        lock: Effect.fn("Guests.lock")(function* (guest: UserId, claimant: UserId) {
          const found = yield* orUnavailable(select(guest))
          if (Option.isNone(found)) {
            return yield* invalidToken()
          }
          const { is_deleted, merged, merged_into } = found.value
          if (merged_into !== null) {
            return merged_into === claimant ? Option.fromNullable(merged) : yield* new AlreadyClaimed()
          }
          return is_deleted ? yield* invalidToken() : Option.none()
        }),
        merge: Effect.fn("Guests.merge")((guest: UserId, account: UserId, claim: GuestClaim) =>
          orUnavailable(sql`
            UPDATE users SET merged_into = ${account}, merged = ${encodeClaim(claim)}::jsonb, deleted_at = now(), is_active = false
            WHERE id = ${guest}`)
        )
      }
    })
  )
}
