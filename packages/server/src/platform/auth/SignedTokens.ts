import { Data, DateTime, Effect, Redacted } from "effect"
import { errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from "jose"

/** The token is not the issuer's, not for this audience, or not valid now. */
export class TokenRefused extends Data.TaggedError("TokenRefused")<{ readonly reason: "expired" | "invalid" }> {}

/**
 * The token's key is not among the issuer's known keys: none has the token's `kid`, or the matching key did not sign
 * it. The issuer may have rotated its keys since.
 */
export class UnknownKey extends Data.TaggedError("UnknownKey") {}

/** Seconds that an issuer's clock may be ahead of ours; `verify` grants no tolerance for expiry. */
export const clockSkew = 60

const secondsOf = ({ epochMillis }: DateTime.Utc) => epochMillis / 1000

/** Current time as a NumericDate of RFC 7519: whole seconds since 1970. */
export const numericNow = Effect.map(DateTime.now, (now) => Math.floor(secondsOf(now)))

/** Returns whether the signature is canonical. Decoders ignore its last bits, so variants of it would also be valid. */
const isCanonicalSignature = (token: string): boolean => {
  const signature = token.split(".").at(-1) ?? ""
  return Buffer.from(signature, "base64url").toString("base64url") === signature
}

/** Requirements on a token beyond its signature. */
export interface Expected extends Pick<
  JWTVerifyOptions,
  "algorithms" | "issuer" | "audience" | "typ" | "requiredClaims" | "clockTolerance"
> {
  readonly mayBeExpired?: true
}

/**
 * Returns the claims of a validly signed token, unexpired unless `mayBeExpired`. Ignores `iat`, as the issuer's clock may
 * be ahead.
 */
export const verify = Effect.fnUntraced(function* (
  token: Redacted.Redacted,
  keys: JWTVerifyGetKey,
  { mayBeExpired, ...expected }: Expected
) {
  const text = Redacted.value(token)
  const now = mayBeExpired === true ? DateTime.unsafeMake(0) : yield* DateTime.now
  const { payload } = yield* Effect.tryPromise({
    try: () => jwtVerify(text, keys, { ...expected, currentDate: DateTime.toDateUtc(now) }),
    catch: (error) =>
      error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed
        ? new UnknownKey()
        : new TokenRefused({ reason: error instanceof errors.JWTExpired ? "expired" : "invalid" })
  })
  const { exp = Number.POSITIVE_INFINITY } = payload
  return exp <= secondsOf(now)
    ? yield* new TokenRefused({ reason: "expired" })
    : isCanonicalSignature(text)
      ? payload
      : yield* new TokenRefused({ reason: "invalid" })
})

/** Verifies a token as `verify` does, with keys that cannot change: a token of an unknown key is invalid. */
export const verifyByFixedKeys = (...token: Parameters<typeof verify>) =>
  Effect.catchTag(verify(...token), "UnknownKey", () => new TokenRefused({ reason: "invalid" }))
