import { HttpClient, HttpClientRequest } from "@effect/platform"
import {
  type Confirmation,
  Extension,
  mediaType,
  protocolVersion,
  SendMessageRequest,
  type SettledAction,
  type StreamResponse,
  type Task
} from "@storefront/domain/api/AgentApi"
import { type SpecialistName } from "@storefront/domain/Topology"
import {
  Cause,
  Context,
  Deferred,
  Duration,
  Effect,
  Fiber,
  Function,
  Layer,
  Option,
  Predicate,
  Ref,
  Schedule,
  Schema
} from "effect"
import { CallerHeaders } from "../a2a/CallerHeaders.ts"
import * as ConversationHistory from "../a2a/ConversationHistory.ts"
import * as TaskLifecycle from "../a2a/TaskLifecycle.ts"
import { registry } from "../../platform/config/AgentsConfig.ts"
import { agentHopTimeout } from "../../platform/config/LimitsConfig.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { type TextReceiver } from "../../platform/provider/TextReceiver.ts"
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
import * as SpecialistProgress from "./SpecialistProgress.ts"
import { bodyOf, confirmationBodyOf } from "./SpecialistRequest.ts"
import * as TaskStream from "./TaskStream.ts"
import { type AgentRun } from "../usage/AgentRuns.ts"

/** Maximum margin between a specialist's deadline and the client's, so that it can still report its usage. */
const maxMargin = Duration.millis(250)

/** Time limit for cancelling a task. */
const cancelLimit = Duration.seconds(5)

const encodeHeaders = Schema.encodeSync(CallerHeaders)
const encodeBody = Schema.encodeSync(Schema.parseJson(SendMessageRequest))

const extensions = Object.values(Extension)

/** Maximum wait of an interrupted question for the id of its task, which a specialist tells before it begins. */
const openingLimit = Duration.seconds(1)

/** Backoff between attempts after a refused connection. */
const backoff = Schedule.jittered(Schedule.exponential("100 millis"))

/** Returns whether the connection was refused, so that nothing was sent. The code is on the error or on its cause. */
const isConnectionRefused = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code")
    ? error.code === "ECONNREFUSED"
    : Predicate.hasProperty(error, "cause") && isConnectionRefused(error.cause)

/** Question or confirmation on its way to a specialist. */
interface Call<A, E> {
  readonly run: AgentRun
  readonly body: typeof SendMessageRequest.Type
  readonly decodeTask: Decoder<A, E>
  /** Receives each event of the task, with the task that it leads to. */
  readonly onEvent: (event: StreamResponse, task: Task) => Effect.Effect<void>
}

/** A2A client of the specialists: one `message:stream` per question or confirmation. */
export class SpecialistClient extends Context.Tag("@storefront/server/assistant/specialists/SpecialistClient")<
  SpecialistClient,
  {
    /**
     * Asks the specialist. Waits until the deadline, and at most for the time limit of one hop. Forwards the progress
     * of its run to the `RunEvents` of the turn, and its answer to `text` while it is written. Cancels its task if the
     * answer is no longer awaited; an interruption waits for that.
     */
    readonly send: (
      run: AgentRun,
      text?: Option.Option<TextReceiver>
    ) => Effect.Effect<SpecialistAnswer, SpecialistUnavailable | SpecialistRefused>
    /** Has a confirmed action performed, within the same time. */
    readonly confirm: (run: AgentRun, confirmation: Confirmation) => Effect.Effect<SettledAction, SpecialistUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const addresses = yield* registry
      const hopTimeout = yield* agentHopTimeout
      const proof = yield* SpecialistCredentials
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const background = yield* Effect.scope

      /** Posts to a path of the specialist with our credentials, on behalf of the caller. */
      const post = (
        specialist: SpecialistName,
        path: string,
        caller: CallerHeaders,
        withBody: (request: HttpClientRequest.HttpClientRequest) => HttpClientRequest.HttpClientRequest
      ) =>
        proof.send(
          { specialist, caller },
          withBody(
            HttpClientRequest.post(`${addresses[specialist].href.replace(/\/+$/, "")}${path}`, {
              headers: {
                ...encodeHeaders(caller),
                "a2a-version": protocolVersion,
                "a2a-extensions": extensions.join(",")
              }
            })
          ),
          client.execute
        )

      const identityOf = ({ caller, conversationId }: AgentRun): CallerHeaders => ({
        "x-user-id": caller.id,
        "x-user-email": caller.email,
        "x-user-role": caller.role,
        ...(conversationId === null ? {} : { "x-conversation-id": conversationId })
      })

      const exchange = Effect.fnUntraced(function* <A, E>(
        { body, decodeTask, onEvent, run }: Call<A, E>,
        deadline: SteadyClock.Deadline
      ) {
        // Released only as far as the specialist reports its usage; otherwise it may have used all of it.
        const reserved = yield* reserveBudget
        const caller: CallerHeaders = {
          ...identityOf(run),
          "x-conversation-sha256": ConversationHistory.digestOf(body.message.metadata),
          "x-turn-deadline": yield* SteadyClock.toWallClock(deadline),
          "x-turn-retries": reserved.retries,
          "x-turn-tokens": reserved.tokens
        }
        const response = yield* post(run.agentName, "/message:stream", caller, (request) =>
          HttpClientRequest.bodyText(
            HttpClientRequest.setHeader(request, "accept", "text/event-stream"),
            encodeBody(body),
            mediaType
          )
        ).pipe(
          Effect.retry({ times: 2, while: isConnectionRefused, schedule: backoff }),
          Effect.tapError((error) => Effect.when(releaseBudget(reserved), () => isConnectionRefused(error))),
          Effect.mapError(() => unavailable("unreachable"))
        )
        if (response.status !== 200) {
          yield* releaseBudget(reserved)
          return yield* unavailable(response.status === 503 ? "unavailable" : "error_status")
        }
        return yield* decodeTask(yield* TaskStream.read(response, onEvent), reserved)
      }, Effect.scoped)

      /** Cancels a task, which then writes no more; one that has ended meanwhile is left as it is. */
      const cancelTask = (run: AgentRun, taskId: string) =>
        post(run.agentName, `/tasks/${encodeURIComponent(taskId)}:cancel`, identityOf(run), Function.identity).pipe(
          Effect.scoped,
          Effect.timeout(cancelLimit),
          Effect.catchAll((error) =>
            Effect.annotateLogs(Effect.logWarning("A specialist's task could not be cancelled"), {
              specialist: run.agentName,
              reason: error._tag
            })
          )
        )

      const perform = <A, E extends SpecialistUnavailable | SpecialistRefused>(call: Call<A, E>) => {
        const { run } = call
        return Effect.gen(function* () {
          const duration = Duration.min(hopTimeout, yield* SteadyClock.remaining(run.deadline))
          const margin = Duration.min(maxMargin, Duration.times(duration, 0.1))
          const deadline = yield* SteadyClock.deadlineIn(Duration.subtract(duration, margin))
          return yield* Effect.timeoutFail(exchange(call, deadline), {
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
      }

      const send = Effect.fnUntraced(function* (run: AgentRun, text: Option.Option<TextReceiver> = Option.none()) {
        const progress = yield* SpecialistProgress.make(run, text)
        const openTask = yield* Ref.make(Option.none<string>())
        const hasTask = yield* Deferred.make<void>()
        const call: Call<SpecialistAnswer, SpecialistRefused> = {
          run,
          body: bodyOf(run, Option.isSome(text)),
          decodeTask: decodeAnswer,
          onEvent: (event, task) =>
            Effect.zipRight(
              Effect.zipRight(
                Ref.set(openTask, TaskLifecycle.isClosed(task) ? Option.none() : Option.some(task.id)),
                Deferred.succeed(hasTask, undefined)
              ),
              progress.forward(event)
            )
        }
        /** Waits for the task of a question that is being interrupted, since only a known task can be cancelled. */
        const awaitTask = (hop: Fiber.Fiber<unknown, unknown>) =>
          Effect.unlessEffect(
            Effect.timeoutOption(
              Effect.interruptible(Effect.raceFirst(Deferred.await(hasTask), Fiber.await(hop))),
              openingLimit
            ),
            SteadyClock.hasPassed(run.deadline)
          )
        /** Cancels the task in the background; waits for that if the turn was interrupted before its deadline. */
        const abandon = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
          const taskId = yield* Ref.get(openTask)
          if (Option.isSome(taskId)) {
            const cancelling = yield* Effect.forkIn(Effect.interruptible(cancelTask(run, taskId.value)), background)
            const isAwaited = Cause.isInterrupted(cause) && !(yield* SteadyClock.hasPassed(run.deadline))
            yield* Effect.when(Fiber.await(cancelling), () => isAwaited)
          }
        })
        return yield* Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(Effect.forkIn(Effect.interruptible(perform(call)), background), (hop) =>
            Effect.onInterrupt(restore(Fiber.join(hop)), () => Effect.zipRight(awaitTask(hop), Fiber.interrupt(hop)))
          )
        ).pipe(
          Effect.ensuring(progress.close),
          Effect.onError((cause) => abandon(cause))
        )
      })

      return {
        send,
        // Not cancelled: what a customer has confirmed is done.
        confirm: (run, confirmation) =>
          perform({
            run,
            body: confirmationBodyOf(run, confirmation),
            decodeTask: decodeSettlement,
            onEvent: () => Effect.void
          })
      }
    })
  )
}
