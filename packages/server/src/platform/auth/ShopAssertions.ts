import { NodeHttpClient } from "@effect/platform-node"
import { AccountEmail } from "@storefront/domain/api/AuthApi"
import { bounded, isStorable } from "@storefront/domain/api/Fields"
import { type DatabaseUnavailable, ServiceUnavailable, Unauthorized } from "@storefront/domain/Errors"
import { type Email } from "@storefront/domain/Identity"
import { Context, Duration, Effect, Layer, Option, ParseResult, Redacted, Schema } from "effect"
import { decodeProtectedHeader, type JWTPayload } from "jose"
import { publicUrl } from "../config/PublicUrlConfig.ts"
import { type ShopKeys } from "../config/ShopIdentityConfig.ts"
import * as RemoteKeySet from "./RemoteKeySet.ts"
import * as SignedTokens from "./SignedTokens.ts"
import { SingleUseTokens } from "./SingleUseTokens.ts"

/** A person whom the shop has signed in. */
export interface ShopCustomer {
  /** The shop's id of the customer. */
  readonly subject: string
  readonly email: Email
  /** The shop has proof that the address is the customer's. */
  readonly isEmailVerified: boolean
  readonly name: string
}

/** Longest validity of an assertion that is left, in seconds. */
const maxLifetime = Duration.toSeconds("5 minutes")

/** Issuer of the assertions in the record of used tokens; no client of the authorization server can have this name. */
const issuer = "the shop"

/** The audience is ours alone: another recipient of the assertion could use it here. */
const Claims = Schema.Struct({
  aud: Schema.Union(Schema.String, Schema.Tuple(Schema.String)),
  sub: Schema.String.pipe(Schema.filter((text) => text !== "" && [...text].length <= 255 && isStorable(text))),
  email: AccountEmail.pipe(Schema.filter(isStorable)),
  email_verified: Schema.Boolean,
  name: bounded(1, 100),
  jti: Schema.NonEmptyString,
  exp: Schema.Number
})

const decodeClaims = Schema.decodeUnknown(Claims)

/** Refuses a genuine assertion because of a claim, which the message names. */
const refuseClaim = (claim: string) => new Unauthorized({ message: `Invalid assertion: ${claim}` })

/** Names the first claim that does not decode. */
const refuseClaims = (error: ParseResult.ParseError) =>
  refuseClaim(String(ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.path[0] ?? "claims"))

const refuseToken = ({ reason }: SignedTokens.TokenRefused) =>
  new Unauthorized({ message: reason === "expired" ? "Assertion expired" : "Invalid assertion" })

type Verify = (
  assertion: Redacted.Redacted
) => Effect.Effect<JWTPayload, SignedTokens.TokenRefused | RemoteKeySet.IssuerUnavailable>

/** Makes a verifier for HS256 with the shared secret. */
const bySecret = (secret: Redacted.Redacted, audience: string): Verify => {
  const key = new TextEncoder().encode(Redacted.value(secret))
  return (assertion) =>
    SignedTokens.verifyByFixedKeys(assertion, () => key, {
      algorithms: ["HS256"],
      audience,
      clockTolerance: SignedTokens.clockSkew
    })
}

/** Makes a verifier for RS256 and ES256 with the shop's published keys. */
const byKeySet = (address: string, audience: string) =>
  Effect.map(
    RemoteKeySet.make(Effect.succeed(address), ["RS256", "ES256"]),
    (keys): Verify =>
      (assertion) =>
        keys.verify(assertion, { audience })
  )

const refuseAll: Verify = () => new SignedTokens.TokenRefused({ reason: "invalid" })

const algorithmOf = Option.liftThrowable(
  (assertion: Redacted.Redacted) => decodeProtectedHeader(Redacted.value(assertion)).alg
)

/** Assertions with which the shop vouches for its customers (RFC 7523). */
export class ShopAssertions extends Context.Tag("@storefront/server/platform/auth/ShopAssertions")<
  ShopAssertions,
  {
    /** Returns the customer that an assertion names, once. */
    readonly verify: (
      assertion: Redacted.Redacted
    ) => Effect.Effect<ShopCustomer, Unauthorized | ServiceUnavailable | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = (keys: ShopKeys) =>
    Layer.scoped(
      this,
      Effect.gen(function* () {
        const usedTokens = yield* SingleUseTokens
        const audience = yield* publicUrl
        const symmetric = Option.match(keys.secret, {
          onNone: () => refuseAll,
          onSome: (secret) => bySecret(secret, audience)
        })
        const asymmetric = yield* Option.match(keys.jwksUrl, {
          onNone: () => Effect.succeed(refuseAll),
          onSome: (address) => byKeySet(address, audience)
        })

        const readClaims = (assertion: Redacted.Redacted) =>
          (Option.contains(algorithmOf(assertion), "HS256") ? symmetric : asymmetric)(assertion).pipe(
            Effect.mapError((error) => (error._tag === "TokenRefused" ? refuseToken(error) : new ServiceUnavailable())),
            Effect.flatMap(decodeClaims),
            Effect.catchTag("ParseError", refuseClaims)
          )

        return {
          verify: Effect.fn("ShopAssertions.verify")(function* (assertion: Redacted.Redacted) {
            const { email, email_verified, exp, jti, name, sub } = yield* readClaims(assertion)
            if (exp > (yield* SignedTokens.numericNow) + maxLifetime) {
              return yield* refuseClaim("exp")
            }
            if (!(yield* usedTokens.use({ issuer, jti, exp }))) {
              return yield* new Unauthorized({ message: "Assertion already used" })
            }
            return { subject: sub, email, isEmailVerified: email_verified, name }
          })
        }
      })
    )

  static readonly layer = (keys: ShopKeys) =>
    this.layerNoDeps(keys).pipe(Layer.provide([SingleUseTokens.layer, NodeHttpClient.layerUndici]))
}
