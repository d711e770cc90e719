import { NodeFileSystem } from "@effect/platform-node"
import { type Unauthorized } from "@storefront/domain/Errors"
import { type Email, type Role, type UserId } from "@storefront/domain/Identity"
import { Config, ConfigError, Context, Duration, Effect, Either, Layer, Redacted } from "effect"
import { createLocalJWKSet, decodeJwt } from "jose"
import { v7 as uuid } from "uuid"
import { authMode } from "../config/AuthConfig.ts"
import { callerKeyFile } from "../config/OAuthClientConfig.ts"
import { oauthIssuer } from "../config/OAuthConfig.ts"
import { publicUrl } from "../config/PublicUrlConfig.ts"
import * as JwtSigningKey from "./JwtSigningKey.ts"
import { JsonWebTokens } from "./JsonWebTokens.ts"
import * as SignedTokens from "./SignedTokens.ts"
import { type AccessClaims, accessTokens, peopleAudience } from "./TokenClaims.ts"

/** Person that a token is signed for. */
export interface TokenSubject {
  readonly id: UserId
  readonly email: Email
  readonly role: Role
  /** Token generation of the account. */
  readonly generation: number
}

/** Address of the orchestrator as the issuer of tokens. Fails if it is the authorization server's as well. */
const ownIssuer = Config.all({ own: publicUrl, other: oauthIssuer }).pipe(
  Config.mapOrFail(({ other: { issuer }, own }) =>
    new URL(issuer).href === new URL(own).href
      ? Either.left(
          ConfigError.InvalidData(
            ["PUBLIC_URL"],
            "must not be OAUTH_ISSUER: the orchestrator signs tokens of guests in its own name"
          )
        )
      : Either.right(own)
  )
)

/** Access tokens that the orchestrator signs itself in both values of `AUTH_MODE`, without refresh tokens. */
export class OwnTokens extends Context.Tag("@storefront/server/platform/auth/OwnTokens")<
  OwnTokens,
  {
    readonly sign: (subject: TokenSubject, lifetime: Duration.Duration) => Effect.Effect<string>
    /** Returns whether a token claims to be one of these, without verifying it. */
    readonly isOwn: (token: Redacted.Redacted) => boolean
    readonly read: (token: Redacted.Redacted) => Effect.Effect<AccessClaims, Unauthorized>
    /** Reads a token that may have expired. */
    readonly readExpired: (token: Redacted.Redacted) => Effect.Effect<AccessClaims, Unauthorized>
  }
>() {
  /** Signs like every other token of local mode. */
  static readonly layerLocal = Layer.effect(
    this,
    Effect.map(JsonWebTokens, ({ readAccess, readExpired, signAccess }) => ({
      sign: ({ generation, ...holder }: TokenSubject, lifetime: Duration.Duration) =>
        signAccess(holder, { sid: "", gen: generation }, lifetime),
      isOwn: () => true,
      read: readAccess,
      readExpired
    }))
  )

  /** Signs with the key of the orchestrator's client registration, as the issuer `PUBLIC_URL`. */
  static readonly layerOAuth = Layer.effect(
    this,
    Effect.gen(function* () {
      const issuer = yield* ownIssuer
      const key = yield* JwtSigningKey.load(yield* callerKeyFile)
      const keys = createLocalJWKSet({ keys: [key.publicJwk] })
      const expected: SignedTokens.Expected = {
        algorithms: ["RS256"],
        issuer,
        audience: peopleAudience,
        typ: "JWT",
        requiredClaims: ["exp"]
      }
      const claimsOf = (token: Redacted.Redacted, mayBeExpired: Pick<SignedTokens.Expected, "mayBeExpired"> = {}) =>
        SignedTokens.verifyByFixedKeys(token, keys, { ...expected, ...mayBeExpired }).pipe(
          Effect.mapError(accessTokens.refuse),
          Effect.flatMap(accessTokens.read)
        )

      return {
        sign: Effect.fn("OwnTokens.sign")(function* (
          { email, generation, id, role }: TokenSubject,
          lifetime: Duration.Duration
        ) {
          const iat = yield* SignedTokens.numericNow
          const stamp = { iss: issuer, aud: peopleAudience, jti: uuid(), iat, exp: iat + Duration.toSeconds(lifetime) }
          return yield* key.sign({ ...stamp, sub: email, user_id: id, role, type: "access", gen: generation })
        }),
        isOwn: (token) =>
          Either.getOrElse(
            Either.try(() => decodeJwt(Redacted.value(token)).iss === issuer),
            () => false
          ),
        read: (token) => claimsOf(token),
        readExpired: (token) => claimsOf(token, { mayBeExpired: true })
      }
    })
  ).pipe(Layer.provide(NodeFileSystem.layer))

  static readonly layer = Layer.unwrapEffect(
    Effect.map(authMode, (mode) =>
      mode === "local" ? Layer.provide(this.layerLocal, JsonWebTokens.layer) : this.layerOAuth
    )
  )
}
