import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "@effect/platform"
import { type AgentCard, ListTasksResponse, SendMessageResponse, Task } from "@storefront/domain/api/AgentApi"
import { type SpecialistName } from "@storefront/domain/Topology"
import { DateTime, type Duration, Effect, Fiber, Option, type Schema, Stream } from "effect"
import { type RunningTurns } from "../agent/RunningTurns.ts"
import { type KeyedGate } from "../../platform/limits/KeyedGate.ts"
import * as AgentRequest from "./AgentRequest.ts"
import * as HttpBinding from "./HttpBinding.ts"
import { invalidMessage, invalidParams, ProtocolError, toResponse } from "./ProtocolError.ts"
import { extensionsHeader } from "./ProtocolHeaders.ts"
import * as SendRequest from "./SendRequest.ts"
import * as TaskLifecycle from "./TaskLifecycle.ts"
import * as TaskList from "./TaskList.ts"
import * as TaskRun from "./TaskRun.ts"
import { type TaskRecord, type TaskStore } from "./TaskStore.ts"

/** Agent behind the HTTP routes of the A2A protocol, and its limits. */
export interface Options<R> {
  readonly specialist: SpecialistName
  readonly card: AgentCard
  /** `Last-Modified` of the card. */
  readonly startedAt: DateTime.Utc
  readonly tasks: TaskStore
  /** Limits each person's open streams. */
  readonly streams: KeyedGate
  readonly turns: RunningTurns
  /** Maximum time spent on one message. */
  readonly limit: Duration.Duration
  /** Prepares the agent's work on a message. */
  readonly work: (request: AgentRequest.AgentRequest, sent: SendRequest.SendRequest) => Effect.Effect<TaskRun.Work<R>>
}

/** Reads the body of a message. A confirmation must belong to a conversation. */
const readMessage = Effect.fnUntraced(function* (request: AgentRequest.AgentRequest, specialist: SpecialistName) {
  const sent = yield* SendRequest.decode(yield* HttpBinding.readBody, request, specialist)
  return yield* Option.isSome(sent.confirmation) && request.conversationId === null
    ? invalidMessage("message", "must confirm an action of a conversation of the person")
    : Effect.succeed(sent)
})

/** Encodes a result with the activated extensions. */
const respond = <A, I>(schema: Schema.Schema<A, I>) => {
  const encode = HttpBinding.respond(schema)
  return (value: A, { extensions }: AgentRequest.AgentRequest) => encode(value, extensionsHeader(extensions))
}

const respondTask = respond(Task)
const respondSendMessage = respond(SendMessageResponse)
const respondList = respond(ListTasksResponse)

/** Builds the HTTP routes of an agent: its card, the supported operations, and refusals of the unsupported ones. */
export const make = <R>({ card, limit, specialist, startedAt, streams, tasks, turns, work }: Options<R>) => {
  /** Authenticates the request of a protocol operation, and answers with protocol errors. */
  const operation = <E, R>(
    handler: (
      request: AgentRequest.AgentRequest
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E | ProtocolError, R>
  ) =>
    AgentRequest.check(specialist, limit).pipe(
      Effect.flatMap(handler),
      Effect.catchIf(
        (error) => error instanceof ProtocolError,
        (error) => Effect.succeed(toResponse(error))
      ),
      Effect.flatMap(HttpBinding.negotiateContentType)
    )

  const refuse = (error: ProtocolError) => operation(() => error)

  /** Finds the task in the path among the caller's. */
  const taskOf = ({ user }: AgentRequest.AgentRequest) =>
    Effect.flatMap(HttpBinding.taskId, (id) =>
      Effect.mapError(tasks.find(user.id, id), () => HttpBinding.taskNotFound(id))
    )

  const tooManyRequests = (reason: "TOO_MANY_TASKS" | "TOO_MANY_STREAMS") => () =>
    new ProtocolError({ reason, message: "Too many requests", headers: { "retry-after": "60" } })

  /** Occupies one of the caller's streams until the connection closes. */
  const openStream = ({ user }: AgentRequest.AgentRequest) =>
    Effect.mapError(streams.enter(user.id), tooManyRequests("TOO_MANY_STREAMS"))

  /**
   * Creates a task, lets `observe` subscribe to it, and only then starts the run, so that no event is missed. The run
   * belongs to the program: a client that disconnects does not stop it. `isFollowed` is true if the client reads the
   * task as a stream.
   */
  const startTask = Effect.fnUntraced(function* <A, R2>(
    request: AgentRequest.AgentRequest,
    sent: SendRequest.SendRequest,
    observe: (task: TaskRecord) => Effect.Effect<A, never, R2>,
    isFollowed: boolean
  ) {
    const { message } = sent
    if (message.taskId !== undefined) {
      const { contextId } = yield* Effect.mapError(tasks.find(request.user.id, message.taskId), ({ taskId }) =>
        HttpBinding.taskNotFound(taskId)
      )
      return yield* message.contextId === undefined || message.contextId === contextId
        ? HttpBinding.unsupportedOperation("A task takes no further messages")
        : invalidParams("message.contextId", "must be that of the task")
    }
    const task = yield* Effect.mapError(tasks.create(request.user.id, message), tooManyRequests("TOO_MANY_TASKS"))
    const observed = yield* observe(task)
    const wishes = { extensions: request.extensions, streamsText: isFollowed && sent.streamsAnswer }
    const run = Effect.flatMap(work(request, sent), (work) => TaskRun.run(task, wishes, work))
    yield* turns.start(run).pipe(
      Effect.tap(task.attachRun),
      Effect.tapError(() =>
        Effect.zipRight(task.setStatus({ status: { state: "TASK_STATE_REJECTED" } }), task.attachRun(Fiber.void))
      ),
      Effect.mapError(
        () =>
          new ProtocolError({
            reason: "UNAVAILABLE",
            message: "Service temporarily unavailable",
            headers: { "retry-after": "5" }
          })
      )
    )
    return observed
  }, Effect.uninterruptible)

  const send = operation((request) =>
    Effect.gen(function* () {
      const message = yield* readMessage(request, specialist)
      const task = yield* startTask(request, message, Effect.succeed, false)
      const reply = yield* message.returnImmediately ? task.current : task.untilTerminalOrInterrupted
      return yield* respondSendMessage({ task: TaskLifecycle.limitHistory(reply, message.historyLength) }, request)
    })
  )

  const stream = operation((request) =>
    Effect.gen(function* () {
      const message = yield* readMessage(request, specialist)
      yield* openStream(request)
      const { events } = yield* startTask(request, message, ({ follow }) => follow, true)
      const trimmed = Stream.map(events, (event) =>
        "task" in event ? { task: TaskLifecycle.limitHistory(event.task, message.historyLength) } : event
      )
      return yield* HttpBinding.respondEvents(trimmed, extensionsHeader(request.extensions))
    })
  )

  const find = operation((request) =>
    Effect.gen(function* () {
      const historyLength = yield* HttpBinding.historyLength(yield* HttpServerRequest.ParsedSearchParams)
      const task = yield* taskOf(request)
      return yield* respondTask(TaskLifecycle.limitHistory(yield* task.current, historyLength), request)
    })
  )

  const list = operation((request) =>
    Effect.gen(function* () {
      const query = yield* TaskList.decode(yield* HttpServerRequest.ParsedSearchParams)
      return yield* respondList(TaskList.page(yield* tasks.list(request.user.id), query), request)
    })
  )

  const cancel = operation((request) =>
    Effect.gen(function* () {
      yield* HttpBinding.checkOptionalBody
      const task = yield* taskOf(request)
      const cancelled = yield* Effect.mapError(
        task.cancel,
        ({ taskId }) =>
          new ProtocolError({ reason: "TASK_NOT_CANCELABLE", message: "The task has ended", metadata: { taskId } })
      )
      return yield* respondTask(cancelled, request)
    })
  )

  const subscribe = operation((request) =>
    Effect.gen(function* () {
      const { follow } = yield* taskOf(request)
      yield* openStream(request)
      const { events, task } = yield* follow
      return yield* TaskLifecycle.isTerminal(task.status.state)
        ? HttpBinding.unsupportedOperation("The task has ended")
        : HttpBinding.respondEvents(events, extensionsHeader(request.extensions))
    })
  )

  return HttpRouter.concat(
    HttpRouter.fromIterable([
      HttpRouter.makeRoute(
        "GET",
        HttpBinding.cardPath,
        Effect.succeed(HttpBinding.respondCard(card, { "last-modified": DateTime.toDateUtc(startedAt).toUTCString() }))
      )
    ]),
    HttpBinding.routes({ send, stream, find, list, cancel, subscribe, refuse })
  )
}
