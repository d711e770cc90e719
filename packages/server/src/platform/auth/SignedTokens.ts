import { Data, DateTime, Effect, Redacted } from "effect"
import { errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from "jose"

/** A token that is not one of the issuer's, not for this audience, or not for now. */
export class TokenRefused extends Data.TaggedError("TokenRefused")<{ readonly reason: "expired" | "invalid" }> {}

/**
 * A token signed with a key that the issuer is not known to have: none of its keys has the name that the token gives, or
 * the one that has it, or needs none, has not signed it.
 */
export class UnknownKey extends Data.TaggedError("UnknownKey") {}

/** Seconds that another machine's clock may be ahead of ours. Nothing is added to the end of a token. */
export const clockSkew = 60

const secondsOf = ({ epochMillis }: DateTime.Utc) => epochMillis / 1000

/** Now as tokens tell it: whole seconds since 1970 (RFC 7519, NumericDate). */
export const numericNow = Effect.map(DateTime.now, (now) => Math.floor(secondsOf(now)))

/**
 * Whether a token is the text that its issuer wrote. The last character of a signature has bits that no decoder looks at:
 * with them changed it would be another text that is signed as well.
 */
const isAsSigned = (token: string): boolean => {
  const signature = token.split(".").at(-1) ?? ""
  return Buffer.from(signature, "base64url").toString("base64url") === signature
}

/** What a token has to say besides being signed with one of the keys. */
export type Expected = Pick<
  JWTVerifyOptions,
  "algorithms" | "issuer" | "audience" | "typ" | "requiredClaims" | "clockTolerance"
>

/**
 * The claims of a token that is as its issuer signed it, and whose end is not reached. When it was issued refuses nothing: a
 * clock that was ahead then may be right now.
 */
export const verify = Effect.fnUntraced(function* (
  token: Redacted.Redacted,
  keys: JWTVerifyGetKey,
  expected: Expected
) {
  const text = Redacted.value(token)
  const now = yield* DateTime.now
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
    : isAsSigned(text)
      ? payload
      : yield* new TokenRefused({ reason: "invalid" })
})
