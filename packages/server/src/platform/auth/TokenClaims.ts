import { isStorable } from "@storefront/domain/api/Fields"
import { Unauthorized } from "@storefront/domain/Errors"
import { Email, Role, UserId } from "@storefront/domain/Identity"
import { Duration, Effect, Schema } from "effect"
import { type TokenRefused } from "./SignedTokens.ts"

/** Audience of the tokens of people that an authorization server issues: the REST interface. */
export const peopleAudience = "storefront-api"

/** How long an access token of ours is accepted. */
export const accessLifetime = Duration.minutes(60)

/** How long the longest-lived token is accepted. */
export const refreshLifetime = Duration.days(7)

/** Seconds since 1970, up to the year 9999. */
const NumericDate = Schema.Number.pipe(Schema.between(0, 253_402_300_799))

const Storable = Schema.String.pipe(Schema.filter(isStorable))

const common = {
  /** The e-mail address of the account. */
  sub: Email.pipe(Schema.filter(isStorable)),
  exp: NumericDate,
  /** A token that does not say when it was issued counts as old as can be. */
  iat: Schema.optionalWith(NumericDate, { default: () => 0 }),
  jti: Schema.optionalWith(Storable, { default: () => "" }),
  /**
   * How often all tokens of the account had been withdrawn when it was signed. Tokens of other issuers do not know that,
   * nor do ours from before there were generations.
   */
  gen: Schema.optionalWith(Schema.Int.pipe(Schema.between(0, 2_147_483_647)), { exact: true })
}

/** What an access token and the refresh token that it comes with, or is made from, have in common. */
export interface TokenFamily {
  /** The `jti` of the refresh token. */
  readonly sid: string
  readonly gen: number
}

const AccessClaims = Schema.Struct({
  ...common,
  type: Schema.Literal("access"),
  role: Role,
  user_id: UserId,
  /** The `jti` of the refresh token that it came with, or was made from. */
  sid: Schema.optionalWith(Storable, { default: () => "" })
})
export type AccessClaims = typeof AccessClaims.Type

const RefreshClaims = Schema.Struct({ ...common, type: Schema.Literal("refresh") })
export type RefreshClaims = typeof RefreshClaims.Type

const decodeClaims = Schema.decodeUnknown(Schema.Union(AccessClaims, RefreshClaims))

const wrongType = () => new Unauthorized({ message: "Invalid token type" })

/** What is said about a token of people that is not accepted. */
const wording = (expired: string, invalid: string) => ({
  refuse: ({ reason }: TokenRefused) => new Unauthorized({ message: reason === "expired" ? expired : invalid }),
  decode: (claims: unknown) => Effect.mapError(decodeClaims(claims), () => new Unauthorized({ message: invalid }))
})

const access = wording("Token expired", "Invalid token")
const refresh = wording("Refresh token expired", "Invalid refresh token")

/** Access tokens: what is said of one that was refused, and the claims of one whose signature and end are good. */
export const accessTokens = {
  refuse: access.refuse,
  read: (claims: unknown) =>
    Effect.flatMap(access.decode(claims), (found) => (found.type === "access" ? Effect.succeed(found) : wrongType()))
}

/** The same for refresh tokens. */
export const refreshTokens = {
  refuse: refresh.refuse,
  read: (claims: unknown) =>
    Effect.flatMap(refresh.decode(claims), (found) => (found.type === "refresh" ? Effect.succeed(found) : wrongType()))
}
