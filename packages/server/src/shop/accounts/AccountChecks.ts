import { EmailAddress, type LogIn } from "@storefront/domain/api/AuthApi"
import {
  AccountDeactivated,
  type DatabaseUnavailable,
  type ServiceUnavailable,
  Unauthorized
} from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { noPassword, Passwords } from "../../platform/auth/Passwords.ts"
import { AccountRepository, type Credentials, type TokenClaims, type TokenHolder } from "./AccountRepository.ts"

const decodeEmail = Schema.decodeOption(EmailAddress)

/** Authentication failed. The answer is vague on purpose; the log gets the reason and, if known, the account. */
export class AuthenticationRefused extends Data.TaggedError("AuthenticationRefused")<{
  readonly answer: Unauthorized | AccountDeactivated
  readonly userId: Option.Option<UserId>
  readonly reason: string
}> {
  /** Log annotations that explain the refusal. */
  get logAnnotations(): Readonly<Record<string, string>> {
    const { reason, userId } = this
    return Option.match(userId, { onNone: () => ({ reason }), onSome: (id) => ({ reason, "user.id": id }) })
  }
}

/** Refuses a token whose owner is unknown. */
export const refuseToken = (answer: Unauthorized) =>
  new AuthenticationRefused({ answer, userId: Option.none(), reason: answer.message })

/** Refuses a log-in. An unknown account and a wrong password get the same answer, so that accounts cannot be probed. */
export const refuseLogIn = (stored: Option.Option<Credentials>) =>
  new AuthenticationRefused({
    answer: new Unauthorized({ message: "Invalid email or password" }),
    userId: Option.map(stored, ({ account }) => account.id),
    reason: Option.match(stored, {
      onNone: () => "Unknown account",
      onSome: ({ isShopCustomer, passwordHash, standing }) =>
        standing === "deleted"
          ? "Account is deleted"
          : isShopCustomer
            ? "Signs in at the shop"
            : passwordHash === noPassword
              ? "Account has no password"
              : "Wrong password"
    })
  })

/** Refuses a person with valid credentials of a deactivated account. */
export const refuseDeactivated = (userId: Option.Option<UserId>) => {
  const answer = new AccountDeactivated()
  return new AuthenticationRefused({ answer, userId, reason: answer.message })
}

/** Returns the error for an unknown, expired or revoked refresh token. */
export const invalidRefreshToken = () => new Unauthorized({ message: "Invalid refresh token" })

const refuseHolder = ({ isRevoked, user }: TokenHolder) =>
  new AuthenticationRefused({
    answer: invalidRefreshToken(),
    userId: Option.some(user.id),
    reason: isRevoked ? "Refresh token is withdrawn" : "Account is deleted"
  })

/** Decides who may receive tokens, in both values of `AUTH_MODE`. */
export class AccountChecks extends Context.Tag("@storefront/server/shop/accounts/AccountChecks")<
  AccountChecks,
  {
    /**
     * Finds the account for an address and a password. An unknown address costs the same work, against timing attacks.
     */
    readonly byPassword: (
      form: LogIn
    ) => Effect.Effect<
      Pick<Credentials, "account" | "generation">,
      AuthenticationRefused | ServiceUnavailable | DatabaseUnavailable
    >
    /** Finds the owner of a refresh token. */
    readonly byRefreshToken: (
      claims: TokenClaims
    ) => Effect.Effect<Pick<TokenHolder, "user" | "generation">, AuthenticationRefused | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const passwords = yield* Passwords

      const byPassword = Effect.fn("AccountChecks.byPassword")(function* ({ email, password }: LogIn) {
        const stored = yield* Option.match(decodeEmail(email), {
          onNone: () => Effect.succeedNone,
          onSome: accounts.findCredentials
        })
        const matches = yield* passwords.verify(
          password,
          Option.map(stored, ({ passwordHash }) => passwordHash)
        )
        if (Option.isNone(stored) || !matches || stored.value.standing === "deleted") {
          return yield* refuseLogIn(stored)
        }
        const { account, generation, standing } = stored.value
        return standing === "active" ? { account, generation } : yield* refuseDeactivated(Option.some(account.id))
      })

      const byRefreshToken = Effect.fn("AccountChecks.byRefreshToken")(function* (claims: TokenClaims) {
        const holder = yield* Effect.flatMap(
          accounts.findHolder(claims),
          Effect.mapError(() => refuseToken(invalidRefreshToken()))
        )
        if (holder.standing === "deactivated") {
          return yield* refuseDeactivated(Option.some(holder.user.id))
        }
        return holder.standing === "deleted" || holder.isRevoked ? yield* refuseHolder(holder) : holder
      })

      return { byPassword, byRefreshToken }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([AccountRepository.layer, Passwords.layer]))
}
