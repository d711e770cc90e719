import { AccessGrant, type LogIn, type Session, type SignUp } from "@storefront/domain/api/AuthApi"
import {
  type AccountDeactivated,
  type DatabaseUnavailable,
  type EmailTaken,
  InvalidRequest,
  type ServiceUnavailable,
  Unauthorized,
  UserNotFound
} from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, type Option, type Redacted } from "effect"
import { AccountRepository, type TokenClaims, type TokenHolder } from "./AccountRepository.ts"
import { invalidToken } from "../../platform/auth/TokenClaims.ts"
import { Passwords } from "../../platform/auth/Passwords.ts"
import { type AuthenticationRefused } from "./AccountChecks.ts"
import { TokenIssuer } from "./TokenIssuer.ts"

/** Logs the reason of a failure, and fails with the error that is safe to show. */
const logAndAnswer =
  (message: string) =>
  (
    error: AuthenticationRefused | ServiceUnavailable
  ): Effect.Effect<never, Unauthorized | AccountDeactivated | ServiceUnavailable> =>
    error._tag === "AuthenticationRefused"
      ? Effect.zipRight(Effect.annotateLogs(Effect.logInfo(message), error.logAnnotations), Effect.fail(error.answer))
      : Effect.zipRight(Effect.annotateLogs(Effect.logInfo(message), "reason", error.message), error)

const logForUser = (line: string, id: UserId) => Effect.annotateLogs(Effect.logInfo(line), "user.id", id)

/** Sign-up, log-in, and the tokens of a session. Each attempt is logged once. */
export class Sessions extends Context.Tag("@storefront/server/shop/accounts/Sessions")<
  Sessions,
  {
    readonly signUp: (
      form: SignUp
    ) => Effect.Effect<Session, EmailTaken | InvalidRequest | ServiceUnavailable | DatabaseUnavailable>
    readonly logIn: (
      form: LogIn
    ) => Effect.Effect<Session, Unauthorized | AccountDeactivated | ServiceUnavailable | DatabaseUnavailable>
    readonly refresh: (
      token: Redacted.Redacted
    ) => Effect.Effect<AccessGrant, Unauthorized | AccountDeactivated | ServiceUnavailable | DatabaseUnavailable>
    /** Finds the current holder of an access token; fails with `UserNotFound` when the account does not exist. */
    readonly authenticate: (
      token: Redacted.Redacted
    ) => Effect.Effect<TokenHolder, Unauthorized | UserNotFound | ServiceUnavailable | DatabaseUnavailable>
    /** Authenticates, and returns the catalogue version of the product, or of all lists without one. */
    readonly authenticateReader: (
      token: Redacted.Redacted,
      product: Option.Option<ProductId>
    ) => Effect.Effect<string, Unauthorized | UserNotFound | ServiceUnavailable | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const passwords = yield* Passwords
      const issuer = yield* TokenIssuer

      const addAccount = Effect.fnUntraced(
        function* ({ email, name, password }: SignUp) {
          const passwordHash = yield* passwords.hash(password, { email, name })
          return yield* accounts.add({ email, name, passwordHash })
        },
        Effect.tapError(({ message }) => Effect.annotateLogs(Effect.logInfo("Sign-up refused"), "reason", message)),
        Effect.catchTag("PasswordRefused", ({ rule }) => new InvalidRequest({ message: `password: ${rule}` }))
      )

      const signUp = Effect.fn("Sessions.signUp")(function* (form: SignUp) {
        const account = yield* addAccount(form)
        yield* logForUser("Account created", account.id)
        return yield* issuer.open(account, form.password)
      })

      const logIn = Effect.fnUntraced(
        function* (form: LogIn) {
          const session = yield* issuer.logIn(form)
          yield* logForUser("Logged in", session.user.id)
          return session
        },
        Effect.catchTag("AuthenticationRefused", "ServiceUnavailable", logAndAnswer("Log-in refused"))
      )

      const refresh = Effect.fnUntraced(
        function* (token: Redacted.Redacted) {
          const { accessToken, user } = yield* issuer.refresh(token)
          yield* logForUser("Session refreshed", user.id)
          return new AccessGrant({ access_token: accessToken })
        },
        Effect.catchTag("AuthenticationRefused", "ServiceUnavailable", logAndAnswer("Refresh refused"))
      )

      // Runs on every request, so without a span: the statement has one.
      const findActiveHolder = Effect.fnUntraced(function* <A extends TokenHolder>(
        token: Redacted.Redacted,
        find: (claims: TokenClaims) => Effect.Effect<Option.Option<A>, DatabaseUnavailable>
      ) {
        const claims = yield* issuer.readAccess(token)
        const holder = yield* Effect.flatMap(
          find(claims),
          Effect.mapError(() => new UserNotFound())
        )
        if (claims.onlyFor?.includes(holder.user.role) === false) {
          return yield* invalidToken()
        }
        if (holder.standing !== "active" || holder.isRevoked) {
          return yield* new Unauthorized({ message: "Session is no longer valid" })
        }
        return holder
      })

      const authenticate = (token: Redacted.Redacted) => findActiveHolder(token, accounts.findHolder)

      const authenticateReader = (token: Redacted.Redacted, product: Option.Option<ProductId>) =>
        Effect.map(
          findActiveHolder(token, (claims) => accounts.findReader(claims, product)),
          ({ version }) => version
        )

      return { signUp, logIn, refresh, authenticate, authenticateReader }
    })
  )

  /** Uses the token issuer that `AUTH_MODE` selects. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([AccountRepository.layer, Passwords.layer, TokenIssuer.layer])
  )
}
