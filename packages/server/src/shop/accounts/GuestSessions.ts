import { Guest, GuestSession } from "@storefront/domain/api/GuestsApi"
import { type DatabaseUnavailable, type Unauthorized } from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { Context, Duration, Effect, Layer, Option, type Redacted } from "effect"
import { OwnTokens, type TokenSubject } from "../../platform/auth/OwnTokens.ts"
import { guestLifetime, invalidToken } from "../../platform/auth/TokenClaims.ts"
import { AccountRepository } from "./AccountRepository.ts"
import { Guests } from "./Guests.ts"

/** Guests and the tokens that represent them. */
export class GuestSessions extends Context.Tag("@storefront/server/shop/accounts/GuestSessions")<
  GuestSessions,
  {
    readonly open: Effect.Effect<GuestSession, DatabaseUnavailable>
    /** Issues a new token for the guest of a token, valid or expired. Fails with `Unauthorized` for any other token. */
    readonly renew: (token: Redacted.Redacted) => Effect.Effect<GuestSession, Unauthorized | DatabaseUnavailable>
    /** Returns the guest that a token was issued for, even if it has expired or the guest was claimed since. */
    readonly guestOf: (token: Redacted.Redacted) => Effect.Effect<UserId, Unauthorized | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const guests = yield* Guests
      const tokens = yield* OwnTokens

      const sessionOf = Effect.fnUntraced(function* (subject: TokenSubject) {
        return new GuestSession({
          access_token: yield* tokens.sign(subject, guestLifetime),
          token_type: "Bearer",
          expires_in: Duration.toSeconds(guestLifetime),
          user: new Guest({ id: subject.id, role: "guest" })
        })
      })

      const claimsOf = (token: Redacted.Redacted) =>
        tokens.readExpired(token).pipe(
          Effect.mapError(invalidToken),
          Effect.filterOrFail(({ role }) => role === "guest", invalidToken)
        )

      return {
        // A new account starts at generation 0.
        open: Effect.flatMap(guests.add, (guest) => sessionOf({ ...guest, generation: 0 })),
        renew: Effect.fn("GuestSessions.renew")(function* (token: Redacted.Redacted) {
          const holder = yield* Effect.flatMap(claimsOf(token), accounts.findHolder)
          if (Option.isNone(holder) || holder.value.standing !== "active" || holder.value.isRevoked) {
            return yield* invalidToken()
          }
          const { generation, user } = holder.value
          return yield* sessionOf({ ...user, generation })
        }),
        guestOf: Effect.fn("GuestSessions.guestOf")(function* (token: Redacted.Redacted) {
          const holder = yield* Effect.flatMap(claimsOf(token), accounts.findHolder)
          return Option.isNone(holder) || holder.value.standing === "deactivated" || holder.value.isRevoked
            ? yield* invalidToken()
            : holder.value.user.id
        })
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([AccountRepository.layer, Guests.layer, OwnTokens.layer]))
}
