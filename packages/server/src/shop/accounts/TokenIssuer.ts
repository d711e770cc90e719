import { NodeHttpClient } from "@effect/platform-node"
import { type Account, EmailAddress, type LogIn, normalisedPassword, Session } from "@storefront/domain/api/AuthApi"
import { type DatabaseUnavailable, ServiceUnavailable, type Unauthorized } from "@storefront/domain/Errors"
import { type Role, type User } from "@storefront/domain/Identity"
import { Context, Data, DateTime, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { JsonWebTokens } from "../../platform/auth/JsonWebTokens.ts"
import { OwnTokens } from "../../platform/auth/OwnTokens.ts"
import { OAuthIssuer } from "../../platform/auth/OAuthIssuer.ts"
import { type AccessClaims, accessTokens, peopleAudience, refreshTokens } from "../../platform/auth/TokenClaims.ts"
import { type GrantRefused, TokenEndpointClient } from "../../platform/auth/TokenEndpointClient.ts"
import { authMode } from "../../platform/config/AuthConfig.ts"
import {
  AccountChecks,
  type AuthenticationRefused,
  invalidRefreshToken,
  refuseDeactivated,
  refuseLogIn,
  refuseToken
} from "./AccountChecks.ts"
import { AccountRepository } from "./AccountRepository.ts"

const decodeEmail = Schema.decodeOption(EmailAddress)

const unavailable = () => new ServiceUnavailable({ message: "Authentication service unavailable" })

/** Maximum length of a name or password sent to the issuer. Longer ones are sent as empty, never truncated. */
const maxCredentialLength = 1024

const boundedCredential = (text: string) => (text.length > maxCredentialLength ? "" : text)

/** Maximum length of a refresh token sent to the issuer. */
const maxTokenLength = 8192

/** The issuer refuses the credentials: they are wrong, or belong to a deactivated account. */
class GrantDenied extends Data.TaggedError("GrantDenied")<{ readonly isDeactivated: boolean }> {}

/** Sleeps until the first full second after a revocation of tokens: `iat` has whole seconds and must not precede it. */
const sleepUntilSecondAfter = Effect.fnUntraced(function* (revocation: DateTime.Utc) {
  const validFromMillis = Math.ceil(revocation.epochMillis / 1000) * 1000
  const { epochMillis: now } = yield* DateTime.now
  yield* Effect.sleep(Duration.millis(Math.min(1000, Math.max(0, validFromMillis - now))))
})

/** Roles of people whom the orchestrator may vouch for with its own key beside an authorization server. */
const vouchedRoles: ReadonlyArray<Role> = ["guest", "customer"]

/** Claims of a verified access token. */
export interface VerifiedAccess extends AccessClaims {
  /** Roles that its holder may have now; absent: any. */
  readonly onlyFor?: ReadonlyArray<Role>
}

export interface RefreshedAccess {
  readonly user: User
  readonly accessToken: string
}

/** Issues and verifies access and refresh tokens of people. There is one layer per `AUTH_MODE`. */
export class TokenIssuer extends Context.Tag("@storefront/server/shop/accounts/TokenIssuer")<
  TokenIssuer,
  {
    /** Opens a session for an account that was just created with this password. */
    readonly open: (
      account: Account,
      password: Redacted.Redacted
    ) => Effect.Effect<Session, ServiceUnavailable | DatabaseUnavailable>
    readonly logIn: (
      form: LogIn
    ) => Effect.Effect<Session, AuthenticationRefused | ServiceUnavailable | DatabaseUnavailable>
    /** Issues an access token for a refresh token, which stays valid and unchanged. */
    readonly refresh: (
      token: Redacted.Redacted
    ) => Effect.Effect<RefreshedAccess, AuthenticationRefused | ServiceUnavailable | DatabaseUnavailable>
    /**
     * Verifies an access token and returns its claims. Fails with `ServiceUnavailable` when the issuer's keys could not
     * be fetched yet.
     */
    readonly readAccess: (token: Redacted.Redacted) => Effect.Effect<VerifiedAccess, Unauthorized | ServiceUnavailable>
  }
>() {
  /** Checks passwords and signs tokens in this process. */
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
        // A new account starts at generation 0.
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

  /** Delegates to the authorization server of `OAUTH_ISSUER`, and also checks the account's status here. */
  static readonly layerOAuth = Layer.effect(
    this,
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const checks = yield* AccountChecks
      const endpoint = yield* TokenEndpointClient
      const issuer = yield* OAuthIssuer
      const ownTokens = yield* OwnTokens

      const interpretRefusal = Effect.fnUntraced(function* ({ error, status }: GrantRefused) {
        if (error === "invalid_grant") {
          return yield* new GrantDenied({ isDeactivated: false })
        }
        if (error === "access_denied") {
          return yield* new GrantDenied({ isDeactivated: true })
        }
        yield* Effect.annotateLogs(Effect.logError("The authorization server refuses us"), { error, status })
        // A name or password that the server rejects as malformed counts as wrong.
        return yield* error === "invalid_request" ? new GrantDenied({ isDeactivated: false }) : unavailable()
      })

      /** Requests tokens with a person's credentials. */
      const requestTokens = (params: Readonly<Record<string, string>>) =>
        endpoint.request(params).pipe(
          Effect.catchTag("TokenEndpointUnavailable", ({ reason }) =>
            Effect.zipRight(
              Effect.annotateLogs(Effect.logWarning("The authorization server gives no tokens"), { reason }),
              unavailable()
            )
          ),
          Effect.catchTag("GrantRefused", interpretRefusal)
        )

      const verify = (token: Redacted.Redacted) => issuer.verify(token, peopleAudience)

      const read = (token: Redacted.Redacted) =>
        Effect.flatMap(Effect.catchTag(verify(token), "TokenRefused", accessTokens.refuse), accessTokens.read)

      /** Reads the claims of a token just issued. Fails when this service would not accept it itself. */
      const readIssued = (token: Redacted.Redacted) =>
        read(token).pipe(
          Effect.tapErrorTag("Unauthorized", () =>
            Effect.logError("The authorization server issues access tokens that are not what they should be")
          ),
          Effect.mapError(unavailable)
        )

      const findStored = Option.match({ onNone: () => Effect.succeedNone, onSome: accounts.findCredentials })

      /** Requests tokens by the password grant, and returns them with their account. */
      const grantByPassword = Effect.fnUntraced(function* ({ email, password }: LogIn) {
        const address = decodeEmail(email)
        const granted = yield* requestTokens({
          grant_type: "password",
          username: boundedCredential(Option.getOrElse(address, () => email)),
          // Normalised as before hashing at sign-up.
          password: boundedCredential(normalisedPassword(Redacted.value(password)))
        }).pipe(
          Effect.catchTag("GrantDenied", ({ isDeactivated }) =>
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
          stored.value.account.id !== claims.user_id ||
          (stored.value.isShopCustomer && claims.gen === undefined)
        ) {
          return yield* refuseLogIn(stored)
        }
        if (stored.value.standing === "deactivated") {
          return yield* refuseDeactivated(Option.some(stored.value.account.id))
        }
        const { account, tokensValidAfter } = stored.value
        const seemsRevoked = claims.gen === undefined && claims.iat * 1000 < tokensValidAfter.epochMillis
        return { ...granted, account, tokensValidAfter, seemsRevoked }
      })

      const logIn = Effect.fn("TokenIssuer.logIn")(function* (form: LogIn) {
        const first = yield* grantByPassword(form)
        const { access_token, account, refresh_token } = first.seemsRevoked
          ? yield* Effect.zipRight(sleepUntilSecondAfter(first.tokensValidAfter), grantByPassword(form))
          : first
        return new Session({
          access_token: Redacted.value(access_token),
          refresh_token: Redacted.value(yield* Effect.mapError(refresh_token, unavailable)),
          user: account
        })
      })

      const refresh = Effect.fn("TokenIssuer.refresh")(function* (token: Redacted.Redacted) {
        // A refresh token may be opaque; one that is a readable JWT is checked before the issuer is called.
        yield* Effect.matchEffect(verify(token), {
          onFailure: (error) =>
            error._tag === "TokenRefused" && error.reason === "expired"
              ? refuseToken(refreshTokens.refuse(error))
              : Effect.void,
          onSuccess: (claims) =>
            Effect.flatMap(Effect.mapError(refreshTokens.read(claims), refuseToken), checks.byRefreshToken)
        })
        const refresh_token = Redacted.value(token)
        if (refresh_token.length > maxTokenLength) {
          return yield* refuseToken(invalidRefreshToken())
        }
        const granted = yield* Effect.catchTag(
          requestTokens({ grant_type: "refresh_token", refresh_token }),
          "GrantDenied",
          ({ isDeactivated }) => (isDeactivated ? refuseDeactivated(Option.none()) : refuseToken(invalidRefreshToken()))
        )
        const { user } = yield* Effect.flatMap(readIssued(granted.access_token), checks.byRefreshToken)
        return { user, accessToken: Redacted.value(granted.access_token) }
      })

      return {
        open: (account, password) =>
          Effect.catchTags(logIn({ email: account.email, password }), {
            // An external authorization server may not know accounts that sign up here.
            AuthenticationRefused: unavailable
          }),
        logIn,
        refresh,
        readAccess: (token) =>
          ownTokens.isOwn(token)
            ? Effect.map(ownTokens.read(token), (claims) => ({ ...claims, onlyFor: vouchedRoles }))
            : Effect.catchTag(read(token), "IssuerUnavailable", unavailable)
      }
    })
  )

  static readonly layer = Layer.unwrapEffect(
    Effect.map(authMode, (mode) =>
      mode === "local"
        ? this.layerLocal.pipe(Layer.provide([AccountChecks.layer, JsonWebTokens.layer]))
        : this.layerOAuth.pipe(
            Layer.provide([AccountRepository.layer, AccountChecks.layer, TokenEndpointClient.layer("orchestrator")]),
            Layer.provide([OAuthIssuer.layer, OwnTokens.layerOAuth]),
            Layer.provide(NodeHttpClient.layerUndici)
          )
    )
  )
}
