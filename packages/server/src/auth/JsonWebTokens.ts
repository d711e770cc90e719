import { isStorable } from "@storefront/domain/api/Fields"
import { Unauthorized } from "@storefront/domain/Errors"
import { Email, Role, UserId } from "@storefront/domain/Identity"
import { Context, DateTime, Duration, Effect, Layer, Redacted, Schema } from "effect"
import { errors, jwtVerify, SignJWT } from "jose"
import { webcrypto } from "node:crypto"
import { v7 as uuid } from "uuid"
import { jwtSecret } from "../config/AuthConfig.ts"

const accessLifetime = Duration.minutes(60)

/** How long the longest-lived token is accepted. */
export const refreshLifetime = Duration.days(7)

/** Seconds that another machine's clock may be ahead of ours. */
const clockSkew = 60

/** Seconds since 1970, up to the year 9999. */
const NumericDate = Schema.Number.pipe(Schema.between(0, 253_402_300_799))

const Storable = Schema.String.pipe(Schema.filter(isStorable))

const common = {
  /** The e-mail address of the account. */
  sub: Email.pipe(Schema.filter(isStorable)),
  exp: NumericDate,
  /** A token that does not say when it was issued counts as old as can be. */
  iat: Schema.optionalWith(NumericDate, { default: () => 0 }),
  jti: Schema.optionalWith(Storable, { default: () => "" })
}

const AccessClaims = Schema.Struct({ ...common, type: Schema.Literal("access"), role: Role, user_id: UserId })
export type AccessClaims = typeof AccessClaims.Type

const RefreshClaims = Schema.Struct({ ...common, type: Schema.Literal("refresh") })
export type RefreshClaims = typeof RefreshClaims.Type

const decodeClaims = Schema.decodeUnknown(Schema.Union(AccessClaims, RefreshClaims))

/** What is said of a token that is not accepted. */
interface Wording {
  readonly expired: string
  readonly invalid: string
}

const accessWording: Wording = { expired: "Token expired", invalid: "Invalid token" }
const refreshWording: Wording = { expired: "Refresh token expired", invalid: "Invalid refresh token" }

const wrongType = () => new Unauthorized({ message: "Invalid token type" })

/** Signs and reads tokens; who they belong to now is not looked up here. */
export class JsonWebTokens extends Context.Tag("@storefront/server/auth/JsonWebTokens")<
  JsonWebTokens,
  {
    /** Valid for 60 minutes. */
    readonly signAccess: (holder: {
      readonly id: UserId
      readonly email: Email
      readonly role: Role
    }) => Effect.Effect<string>
    /** Valid for 7 days. */
    readonly signRefresh: (email: Email) => Effect.Effect<string>
    readonly readAccess: (token: Redacted.Redacted) => Effect.Effect<AccessClaims, Unauthorized>
    readonly readRefresh: (token: Redacted.Redacted) => Effect.Effect<RefreshClaims, Unauthorized>
  }
>() {
  /** Local mode: HS256 with `JWT_SECRET`, and nothing else. */
  static readonly layerLocal = Layer.effect(
    this,
    Effect.gen(function* () {
      const secret = yield* jwtSecret
      const algorithm = "HS256"
      // Imported once: the library would import any other form of it for every token.
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
        claims: Readonly<Record<string, string>>,
        lifetime: Duration.Duration
      ) {
        const now = Math.floor((yield* DateTime.now).epochMillis / 1000)
        const token = new SignJWT({ ...claims })
          .setProtectedHeader({ alg: algorithm, typ: "JWT" })
          .setSubject(email)
          .setJti(uuid())
          .setIssuedAt(now)
          .setExpirationTime(now + Duration.toSeconds(lifetime))
        return yield* Effect.promise(() => token.sign(key))
      })

      const read = Effect.fnUntraced(function* (token: Redacted.Redacted, { expired, invalid }: Wording) {
        const now = yield* DateTime.now
        const { payload } = yield* Effect.tryPromise({
          try: () =>
            jwtVerify(Redacted.value(token), key, { algorithms: [algorithm], currentDate: DateTime.toDateUtc(now) }),
          catch: (error) => new Unauthorized({ message: error instanceof errors.JWTExpired ? expired : invalid })
        })
        return yield* decodeClaims(payload).pipe(
          Effect.filterOrFail(({ iat }) => iat <= now.epochMillis / 1000 + clockSkew),
          Effect.mapError(() => new Unauthorized({ message: invalid }))
        )
      })

      return {
        signAccess: Effect.fn("JsonWebTokens.signAccess")(({ email, id, role }) =>
          sign(email, { type: "access", role, user_id: id }, accessLifetime)
        ),
        signRefresh: Effect.fn("JsonWebTokens.signRefresh")((email) =>
          sign(email, { type: "refresh" }, refreshLifetime)
        ),
        readAccess: Effect.fnUntraced(function* (token) {
          const claims = yield* read(token, accessWording)
          return claims.type === "access" ? claims : yield* wrongType()
        }),
        readRefresh: Effect.fn("JsonWebTokens.readRefresh")(function* (token) {
          const claims = yield* read(token, refreshWording)
          return claims.type === "refresh" ? claims : yield* wrongType()
        })
      }
    })
  )
}
