import { HttpServerRequest } from "@effect/platform"
import { Extension } from "@storefront/domain/api/AgentApi"
import { type SpecialistName } from "@storefront/domain/Topology"
import { type DateTime, Duration, Effect, Option } from "effect"
import { AgentCredentials } from "./AgentCredentials.ts"
import { type Caller, CallerDirectory } from "./CallerDirectory.ts"
import * as ConversationHistory from "./ConversationHistory.ts"
import { maxRetriesOfTurn } from "../../platform/provider/RetryBudget.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { ProtocolError } from "./ProtocolError.ts"
import * as ProtocolHeaders from "./ProtocolHeaders.ts"

/** Headers of an A2A request to a specialist, checked before its body is read. */
export interface AgentRequest extends Caller {
  /** Time at which the caller stops waiting. */
  readonly deadline: SteadyClock.Deadline
  /** Number of model requests that may be retried. */
  readonly retries: number
  /** Token budget at the provider; none if the client has no budget of its own. */
  readonly tokens: Option.Option<number>
  /** Our extensions that the client activated. */
  readonly extensions: ReadonlySet<string>
  /** Returns whether to trust the verdict in the history extension. Fails if its signed digest does not match. */
  readonly isVerdictTrusted: (metadata: Readonly<Record<string, unknown>>) => Effect.Effect<boolean, ProtocolError>
}

/** Returns the caller's deadline, capped at the limit of one hop. */
const deadlineOf = Effect.fnUntraced(function* (header: DateTime.Utc | undefined, limit: Duration.Duration) {
  const left =
    header === undefined ? limit : yield* Effect.flatMap(SteadyClock.fromWallClock(header), SteadyClock.remaining)
  return yield* SteadyClock.deadlineIn(Duration.min(limit, left))
})

const supportedExtensions: ReadonlyArray<string> = Object.values(Extension)

/**
 * Checks a request in this order: the sending service, the protocol version, the person it is for. The order matters:
 * `SpecialistStandings` probes the first check with an unsupported version. `limit` caps the time of one request.
 */
export const check = Effect.fnUntraced(function* (specialist: SpecialistName, limit: Duration.Duration) {
  const credentials = yield* AgentCredentials
  const callers = yield* CallerDirectory
  const unauthenticated = (message: string) => () =>
    new ProtocolError({
      reason: "UNAUTHENTICATED",
      message,
      headers: { "www-authenticate": credentials.challenge }
    })

  const { headers } = yield* HttpServerRequest.HttpServerRequest
  yield* Effect.catchTag(
    credentials.verify(headers),
    "InvalidAgentCredentials",
    unauthenticated("Invalid agent credentials")
  )
  yield* ProtocolHeaders.checkVersion
  const claims = yield* Effect.catchTag(
    credentials.caller(headers, specialist),
    "InvalidCallerIdentity",
    unauthenticated("Invalid caller identity")
  )
  const caller = yield* Effect.catchTag(
    callers.find(claims),
    "InvalidCallerIdentity",
    unauthenticated("Invalid caller identity")
  )
  const result: AgentRequest = {
    ...caller,
    deadline: yield* deadlineOf(claims["x-turn-deadline"], limit),
    retries: Math.min(claims["x-turn-retries"] ?? maxRetriesOfTurn, maxRetriesOfTurn),
    tokens: Option.fromNullable(claims["x-turn-tokens"]),
    extensions: ProtocolHeaders.activatedExtensions(headers, supportedExtensions),
    isVerdictTrusted: (metadata) => {
      const signedDigest = claims["x-conversation-sha256"]
      return signedDigest === undefined
        ? Effect.succeed(!credentials.requiresSignedVerdict)
        : signedDigest === ConversationHistory.digestOf(metadata)
          ? Effect.succeed(true)
          : unauthenticated("Invalid caller identity")()
    }
  }
  return result
})
