import { NodeHttpClient } from "@effect/platform-node"
import { type Account, EmailAddress, type LogIn, passwordForm, Session } from "@storefront/domain/api/AuthApi"
import { type DatabaseUnavailable, ServiceUnavailable, type Unauthorized } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { Context, Data, DateTime, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { JsonWebTokens } from "../../platform/auth/JsonWebTokens.ts"
import { OAuthIssuer } from "../../platform/auth/OAuthIssuer.ts"
import { type AccessClaims, accessTokens, peopleAudience, refreshTokens } from "../../platform/auth/TokenClaims.ts"
import { type GrantRefused, TokenEndpoint } from "../../platform/auth/TokenEndpoint.ts"
import { authMode } from "../../platform/config/AuthConfig.ts"
import {
  AccountChecks,
  type EntryRefused,
  invalidRefreshToken,
  refuseDeactivated,
  refuseLogIn,
  refuseToken
} from "./AccountChecks.ts"
import { AccountRepository } from "./AccountRepository.ts"

const decodeEmail = Schema.decodeOption(EmailAddress)

const unavailable = () => new ServiceUnavailable({ message: "Authentication service unavailable" })

/** Characters of a name or a password that people have. What is longer is passed on as none, and is never cut off. */
const maxCredential = 1024

const credential = (text: string) => (text.length > maxCredential ? "" : text)

/** The same of a refresh token. */
const maxToken = 8192

/** The issuer gives nothing for what a person sent: it is wrong, or right for an account that is deactivated. */
class NotGranted extends Data.TaggedError("NotGranted")<{ readonly isDeactivated: boolean }> {}

/** Tokens name the second they were issued in: one from the very second of a withdrawal would count as older. */
const nextSecondAfter = Effect.fnUntraced(function* (withdrawal: DateTime.Utc) {
  const usable = Math.ceil(withdrawal.epochMillis / 1000) * 1000
  const { epochMillis: now } = yield* DateTime.now
  yield* Effect.sleep(Duration.millis(Math.min(1000, Math.max(0, usable - now))))
})

/** Another access token, and the account that it is for. */
export interface Refreshed {
  readonly user: User
  readonly accessToken: string
}

/** Where the tokens of people come from, and how they are read. One layer per `AUTH_MODE`. */
export class TokenIssuer extends Context.Tag("@storefront/server/shop/accounts/TokenIssuer")<
  TokenIssuer,
  {
    /** Tokens for somebody whose account has just been made with this password. */
    readonly open: (
      account: Account,
      password: Redacted.Redacted
    ) => Effect.Effect<Session, ServiceUnavailable | DatabaseUnavailable>
    readonly logIn: (form: LogIn) => Effect.Effect<Session, EntryRefused | ServiceUnavailable | DatabaseUnavailable>
    /** Another access token for the holder of a refresh token, which stays the same. */
    readonly refresh: (
      token: Redacted.Redacted
    ) => Effect.Effect<Refreshed, EntryRefused | ServiceUnavailable | DatabaseUnavailable>
    /**
     * What an access token says. `ServiceUnavailable` when nobody can say whether it is good, because the keys of the
     * issuer were never read.
     */
    readonly readAccess: (token: Redacted.Redacted) => Effect.Effect<AccessClaims, Unauthorized | ServiceUnavailable>
  }
>() {
  /** Passwords are checked and tokens are signed here. */
  static readonly layerLocal = Layer.effect(
    this,
    Effect.gen(function* () {
      const checks = yield* AccountChecks
      const tokens = yield* JsonWebTokens

      const open = Effect.fnUntraced(function* (account: Account, gen: number) {
        const family = { sid: uuid(), gen }
        const [access_token, refresh_token] = yield* Effect.all([
          tokens.signAccess(account, family),
          tokens.signRefresh(account.email, family)
        ])
        return new Session({ access_token, refresh_token, user: account })
      })

      return {
        // No token of a new account has been withdrawn.
        open: (account) => open(account, 0),
        logIn: Effect.fn("TokenIssuer.logIn")((form: LogIn) =>
          Effect.flatMap(checks.byPassword(form), ({ account, generation }) => open(account, generation))
        ),
        refresh: Effect.fn("TokenIssuer.refresh")(function* (token: Redacted.Redacted) {
          const claims = yield* Effect.mapError(tokens.readRefresh(token), refuseToken)
          const { generation: gen, user } = yield* checks.byRefreshToken(claims)
          return { user, accessToken: yield* tokens.signAccess(user, { sid: claims.jti, gen }) }
        }),
        readAccess: tokens.readAccess
      }
    })
  )

  /** Both are done by the authorization server of `OAUTH_ISSUER`; whether an account can be used is checked here, too. */
  static readonly layerOAuth = Layer.effect(
    this,
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const checks = yield* AccountChecks
      const endpoint = yield* TokenEndpoint
      const issuer = yield* OAuthIssuer

      const explain = Effect.fnUntraced(function* ({ error, status }: GrantRefused) {
        if (error === "invalid_grant") {
          return yield* new NotGranted({ isDeactivated: false })
        }
        if (error === "access_denied") {
          return yield* new NotGranted({ isDeactivated: true })
        }
        yield* Effect.annotateLogs(Effect.logError("The authorization server refuses us"), { error, status })
        // A name or a password that it does not even compare is a wrong one.
        return yield* error === "invalid_request" ? new NotGranted({ isDeactivated: false }) : unavailable()
      })

      /** Asks for tokens with what a person sent. */
      const grant = (params: Readonly<Record<string, string>>) =>
        endpoint.request(params).pipe(
          Effect.catchTag("TokenEndpointUnavailable", ({ reason }) =>
            Effect.zipRight(
              Effect.annotateLogs(Effect.logWarning("The authorization server gives no tokens"), { reason }),
              unavailable()
            )
          ),
          Effect.catchTag("GrantRefused", explain)
        )

      const verify = (token: Redacted.Redacted) => issuer.verify(token, peopleAudience)

      const read = (token: Redacted.Redacted) =>
        Effect.flatMap(Effect.catchTag(verify(token), "TokenRefused", accessTokens.refuse), accessTokens.read)

      /** The claims of a token that was issued just now; one that we would not accept must not be handed out. */
      const readIssued = (token: Redacted.Redacted) =>
        read(token).pipe(
          Effect.tapErrorTag("Unauthorized", () =>
            Effect.logError("The authorization server issues access tokens that are not what they should be")
          ),
          Effect.mapError(unavailable)
        )

      const findStored = Option.match({ onNone: () => Effect.succeedNone, onSome: accounts.findCredentials })

      /** The tokens for a name and a password, and the account that they are for. */
      const exchange = Effect.fnUntraced(function* ({ email, password }: LogIn) {
        const address = decodeEmail(email)
        const granted = yield* grant({
          grant_type: "password",
          username: credential(Option.getOrElse(address, () => email)),
          // As sign-up hashes it.
          password: credential(passwordForm(Redacted.value(password)))
        }).pipe(
          Effect.catchTag("NotGranted", ({ isDeactivated }) =>
            Effect.flatMap(findStored(address), (stored) =>
              isDeactivated ? refuseDeactivated(Option.map(stored, ({ account }) => account.id)) : refuseLogIn(stored)
            )
          )
        )
        const claims = yield* readIssued(granted.access_token)
        const stored = yield* accounts.findCredentials(claims.sub)
        if (
          Option.isNone(stored) ||
          stored.value.standing === "deleted" ||
          stored.value.account.id !== claims.user_id
        ) {
          return yield* refuseLogIn(stored)
        }
        if (stored.value.standing === "deactivated") {
          return yield* refuseDeactivated(Option.some(stored.value.account.id))
        }
        const { account, tokensValidAfter } = stored.value
        const seemsWithdrawn = claims.gen === undefined && claims.iat * 1000 < tokensValidAfter.epochMillis
        return { ...granted, account, tokensValidAfter, seemsWithdrawn }
      })

      const logIn = Effect.fn("TokenIssuer.logIn")(function* (form: LogIn) {
        const first = yield* exchange(form)
        const { access_token, account, refresh_token } = first.seemsWithdrawn
          ? yield* Effect.zipRight(nextSecondAfter(first.tokensValidAfter), exchange(form))
          : first
        return new Session({
          access_token: Redacted.value(access_token),
          refresh_token: Redacted.value(yield* Effect.mapError(refresh_token, unavailable)),
          user: account
        })
      })

      const refresh = Effect.fn("TokenIssuer.refresh")(function* (token: Redacted.Redacted) {
        // It may be opaque to us. One that is not says itself what is wrong with it.
        yield* Effect.matchEffect(verify(token), {
          onFailure: (error) =>
            error._tag === "TokenRefused" && error.reason === "expired"
              ? refuseToken(refreshTokens.refuse(error))
              : Effect.void,
          onSuccess: (claims) =>
            Effect.flatMap(Effect.mapError(refreshTokens.read(claims), refuseToken), checks.byRefreshToken)
        })
        const refresh_token = Redacted.value(token)
        if (refresh_token.length > maxToken) {
          return yield* refuseToken(invalidRefreshToken())
        }
        const granted = yield* Effect.catchTag(
          grant({ grant_type: "refresh_token", refresh_token }),
          "NotGranted",
          ({ isDeactivated }) => (isDeactivated ? refuseDeactivated(Option.none()) : refuseToken(invalidRefreshToken()))
        )
        const { user } = yield* Effect.flatMap(readIssued(granted.access_token), checks.byRefreshToken)
        return { user, accessToken: Redacted.value(granted.access_token) }
      })

      return {
        open: (account, password) =>
          Effect.catchTags(logIn({ email: account.email, password }), {
            // Another authorization server than ours may not know people who sign up here.
            EntryRefused: unavailable
          }),
        logIn,
        refresh,
        readAccess: (token) => Effect.catchTag(read(token), "IssuerUnavailable", unavailable)
      }
    })
  )

  static readonly layer = Layer.unwrapEffect(
    Effect.map(authMode, (mode) =>
      mode === "local"
        ? this.layerLocal.pipe(Layer.provide([AccountChecks.layer, JsonWebTokens.layer]))
        : this.layerOAuth.pipe(
            Layer.provide([AccountRepository.layer, AccountChecks.layer, TokenEndpoint.layer("orchestrator")]),
            Layer.provide(OAuthIssuer.layer),
            Layer.provide(NodeHttpClient.layerUndici)
          )
    )
  )
}
