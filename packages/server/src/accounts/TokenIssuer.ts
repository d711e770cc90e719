import { NodeHttpClient } from "@effect/platform-node"
import { AccessGrant, type Account, EmailAddress, type LogIn, Session } from "@storefront/domain/api/AuthApi"
import { AccountDeactivated, ServiceUnavailable, type Unauthorized } from "@storefront/domain/Errors"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { JsonWebTokens } from "../auth/JsonWebTokens.ts"
import { OAuthIssuer } from "../auth/OAuthIssuer.ts"
import { type AccessClaims, accessTokens, peopleAudience, refreshTokens } from "../auth/TokenClaims.ts"
import { type GrantRefused, TokenEndpoint } from "../auth/TokenEndpoint.ts"
import { authMode } from "../config/AuthConfig.ts"
import { AccountChecks, invalidRefreshToken, nextSecondAfter, wrongCredentials } from "./AccountChecks.ts"
import { AccountRepository } from "./AccountRepository.ts"

const decodeEmail = Schema.decodeOption(EmailAddress)

const unavailable = () => new ServiceUnavailable({ message: "Authentication service unavailable" })

/** Characters of what people send as a name or a password that are passed on. What is longer is none. */
const maxCredential = 1024

/** The same of a refresh token. */
const maxToken = 8192

/** Where the tokens of people come from, and how they are read. One layer per `AUTH_MODE`. */
export class TokenIssuer extends Context.Tag("@storefront/server/accounts/TokenIssuer")<
  TokenIssuer,
  {
    /** Tokens for somebody whose account has just been made with this password. */
    readonly open: (account: Account, password: Redacted.Redacted) => Effect.Effect<Session, ServiceUnavailable>
    readonly logIn: (form: LogIn) => Effect.Effect<Session, Unauthorized | AccountDeactivated | ServiceUnavailable>
    /** Another access token for the holder of a refresh token, which stays the same. */
    readonly refresh: (
      token: Redacted.Redacted
    ) => Effect.Effect<AccessGrant, Unauthorized | AccountDeactivated | ServiceUnavailable>
    /**
     * What an access token says. That nobody can say whether it is good, because the keys of the issuer were never
     * read, is a defect, like a database that is away.
     */
    readonly readAccess: (token: Redacted.Redacted) => Effect.Effect<AccessClaims, Unauthorized>
  }
>() {
  /** Passwords are checked and tokens are signed here. */
  static readonly layerLocal = Layer.effect(
    this,
    Effect.gen(function* () {
      const checks = yield* AccountChecks
      const tokens = yield* JsonWebTokens

      const open = Effect.fnUntraced(function* (account: Account) {
        const [access_token, refresh_token] = yield* Effect.all([
          tokens.signAccess(account),
          tokens.signRefresh(account.email)
        ])
        return new Session({ access_token, refresh_token, user: account })
      })

      return {
        open,
        logIn: Effect.fn("TokenIssuer.logIn")((form: LogIn) => Effect.flatMap(checks.byPassword(form), open)),
        refresh: Effect.fn("TokenIssuer.refresh")(function* (token: Redacted.Redacted) {
          const user = yield* Effect.flatMap(tokens.readRefresh(token), checks.byRefreshToken)
          return new AccessGrant({ access_token: yield* tokens.signAccess(user) })
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

      const explain = Effect.fnUntraced(function* ({ error, status }: GrantRefused, refused: Unauthorized) {
        if (error === "invalid_grant") {
          return yield* refused
        }
        if (error === "access_denied") {
          return yield* new AccountDeactivated()
        }
        yield* Effect.annotateLogs(Effect.logError("The authorization server refuses us"), { error, status })
        // A name or a password that it does not even compare is a wrong one.
        return yield* error === "invalid_request" ? refused : unavailable()
      })

      /** Asks for tokens with what a person sent, who is told `refused` when it is not good. */
      const grant = (params: Readonly<Record<string, string>>, refused: Unauthorized) =>
        endpoint.request(params).pipe(
          Effect.catchTag("TokenEndpointUnavailable", ({ reason }) =>
            Effect.zipRight(
              Effect.annotateLogs(Effect.logWarning("The authorization server gives no tokens"), { reason }),
              unavailable()
            )
          ),
          Effect.catchTag("GrantRefused", (error) => explain(error, refused))
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

      /** The tokens for a name and a password, and the account that they are for. */
      const exchange = Effect.fnUntraced(function* ({ email, password }: LogIn) {
        const username = Option.getOrElse(decodeEmail(email), () => email)
        const granted = yield* grant(
          {
            grant_type: "password",
            username: username.slice(0, maxCredential),
            password: Redacted.value(password).slice(0, maxCredential)
          },
          wrongCredentials()
        )
        const claims = yield* readIssued(granted.access_token)
        const stored = yield* Effect.flatMap(accounts.findCredentials(claims.sub), Effect.mapError(wrongCredentials))
        if (stored.standing === "deleted" || stored.account.id !== claims.user_id) {
          return yield* wrongCredentials()
        }
        if (stored.standing === "deactivated") {
          return yield* new AccountDeactivated()
        }
        return { ...granted, ...stored, issuedAt: claims.iat * 1000 }
      })

      const logIn = Effect.fn("TokenIssuer.logIn")(function* (form: LogIn) {
        const first = yield* exchange(form)
        const { access_token, account, refresh_token } =
          first.issuedAt < first.tokensValidAfter.epochMillis
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
            error._tag === "TokenRefused" && error.reason === "expired" ? refreshTokens.refuse(error) : Effect.void,
          onSuccess: (claims) => Effect.asVoid(refreshTokens.read(claims))
        })
        const refresh_token = Redacted.value(token)
        if (refresh_token.length > maxToken) {
          return yield* invalidRefreshToken()
        }
        const granted = yield* grant({ grant_type: "refresh_token", refresh_token }, invalidRefreshToken())
        yield* Effect.flatMap(readIssued(granted.access_token), checks.byRefreshToken)
        return new AccessGrant({ access_token: Redacted.value(granted.access_token) })
      })

      return {
        open: (account, password) =>
          Effect.catchTags(logIn({ email: account.email, password }), {
            // Another authorization server than ours may not know people who sign up here.
            Unauthorized: unavailable,
            AccountDeactivated: unavailable
          }),
        logIn,
        refresh,
        readAccess: (token) => Effect.catchTag(read(token), "IssuerUnavailable", () => Effect.die(unavailable()))
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
