import { HttpClient, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import {
  type Confirmation,
  Extension,
  mediaType,
  protocolVersion,
  SendMessageRequest,
  SendMessageResponse,
  type SettledAction
} from "@storefront/domain/api/AgentApi"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Context, Duration, Effect, Layer, Predicate, Schedule, Schema } from "effect"
import { CallerHeaders } from "../a2a/CallerHeaders.ts"
import * as ConversationHistory from "../a2a/ConversationHistory.ts"
import { registry } from "../../platform/config/AgentsConfig.ts"
import { agentHopTimeout } from "../../platform/config/LimitsConfig.ts"
import * as BoundedResponse from "../../platform/http/BoundedResponse.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { destination } from "../../platform/telemetry/SpanConventions.ts"
import { SpecialistCredentials } from "./SpecialistCredentials.ts"
import {
  releaseBudget,
  reserveBudget,
  decodeAnswer,
  type Decoder,
  decodeSettlement,
  type SpecialistAnswer,
  type SpecialistRefused,
  type SpecialistUnavailable,
  unavailable
} from "./SpecialistAnswer.ts"
import { bodyOf, confirmationBodyOf } from "./SpecialistRequest.ts"
import { type AgentRun } from "../usage/AgentRuns.ts"

const maxResponseBytes = 2 * 1_048_576

/** Maximum margin between a specialist's deadline and the client's, so that it can still report its usage. */
const maxMargin = Duration.millis(250)

const encodeHeaders = Schema.encodeSync(CallerHeaders)
const encodeBody = Schema.encodeSync(Schema.parseJson(SendMessageRequest))
const decodeResponse = Schema.decode(Schema.parseJson(SendMessageResponse))

const extensions = Object.values(Extension)

/** Backoff between attempts after a refused connection. */
const backoff = Schedule.jittered(Schedule.exponential("100 millis"))

/** Returns whether the connection was refused, so that nothing was sent. The code is on the error or on its cause. */
const isConnectionRefused = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code")
    ? error.code === "ECONNREFUSED"
    : Predicate.hasProperty(error, "cause") && isConnectionRefused(error.cause)

/** Reads the body of a response, unless it is too large. */
const readBody = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.mapError(BoundedResponse.text(response, maxResponseBytes), ({ _tag }) =>
    unavailable(_tag === "AnswerTooLarge" ? "unreadable_answer" : "unreachable")
  )

/** A2A client of the specialists: one blocking `message:send` per question or confirmation. */
export class SpecialistClient extends Context.Tag("@storefront/server/assistant/specialists/SpecialistClient")<
  SpecialistClient,
  {
    /** Asks the specialist. Waits until the deadline, and at most for the time limit of one hop. */
    readonly send: (run: AgentRun) => Effect.Effect<SpecialistAnswer, SpecialistUnavailable | SpecialistRefused>
    /** Has a confirmed action performed, within the same time. */
    readonly confirm: (run: AgentRun, confirmation: Confirmation) => Effect.Effect<SettledAction, SpecialistUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const addresses = yield* registry
      const hopTimeout = yield* agentHopTimeout
      const proof = yield* SpecialistCredentials
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)

      const post = (specialist: SpecialistName, body: typeof SendMessageRequest.Type, caller: CallerHeaders) =>
        HttpClientRequest.post(`${addresses[specialist].href.replace(/\/+$/, "")}/message:send`, {
          headers: {
            ...encodeHeaders(caller),
            "a2a-version": protocolVersion,
            "a2a-extensions": extensions.join(","),
            accept: mediaType
          }
        }).pipe(HttpClientRequest.bodyText(encodeBody(body), mediaType))

      const exchange = Effect.fnUntraced(function* <A, E>(
        { agentName: specialist, caller: person, conversationId }: AgentRun,
        body: typeof SendMessageRequest.Type,
        decodeTask: Decoder<A, E>,
        deadline: SteadyClock.Deadline
      ) {
        // Released only as far as the specialist reports its usage; otherwise it may have used all of it.
        const reserved = yield* reserveBudget
        const caller: CallerHeaders = {
          "x-user-id": person.id,
          "x-user-email": person.email,
          "x-user-role": person.role,
          ...(conversationId === null ? {} : { "x-conversation-id": conversationId }),
          "x-conversation-sha256": ConversationHistory.digestOf(body.message.metadata),
          "x-turn-deadline": yield* SteadyClock.toWallClock(deadline),
          "x-turn-retries": reserved.retries,
          "x-turn-tokens": reserved.tokens
        }
        const response = yield* proof.send({ specialist, caller }, post(specialist, body, caller), client.execute).pipe(
          Effect.retry({ times: 2, while: isConnectionRefused, schedule: backoff }),
          Effect.tapError((error) => Effect.when(releaseBudget(reserved), () => isConnectionRefused(error))),
          Effect.mapError(() => unavailable("unreachable"))
        )
        if (response.status !== 200) {
          yield* releaseBudget(reserved)
          return yield* unavailable(response.status === 503 ? "unavailable" : "error_status")
        }
        const { task } = yield* Effect.mapError(decodeResponse(yield* readBody(response)), () =>
          unavailable("unreadable_answer")
        )
        return yield* decodeTask(task, reserved)
      }, Effect.scoped)

      const call = <A, E extends SpecialistUnavailable | SpecialistRefused>(
        run: AgentRun,
        body: typeof SendMessageRequest.Type,
        decodeTask: Decoder<A, E>
      ) =>
        Effect.gen(function* () {
          const duration = Duration.min(hopTimeout, yield* SteadyClock.remaining(run.deadline))
          const margin = Duration.min(maxMargin, Duration.times(duration, 0.1))
          const deadline = yield* SteadyClock.deadlineIn(Duration.subtract(duration, margin))
          return yield* Effect.timeoutFail(exchange(run, body, decodeTask, deadline), {
            duration,
            onTimeout: () => unavailable("timeout")
          })
        }).pipe(
          Effect.tapError((error) =>
            Effect.annotateCurrentSpan("error.type", error._tag === "SpecialistUnavailable" ? error.reason : "refused")
          ),
          Effect.withSpan(`invoke_agent ${run.agentName}`, {
            kind: "client",
            captureStackTrace: false,
            attributes: {
              "gen_ai.operation.name": "invoke_agent",
              "gen_ai.agent.name": run.agentName,
              ...(run.conversationId === null ? {} : { "gen_ai.conversation.id": run.conversationId }),
              ...destination(addresses[run.agentName])
            }
          })
        )
      return {
        send: (run) => call(run, bodyOf(run), decodeAnswer),
        confirm: (run, confirmation) => call(run, confirmationBodyOf(run, confirmation), decodeSettlement)
      }
    })
  )
}
