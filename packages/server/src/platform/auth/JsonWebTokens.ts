import { type Unauthorized } from "@storefront/domain/Errors"
import { type Email, type Role, type UserId } from "@storefront/domain/Identity"
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import { SignJWT } from "jose"
import { webcrypto } from "node:crypto"
import { v7 as uuid } from "uuid"
import { jwtSecret } from "../config/AuthConfig.ts"
import { type Expected, numericNow, verifyByFixedKeys } from "./SignedTokens.ts"
import {
  type AccessClaims,
  accessLifetime,
  accessTokens,
  type RefreshClaims,
  refreshLifetime,
  refreshTokens,
  type TokenFamily
} from "./TokenClaims.ts"

const algorithm = "HS256"

/** Signs and verifies tokens of local mode, only by HS256 with `JWT_SECRET`. Does not look up the account. */
export class JsonWebTokens extends Context.Tag("@storefront/server/platform/auth/JsonWebTokens")<
  JsonWebTokens,
  {
    /** Signs an access token, valid for 60 minutes by default, or until the family's refresh token is revoked. */
    readonly signAccess: (
      holder: { readonly id: UserId; readonly email: Email; readonly role: Role },
      family: TokenFamily,
      lifetime?: Duration.Duration
    ) => Effect.Effect<string>
    /** Signs a refresh token, valid for 7 days. */
    readonly signRefresh: (email: Email, family: TokenFamily) => Effect.Effect<string>
    readonly readAccess: (token: Redacted.Redacted) => Effect.Effect<AccessClaims, Unauthorized>
    /** Reads an access token that may have expired. */
    readonly readExpired: (token: Redacted.Redacted) => Effect.Effect<AccessClaims, Unauthorized>
    readonly readRefresh: (token: Redacted.Redacted) => Effect.Effect<RefreshClaims, Unauthorized>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const secret = yield* jwtSecret
      // Imported once; the library would import any other form of the key for every token.
      const key = yield* Effect.promise(() =>
        webcrypto.subtle.importKey(
          "raw",
          new TextEncoder().encode(Redacted.value(secret)),
          { name: "HMAC", hash: "SHA-256" },
          false,
          ["sign", "verify"]
        )
      )

      const sign = Effect.fnUntraced(function* (
        email: Email,
        { jti, ...claims }: Readonly<Record<string, string | number>> & { readonly jti: string },
        lifetime: Duration.Duration
      ) {
        const now = yield* numericNow
        const token = new SignJWT(claims)
          .setProtectedHeader({ alg: algorithm, typ: "JWT" })
          .setSubject(email)
          .setJti(jti)
          .setIssuedAt(now)
          .setExpirationTime(now + Duration.toSeconds(lifetime))
        return yield* Effect.promise(() => token.sign(key))
      })

      const claimsOf = (token: Redacted.Redacted, expected: Pick<Expected, "mayBeExpired"> = {}) =>
        verifyByFixedKeys(token, () => key, { algorithms: [algorithm], ...expected })

      return {
        signAccess: Effect.fn("JsonWebTokens.signAccess")(
          ({ email, id, role }, { gen, sid }, lifetime = accessLifetime) =>
            sign(
              email,
              { jti: uuid(), type: "access", role, user_id: id, gen, ...(sid === "" ? {} : { sid }) },
              lifetime
            )
        ),
        signRefresh: Effect.fn("JsonWebTokens.signRefresh")((email, { gen, sid }) =>
          sign(email, { jti: sid, type: "refresh", gen }, refreshLifetime)
        ),
        readAccess: (token) => Effect.flatMap(Effect.mapError(claimsOf(token), accessTokens.refuse), accessTokens.read),
        readExpired: (token) =>
          Effect.flatMap(
            Effect.mapError(claimsOf(token, { mayBeExpired: true }), accessTokens.refuse),
            accessTokens.read
          ),
        readRefresh: Effect.fn("JsonWebTokens.readRefresh")((token: Redacted.Redacted) =>
          Effect.flatMap(Effect.mapError(claimsOf(token), refreshTokens.refuse), refreshTokens.read)
        )
      }
    })
  )
}
