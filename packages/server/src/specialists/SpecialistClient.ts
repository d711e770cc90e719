import { HttpClient, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import {
  Extension,
  mediaType,
  protocolVersion,
  SendMessageRequest,
  SendMessageResponse,
  type Task,
  UsageSteps
} from "@storefront/domain/api/AgentApi"
import { type User } from "@storefront/domain/Identity"
import { type ConversationId, type UsageLogId } from "@storefront/domain/Ids"
import { writtenBy } from "@storefront/domain/tools/Acts"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Context, Data, Duration, Effect, Layer, Option, Predicate, Schedule, Schema } from "effect"
import * as ConversationHistory from "../a2a/ConversationHistory.ts"
import { registry } from "../config/AgentsConfig.ts"
import { agentHopTimeout } from "../config/LimitsConfig.ts"
import { CallerHeaders } from "../a2a/CallerHeaders.ts"
import { HopProof } from "./HopProof.ts"
import { type HistoryEntry } from "../agent/History.ts"
import { isBlank } from "../guard/neutral/Characters.ts"
import * as BoundedAnswer from "../http/BoundedAnswer.ts"
import * as SteadyClock from "../limits/SteadyClock.ts"
import * as RetryBudget from "../model/RetryBudget.ts"
import * as TokenBudget from "../model/TokenBudget.ts"
import { destination } from "../telemetry/Conventions.ts"

/** Bytes of an answer. */
const maxAnswerBytes = 2 * 1_048_576

/**
 * How much sooner than we stop waiting a specialist has to stop, so that it can still say what it used: a tenth of the
 * time, and at most this.
 */
const maxMargin = Duration.millis(250)

/** A question to a specialist, on behalf of a person. */
export interface SpecialistRequest {
  readonly specialist: SpecialistName
  readonly message: string
  /** The same for a repetition of the question. */
  readonly messageId: string
  /** This attempt at it. */
  readonly runId: UsageLogId
  /** What the customer wrote; `message` is what a model makes of it. */
  readonly customerMessage: string
  /** Oldest first, without `message`. */
  readonly history: ReadonlyArray<HistoryEntry>
  readonly caller: User
  readonly conversationId: ConversationId
  /** When nobody waits for the answer any more. */
  readonly deadline: SteadyClock.Deadline
}

/** What the specialist used, as far as it said so. */
export interface SpecialistUsage {
  readonly tokensIn: number
  readonly tokensOut: number
}

const nothingUsed: SpecialistUsage = { tokensIn: 0, tokensOut: 0 }

export interface SpecialistAnswer {
  readonly text: string
  readonly usage: SpecialistUsage
  /** The tools that have written, as far as the specialist said so. */
  readonly written: ReadonlyArray<string>
}

/**
 * There is no answer: `failed`, `unavailable` and `budget` are the specialist's own words, and `timeout` can be; the others
 * are ours.
 */
export class SpecialistUnavailable extends Data.TaggedError("SpecialistUnavailable")<{
  readonly reason:
    | "timeout"
    | "unavailable"
    | "budget"
    | "unreachable"
    | "error_status"
    | "unreadable_answer"
    | "failed"
  readonly usage: SpecialistUsage
  /** The tools that have written all the same, as far as the specialist said so. */
  readonly written: ReadonlyArray<string>
}> {}

/** The injection guard of the specialist blocked the message. */
export class SpecialistRefused extends Data.TaggedError("SpecialistRefused")<{ readonly usage: SpecialistUsage }> {}

/** What a task says about its run. */
interface RunSummary {
  readonly usage: SpecialistUsage
  readonly written: ReadonlyArray<string>
}

const nothingKnown: RunSummary = { usage: nothingUsed, written: [] }

const unavailable = (reason: SpecialistUnavailable["reason"], { usage, written }: RunSummary = nothingKnown) =>
  new SpecialistUnavailable({ reason, usage, written })

/** What the specialist calls a run without an answer, as we call it. */
const reasonOf = (failure: UsageSteps["failure"]): SpecialistUnavailable["reason"] =>
  failure === "deadline" ? "timeout" : failure === "unavailable" || failure === "budget" ? failure : "failed"

const encodeHeaders = Schema.encodeSync(CallerHeaders)
const encodeBody = Schema.encodeSync(Schema.parseJson(SendMessageRequest))
const decodeResponse = Schema.decode(Schema.parseJson(SendMessageResponse))
const decodeUsage = Schema.decodeUnknownOption(UsageSteps)

const extensions = [Extension.conversationHistory, Extension.usageSteps]

/** A refused connection is tried again so often, at growing distances. */
const retries = Schedule.jittered(Schedule.exponential("100 millis"))

const bodyOf = ({
  conversationId,
  customerMessage,
  history,
  message,
  messageId,
  runId
}: SpecialistRequest): typeof SendMessageRequest.Type => ({
  message: {
    messageId,
    contextId: conversationId,
    role: "ROLE_USER",
    parts: [{ text: message, mediaType: "text/plain" }],
    extensions: [Extension.conversationHistory],
    metadata: {
      [Extension.conversationHistory]: ConversationHistory.encode({
        history,
        runId,
        customerMessage: Option.some(customerMessage)
      })
    }
  },
  configuration: { acceptedOutputModes: ["text/plain"], historyLength: 0 }
})

/** Nobody listens there, so nothing was sent; the code is on the error or on what caused it. */
const isRefused = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code")
    ? error.code === "ECONNREFUSED"
    : Predicate.hasProperty(error, "cause") && isRefused(error.cause)

/** The body of an answer, unless it is too large. */
const read = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.mapError(BoundedAnswer.text(response, maxAnswerBytes), ({ _tag }) =>
    unavailable(_tag === "AnswerTooLarge" ? "unreadable_answer" : "unreachable")
  )

const summaryOf = ({ steps, tokensIn, tokensOut }: UsageSteps): RunSummary => ({
  usage: { tokensIn, tokensOut },
  written: writtenBy(steps)
})

/** What a specialist may use of the turn. */
interface Loan {
  readonly retries: number
  readonly tokens: number
}

const lend = Effect.all({ retries: RetryBudget.lend, tokens: TokenBudget.lend })

const giveBack = ({ retries, tokens }: Loan) =>
  Effect.zipRight(RetryBudget.giveBack(retries), TokenBudget.giveBack(tokens))

/** What the finished task says. */
const outcome = Effect.fnUntraced(function* ({ artifacts = [], status }: Task, given: Loan) {
  const answer = artifacts.find(({ artifactId }) => artifactId === "answer")
  const text = ConversationHistory.textOf(answer?.parts ?? [])
  const told = Option.getOrUndefined(
    decodeUsage((answer?.metadata ?? status.message?.metadata)?.[Extension.usageSteps])
  )
  yield* RetryBudget.giveBack(given.retries - (told?.repeatedRequests ?? 0))
  if (told !== undefined) {
    yield* TokenBudget.giveBack(given.tokens - told.tokensIn - told.tokensOut)
  }
  const run = told === undefined ? nothingKnown : summaryOf(told)
  switch (status.state) {
    case "TASK_STATE_COMPLETED": {
      const completed: SpecialistAnswer = { text, ...run }
      return isBlank(text) ? yield* unavailable("unreadable_answer", run) : completed
    }
    case "TASK_STATE_REJECTED":
      return yield* new SpecialistRefused({ usage: run.usage })
    default:
      return yield* unavailable(reasonOf(told?.failure), run)
  }
})

/** Asks specialists over HTTP. */
export class SpecialistClient extends Context.Tag("@storefront/server/specialists/SpecialistClient")<
  SpecialistClient,
  {
    /** Waits for the answer until the deadline, and never longer than one hop may take. */
    readonly send: (
      request: SpecialistRequest
    ) => Effect.Effect<SpecialistAnswer, SpecialistUnavailable | SpecialistRefused>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const addresses = yield* registry
      const hopTimeout = yield* agentHopTimeout
      const proof = yield* HopProof
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)

      const post = (request: SpecialistRequest, caller: CallerHeaders) =>
        HttpClientRequest.post(`${addresses[request.specialist].href.replace(/\/+$/, "")}/message:send`, {
          headers: {
            ...encodeHeaders(caller),
            "a2a-version": protocolVersion,
            "a2a-extensions": extensions.join(","),
            accept: mediaType
          }
        }).pipe(HttpClientRequest.bodyText(encodeBody(bodyOf(request)), mediaType))

      const exchange = Effect.fnUntraced(function* (request: SpecialistRequest, deadline: SteadyClock.Deadline) {
        // Whoever does not tell what it has used may have used all.
        const given = yield* lend
        const caller: CallerHeaders = {
          "x-user-id": request.caller.id,
          "x-user-email": request.caller.email,
          "x-user-role": request.caller.role,
          "x-conversation-id": request.conversationId,
          "x-turn-deadline": yield* SteadyClock.toTimeOfDay(deadline),
          "x-turn-retries": given.retries,
          "x-turn-tokens": given.tokens
        }
        const hop = { specialist: request.specialist, caller }
        const response = yield* proof.send(hop, post(request, caller), client.execute).pipe(
          Effect.retry({ times: 2, while: isRefused, schedule: retries }),
          Effect.tapError((error) => Effect.when(giveBack(given), () => isRefused(error))),
          Effect.mapError(() => unavailable("unreachable"))
        )
        if (response.status !== 200) {
          yield* giveBack(given)
          return yield* unavailable(response.status === 503 ? "unavailable" : "error_status")
        }
        const { task } = yield* Effect.mapError(decodeResponse(yield* read(response)), () =>
          unavailable("unreadable_answer")
        )
        return yield* outcome(task, given)
      }, Effect.scoped)

      const send = (request: SpecialistRequest) =>
        Effect.gen(function* () {
          const duration = Duration.min(hopTimeout, yield* SteadyClock.left(request.deadline))
          const margin = Duration.min(maxMargin, Duration.times(duration, 0.1))
          return yield* Effect.timeoutFail(
            exchange(request, yield* SteadyClock.deadlineIn(Duration.subtract(duration, margin))),
            {
              duration,
              onTimeout: () => unavailable("timeout")
            }
          )
        }).pipe(
          Effect.tapError((error) =>
            Effect.annotateCurrentSpan("error.type", error._tag === "SpecialistUnavailable" ? error.reason : "refused")
          ),
          Effect.withSpan(`invoke_agent ${request.specialist}`, {
            kind: "client",
            captureStackTrace: false,
            attributes: {
              "gen_ai.operation.name": "invoke_agent",
              "gen_ai.agent.name": request.specialist,
              "gen_ai.conversation.id": request.conversationId,
              ...destination(addresses[request.specialist])
            }
          })
        )
      return { send }
    })
  )
}
