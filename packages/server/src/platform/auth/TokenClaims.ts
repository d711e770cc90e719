import { isStorable } from "@storefront/domain/api/Fields"
import { Unauthorized } from "@storefront/domain/Errors"
import { Email, Role, UserId } from "@storefront/domain/Identity"
import { Duration, Effect, Schema } from "effect"
import { type TokenRefused } from "./SignedTokens.ts"

/** Audience of people's tokens from an authorization server: the REST API. */
export const peopleAudience = "storefront-api"

/** Lifetime of our access tokens. */
export const accessLifetime = Duration.minutes(60)

/** Lifetime of guests' access tokens, which come without refresh tokens. */
export const guestLifetime = Duration.days(7)

/** Lifetime of refresh tokens, which no token outlives. */
export const refreshLifetime = Duration.days(7)

/** Seconds since 1970, up to the year 9999. */
const NumericDate = Schema.Number.pipe(Schema.between(0, 253_402_300_799))

const Storable = Schema.String.pipe(Schema.filter(isStorable))

const common = {
  /** E-mail address of the account. */
  sub: Email.pipe(Schema.filter(isStorable)),
  exp: NumericDate,
  /** A token without `iat` counts as oldest. */
  iat: Schema.optionalWith(NumericDate, { default: () => 0 }),
  jti: Schema.optionalWith(Storable, { default: () => "" }),
  /** Token generation of the account, raised to revoke all tokens. Absent from other issuers and old tokens. */
  gen: Schema.optionalWith(Schema.Int.pipe(Schema.between(0, 2_147_483_647)), { exact: true })
}

/** Claims that an access token shares with the refresh token it came with or was made from. */
export interface TokenFamily {
  /** `jti` of the refresh token. */
  readonly sid: string
  readonly gen: number
}

const AccessClaims = Schema.Struct({
  ...common,
  type: Schema.Literal("access"),
  role: Role,
  user_id: UserId,
  /** `jti` of the refresh token that it came with or was made from. */
  sid: Schema.optionalWith(Storable, { default: () => "" })
})
export type AccessClaims = typeof AccessClaims.Type

const RefreshClaims = Schema.Struct({ ...common, type: Schema.Literal("refresh") })
export type RefreshClaims = typeof RefreshClaims.Type

const decodeClaims = Schema.decodeUnknown(Schema.Union(AccessClaims, RefreshClaims))

const wrongType = () => new Unauthorized({ message: "Invalid token type" })

/** Maps refused and undecodable tokens of one kind to errors with these messages. */
const errorsWith = (expired: string, invalid: string) => ({
  refuse: ({ reason }: TokenRefused) => new Unauthorized({ message: reason === "expired" ? expired : invalid }),
  decode: (claims: unknown) => Effect.mapError(decodeClaims(claims), () => new Unauthorized({ message: invalid }))
})

/** Error for an access token that counts for nobody. */
export const invalidToken = () => new Unauthorized({ message: "Invalid token" })

const access = errorsWith("Token expired", invalidToken().message)
const refresh = errorsWith("Refresh token expired", "Invalid refresh token")

/** Access tokens: maps a refusal to a public error, and reads the claims of a verified token. */
export const accessTokens = {
  refuse: access.refuse,
  read: (claims: unknown) =>
    Effect.flatMap(access.decode(claims), (found) => (found.type === "access" ? Effect.succeed(found) : wrongType()))
}

/** Refresh tokens: maps a refusal to a public error, and reads the claims of a verified token. */
export const refreshTokens = {
  refuse: refresh.refuse,
  read: (claims: unknown) =>
    Effect.flatMap(refresh.decode(claims), (found) => (found.type === "refresh" ? Effect.succeed(found) : wrongType()))
}
