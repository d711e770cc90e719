import {
  AccessGrant,
  type Account,
  EmailAddress,
  type LogIn,
  Session,
  type SignUp
} from "@storefront/domain/api/AuthApi"
import {
  AccountDeactivated,
  type EmailTaken,
  type ServiceUnavailable,
  Unauthorized,
  UserNotFound
} from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { Context, DateTime, Duration, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { AccountRepository, type TokenClaims, type TokenHolder } from "./AccountRepository.ts"
import { JsonWebTokens } from "../auth/JsonWebTokens.ts"
import { Passwords } from "../auth/Passwords.ts"

const decodeEmail = Schema.decodeOption(EmailAddress)

const wrongCredentials = () => new Unauthorized({ message: "Invalid email or password" })
const invalidRefreshToken = () => new Unauthorized({ message: "Invalid refresh token" })

/** Tokens name the second they were issued in: one from the very second of a withdrawal would count as older. */
const nextSecondAfter = Effect.fnUntraced(function* (withdrawal: DateTime.Utc) {
  const usable = Math.ceil(withdrawal.epochMillis / 1000) * 1000
  const { epochMillis: now } = yield* DateTime.now
  yield* Effect.sleep(Duration.millis(Math.min(1000, Math.max(0, usable - now))))
})

/** Who may come in: sign-up, log-in, and the tokens that stand for them. */
export class Sessions extends Context.Tag("@storefront/server/accounts/Sessions")<
  Sessions,
  {
    readonly signUp: (form: SignUp) => Effect.Effect<Session, EmailTaken | ServiceUnavailable>
    readonly logIn: (form: LogIn) => Effect.Effect<Session, Unauthorized | AccountDeactivated | ServiceUnavailable>
    readonly refresh: (token: Redacted.Redacted) => Effect.Effect<AccessGrant, Unauthorized | AccountDeactivated>
    /** The person of an access token, as the database knows them now. `UserNotFound` when there is no such account. */
    readonly authenticate: (token: Redacted.Redacted) => Effect.Effect<User, Unauthorized | UserNotFound>
    /** The same for somebody who reads a product, or else lists: the version of that at the moment of the check. */
    readonly authenticateReader: (
      token: Redacted.Redacted,
      product: Option.Option<ProductId>
    ) => Effect.Effect<string, Unauthorized | UserNotFound>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const passwords = yield* Passwords
      const tokens = yield* JsonWebTokens

      const open = Effect.fnUntraced(function* (account: Account) {
        const [access_token, refresh_token] = yield* Effect.all([
          tokens.signAccess(account),
          tokens.signRefresh(account.email)
        ])
        return new Session({ access_token, refresh_token, user: account })
      })

      const signUp = Effect.fn("Sessions.signUp")(function* ({ email, name, password }: SignUp) {
        const passwordHash = yield* passwords.hash(password)
        const account = yield* accounts.add({ email, name, passwordHash })
        yield* Effect.annotateLogs(Effect.logInfo("Account created"), "user.id", account.id)
        return yield* open(account)
      })

      const logIn = Effect.fn("Sessions.logIn")(function* ({ email, password }: LogIn) {
        const stored = yield* Option.match(decodeEmail(email), {
          onNone: () => Effect.succeedNone,
          onSome: accounts.findCredentials
        })
        const matches = yield* passwords.verify(
          password,
          Option.map(stored, ({ passwordHash }) => passwordHash)
        )
        if (Option.isNone(stored) || !matches || stored.value.standing === "deleted") {
          const user = Option.match(stored, { onNone: () => "unknown", onSome: ({ account }) => account.id })
          yield* Effect.annotateLogs(Effect.logInfo("Log-in refused"), "user.id", user)
          return yield* wrongCredentials()
        }
        const { account, standing, tokensValidAfter } = stored.value
        return standing === "active"
          ? yield* Effect.zipRight(nextSecondAfter(tokensValidAfter), open(account))
          : yield* new AccountDeactivated()
      })

      const refresh = Effect.fn("Sessions.refresh")(function* (token: Redacted.Redacted) {
        const claims = yield* tokens.readRefresh(token)
        const holder = yield* Effect.flatMap(accounts.findHolder(claims), Effect.mapError(invalidRefreshToken))
        if (holder.standing === "deactivated") {
          return yield* new AccountDeactivated()
        }
        if (holder.standing === "deleted" || holder.isWithdrawn) {
          return yield* invalidRefreshToken()
        }
        return new AccessGrant({ access_token: yield* tokens.signAccess(holder.user) })
      })

      // Run for every request: a span of its own would tell no more than that of the statement.
      const admit = Effect.fnUntraced(function* <A extends TokenHolder>(
        token: Redacted.Redacted,
        find: (claims: TokenClaims) => Effect.Effect<Option.Option<A>>
      ) {
        const claims = yield* tokens.readAccess(token)
        const holder = yield* Effect.flatMap(
          find(claims),
          Effect.mapError(() => new UserNotFound())
        )
        if (holder.standing !== "active" || holder.isWithdrawn) {
          return yield* new Unauthorized({ message: "Session is no longer valid" })
        }
        return holder
      })

      const authenticate = (token: Redacted.Redacted) =>
        Effect.map(admit(token, accounts.findHolder), ({ user }) => user)

      const authenticateReader = (token: Redacted.Redacted, product: Option.Option<ProductId>) =>
        Effect.map(
          admit(token, (claims) => accounts.findReader(claims, product)),
          ({ version }) => version
        )

      return { signUp, logIn, refresh, authenticate, authenticateReader }
    })
  )

  /** Local mode: passwords and tokens are our own. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([AccountRepository.layer, Passwords.layer, JsonWebTokens.layerLocal])
  )
}
