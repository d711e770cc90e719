import { Email, Role, UserId } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { type SpecialistName } from "@storefront/domain/Topology"
import { DateTime, Duration, Effect, type Redacted, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { type ClientKey } from "../../platform/auth/ClientKey.ts"
import { type RemoteKeys } from "../../platform/auth/RemoteKeys.ts"
import { clockSkew, numericNow, TokenRefused } from "../../platform/auth/SignedTokens.ts"
import { UsedTokens } from "../../platform/auth/UsedTokens.ts"
import { CallerHeaders } from "./CallerHeaders.ts"

/** Signed, short-lived token by which the orchestrator names the person a hop is for. */

/** Header with the caller's identity, signed by the orchestrator. */
export const header = "x-caller-assertion"

/** JWT type that distinguishes it from other tokens signed with the same key. */
const typ = "caller-assertion+jwt"

/** Signer, independent of its client name at the authorization server. */
const issuer = "orchestrator"

/** Seconds of validity: one hop. */
const lifetime = Duration.toSeconds("60 seconds")

/** Caller headers as claims of a token. */
const Caller = Schema.Struct({
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

const Stamp = Schema.Struct({ iat: Schema.Number, exp: Schema.Number, jti: Schema.NonEmptyString })

const encodeCaller = Schema.encodeSync(Caller)
const decode = Schema.decodeUnknown(Schema.extend(Stamp, Caller))
const encodeHeaders = Schema.encodeSync(CallerHeaders)

/** Signs the caller's identity for one hop to this specialist, with the orchestrator's key. */
export const sign = Effect.fnUntraced(function* (key: ClientKey, specialist: SpecialistName, caller: CallerHeaders) {
  const iat = yield* numericNow
  const stamp = { iss: issuer, aud: specialist, jti: uuid(), iat, exp: iat + lifetime }
  return yield* key.sign({ ...stamp, ...encodeCaller(caller) }, typ)
})

/**
 * Returns the caller named by an assertion. Fails if the orchestrator did not issue it for this specialist, or it was
 * used or has expired. Headers beside it may be missing, but must not contradict it.
 */
export const verify = Effect.fnUntraced(function* (
  keys: RemoteKeys,
  specialist: SpecialistName,
  token: Redacted.Redacted,
  headers: Readonly<Record<string, string | undefined>>
) {
  const used = yield* UsedTokens
  const refused = new TokenRefused({ reason: "invalid" })
  const claims = yield* keys.verify(token, { issuer, audience: specialist, typ })
  const { exp, iat, jti, ...caller } = yield* Effect.mapError(decode(claims), () => refused)
  const now = yield* DateTime.now
  const deadline = caller["x-turn-deadline"] ?? now
  const expected: Readonly<Record<string, string | undefined>> = encodeHeaders(caller)
  const isContradicted = Object.keys(CallerHeaders.fields).some(
    (name) => headers[name] !== undefined && headers[name] !== expected[name]
  )
  // An issue time in the future would make it valid for longer than a hop.
  const isTooLong = exp - iat > lifetime || iat > now.epochMillis / 1000 + clockSkew
  if (isContradicted || isTooLong || DateTime.lessThan(deadline, now)) {
    return yield* refused
  }
  return (yield* used.use({ issuer, jti, exp })) ? caller : yield* refused
})
