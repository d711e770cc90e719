import { Email, Role, UserId } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { type SpecialistName } from "@storefront/domain/Topology"
import { DateTime, Duration, Effect, type Redacted, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { type JwtSigningKey } from "../../platform/auth/JwtSigningKey.ts"
import { type RemoteKeys } from "../../platform/auth/RemoteKeySet.ts"
import { clockSkew, numericNow, TokenRefused } from "../../platform/auth/SignedTokens.ts"
import { SingleUseTokens } from "../../platform/auth/SingleUseTokens.ts"
import { CallerHeaders } from "./CallerHeaders.ts"

/** Caller assertion: a signed, short-lived JWT by which the orchestrator names the person it calls a specialist for. */

export const header = "x-caller-assertion"

/** JWT `typ` that distinguishes it from other tokens signed with the same key. */
const typ = "caller-assertion+jwt"

/** `iss` claim; it is not the orchestrator's client id at the authorization server. */
const issuer = "orchestrator"

/** Seconds of validity: one hop. */
const lifetime = Duration.toSeconds("60 seconds")

/** Caller headers as claims of a token. Must have the fields of `CallerHeaders`. */
const CallerClaims = Schema.Struct({
  user_id: UserId,
  email: Email,
  role: Role,
  conversation_id: Schema.optionalWith(ConversationId, { exact: true }),
  conversation_sha256: Schema.optionalWith(Schema.String, { exact: true }),
  deadline: Schema.optionalWith(Schema.DateTimeUtc, { exact: true }),
  retries: Schema.optionalWith(Schema.NonNegativeInt, { exact: true }),
  tokens: Schema.optionalWith(Schema.NonNegativeInt, { exact: true })
}).pipe(
  Schema.rename({
    user_id: "x-user-id",
    email: "x-user-email",
    role: "x-user-role",
    conversation_id: "x-conversation-id",
    conversation_sha256: "x-conversation-sha256",
    deadline: "x-turn-deadline",
    retries: "x-turn-retries",
    tokens: "x-turn-tokens"
  })
)

const RegisteredClaims = Schema.Struct({ iat: Schema.Number, exp: Schema.Number, jti: Schema.NonEmptyString })

const encodeCaller = Schema.encodeSync(CallerClaims)
const decode = Schema.decodeUnknown(Schema.extend(RegisteredClaims, CallerClaims))
const encodeHeaders = Schema.encodeSync(CallerHeaders)

/** Signs the caller's identity, for one hop to this specialist. */
export const sign = Effect.fnUntraced(function* (
  key: JwtSigningKey,
  specialist: SpecialistName,
  caller: CallerHeaders
) {
  const iat = yield* numericNow
  const registeredClaims = { iss: issuer, aud: specialist, jti: uuid(), iat, exp: iat + lifetime }
  return yield* key.sign({ ...registeredClaims, ...encodeCaller(caller) }, typ)
})

/**
 * Returns the caller named by an assertion. Fails if it was not issued for this specialist, was used before, or has
 * expired. Caller headers sent beside it may be missing, but must not contradict it.
 */
export const verify = Effect.fnUntraced(function* (
  keys: RemoteKeys,
  specialist: SpecialistName,
  token: Redacted.Redacted,
  headers: Readonly<Record<string, string | undefined>>
) {
  const usedTokens = yield* SingleUseTokens
  const refused = new TokenRefused({ reason: "invalid" })
  const claims = yield* keys.verify(token, { issuer, audience: specialist, typ })
  const { exp, iat, jti, ...caller } = yield* Effect.mapError(decode(claims), () => refused)
  const now = yield* DateTime.now
  const deadline = caller["x-turn-deadline"] ?? now
  const expected: Readonly<Record<string, string | undefined>> = encodeHeaders(caller)
  const isContradicted = Object.keys(CallerHeaders.fields).some(
    (name) => headers[name] !== undefined && headers[name] !== expected[name]
  )
  // An `iat` in the future would make it valid for longer than a hop.
  const isValidTooLong = exp - iat > lifetime || iat > now.epochMillis / 1000 + clockSkew
  if (isContradicted || isValidTooLong || DateTime.lessThan(deadline, now)) {
    return yield* refused
  }
  return (yield* usedTokens.use({ issuer, jti, exp })) ? caller : yield* refused
})
