import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { ListTasksResponse, SendMessageResponse, StreamResponse, Task } from "@storefront/domain/api/AgentApi"
import { agentErrors, type AgentErrorReason } from "@storefront/domain/api/AgentErrors"
import { type TimedOut } from "@storefront/domain/Errors"
import { Effect, Option, Record, Schema, type Scope, Stream } from "effect"
import * as EventStream from "../../assistant/a2a/EventStream.ts"
import * as HttpBinding from "../../assistant/a2a/HttpBinding.ts"
import { detailsOf, invalidParams, ofRefusal, type ProtocolError } from "../../assistant/a2a/ProtocolError.ts"
import { checkVersion, versionNotSupported } from "../../assistant/a2a/ProtocolHeaders.ts"
import { pushNotSupported } from "../../assistant/a2a/ReceivedMessage.ts"
import * as TaskList from "../../assistant/a2a/TaskList.ts"
import * as ErrorResponses from "../../platform/http/ErrorResponses.ts"
import * as HttpProgram from "../../platform/http/HttpProgram.ts"
import * as Calls from "./Calls.ts"
import { type Call, type FrontAgent, type OperationError } from "./FrontAgent.ts"
import { path } from "./FrontCard.ts"

/** The protocol's JSON-RPC binding of the assistant. */

const RequestId = Schema.Union(Schema.String, Schema.Number)
type RequestId = typeof RequestId.Type

const RpcRequest = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: RequestId,
  method: Schema.String,
  params: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Unknown }), { default: () => ({}) })
})
const decodeRequest = Schema.decodeUnknown(RpcRequest)

const decodeId = Schema.decodeUnknownOption(Schema.Struct({ id: RequestId }))

/** Codes of errors. Others have the server's own code and the status that they have over HTTP+JSON. */
const codes: Partial<Readonly<Record<AgentErrorReason, number>>> = {
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  VERSION_NOT_SUPPORTED: -32009,
  INVALID_PARAMS: -32602,
  INVALID_MESSAGE: -32602
}

const serverError = -32000

/** Returns the body of an error; `detail` as everywhere in the platform, where the status is that of an error. */
const errorBody = (id: RequestId | null, error: ProtocolError, code: number) => ({
  ...(code === serverError ? { detail: error.message } : {}),
  jsonrpc: "2.0",
  id,
  error: { code, message: error.message, data: detailsOf(error) }
})

const respondError = (id: RequestId | null, error: ProtocolError) => {
  const code = codes[error.reason] ?? serverError
  return HttpServerResponse.unsafeJson(errorBody(id, error, code), {
    // With another status, clients do not look for the code.
    status: code === serverError ? agentErrors[error.reason].code : 200,
    headers: error.headers
  })
}

/** Builds the response to what is no request of JSON-RPC. */
const respondMalformed = (id: RequestId | null, code: -32700 | -32600 | -32601, message: string) =>
  HttpServerResponse.unsafeJson({ jsonrpc: "2.0", id, error: { code, message } })

/** Formats errors that are not of the protocol, for a request whose id is known or not. */
export const errorFormat = (id: RequestId | null = null): ErrorResponses.ErrorFormat => ({
  contentType: "application/json",
  body: (refusal) => errorBody(id, ofRefusal(refusal), serverError)
})

/** Envelope of a result. */
const envelope = <A, I>(result: Schema.Schema<A, I>) =>
  Schema.Struct({ jsonrpc: Schema.Literal("2.0"), id: RequestId, result })

const respond = <A, I>(schema: Schema.Schema<A, I>) => {
  const encode = HttpServerResponse.schemaJson(envelope(schema))
  return (result: A, id: RequestId) =>
    Effect.flatMap(Calls.responseHeaders, (headers) =>
      Effect.orDie(encode({ jsonrpc: "2.0", id, result }, { headers }))
    )
}

const respondTask = respond(Task)
const respondSent = respond(SendMessageResponse)
const respondList = respond(ListTasksResponse)

const encodeEvents = EventStream.responder(envelope(StreamResponse))

const respondEvents = <E>(events: Stream.Stream<StreamResponse, E>, id: RequestId) =>
  Effect.flatMap(Calls.responseHeaders, (headers) =>
    encodeEvents(
      Stream.map(events, (result) => ({ jsonrpc: "2.0" as const, id, result })),
      headers
    )
  )

/** Writes scalar parameters as texts, as they stand in a query, and leaves out empty ones. */
const asQuery = (params: Readonly<Record<string, unknown>>) =>
  Record.filterMap(params, (value) =>
    value === null || value === ""
      ? Option.none()
      : Option.some(typeof value === "number" || typeof value === "boolean" ? String(value) : value)
  )

const decodeTaskId = Schema.decodeUnknown(Schema.Struct({ id: Schema.NonEmptyString }))

const readTaskId = (params: unknown) =>
  Effect.mapBoth(decodeTaskId(params), {
    onFailure: () => invalidParams("id", "is required"),
    onSuccess: ({ id }) => id
  })

/** Request whose method is known. */
interface Invocation {
  readonly call: Call
  readonly id: RequestId
  readonly params: Readonly<Record<string, unknown>>
}

type Method = (
  invocation: Invocation
) => Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  OperationError | TimedOut,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** Methods of version 0.3, such as `message/send`. */
const isOutdated = (method: string) => /^(message|tasks|agent)\//.test(method)

const methodsOf = (agent: FrontAgent["Type"], { count }: Calls.Calls): Readonly<Record<string, Method>> => {
  const message =
    (handler: Method): Method =>
    (invocation) =>
      Effect.zipRight(count(invocation.call.user), handler(invocation))
  /** Limits the time of a method that waits for no turn, as its route is limited over HTTP+JSON. */
  const limited =
    (handler: Method): Method =>
    (invocation) =>
      HttpProgram.withinBudget(HttpProgram.requestBudget)(handler(invocation))
  const refuse =
    (error: ProtocolError): Method =>
    () =>
      error
  const refusePush = refuse(pushNotSupported)
  return {
    SendMessage: message(({ call, id, params }) =>
      Effect.flatMap(agent.send(call, params), (task) => respondSent({ task }, id))
    ),
    SendStreamingMessage: message(({ call, id, params }) =>
      Effect.flatMap(agent.stream(call, params), (events) => respondEvents(events, id))
    ),
    GetTask: limited(({ call, id, params }) =>
      Effect.gen(function* () {
        const historyLength = yield* HttpBinding.historyLength(asQuery(params))
        const task = yield* agent.find(call, { id: yield* readTaskId(params), historyLength })
        return yield* respondTask(task, id)
      })
    ),
    ListTasks: limited(({ call, id, params }) =>
      TaskList.decode(asQuery(params)).pipe(
        Effect.flatMap((query) => agent.list(call, query)),
        Effect.flatMap((page) => respondList(page, id))
      )
    ),
    CancelTask: limited(({ call, id, params }) =>
      readTaskId(params).pipe(
        Effect.flatMap((taskId) => agent.cancel(call, taskId)),
        Effect.flatMap((task) => respondTask(task, id))
      )
    ),
    SubscribeToTask: ({ call, id, params }) =>
      readTaskId(params).pipe(
        Effect.flatMap((taskId) => agent.subscribe(call, taskId)),
        Effect.flatMap((events) => respondEvents(events, id))
      ),
    GetExtendedAgentCard: refuse(HttpBinding.noExtendedCard),
    CreateTaskPushNotificationConfig: refusePush,
    GetTaskPushNotificationConfig: refusePush,
    ListTaskPushNotificationConfigs: refusePush,
    DeleteTaskPushNotificationConfig: refusePush
  }
}

/** Builds the binding's route. */
export const routes = (agent: FrontAgent["Type"], calls: Calls.Calls) => {
  const methods = methodsOf(agent, calls)

  const invoke = (call: Call, { id, method: name, params }: typeof RpcRequest.Type) => {
    const method: Method = Option.getOrElse(
      Record.get(methods, name),
      () => () => Effect.succeed(respondMalformed(id, -32601, "method: is not known"))
    )
    return Effect.zipRight(isOutdated(name) ? versionNotSupported : checkVersion, method({ call, id, params })).pipe(
      Effect.catchTag("ProtocolError", (error) => Effect.succeed(respondError(id, error))),
      ErrorResponses.middleware(errorFormat(id))
    )
  }

  const handle = Effect.gen(function* () {
    const call = yield* calls.authenticate
    const body = yield* HttpBinding.readBody
    if (Array.isArray(body)) {
      return respondMalformed(null, -32600, "request: must be an object, not a batch")
    }
    const request = yield* Effect.option(decodeRequest(body))
    return yield* Option.match(request, {
      onNone: () =>
        Effect.succeed(
          respondMalformed(
            Option.match(decodeId(body), { onNone: () => null, onSome: ({ id }) => id }),
            -32600,
            'request: must have jsonrpc "2.0", an id, a method, and params that are an object'
          )
        ),
      onSome: (request) => invoke(call, request)
    })
  }).pipe(
    Effect.catchTags({
      ProtocolError: (error) => Effect.succeed(respondError(null, error)),
      RequestError: () => Effect.succeed(respondMalformed(null, -32700, "Request body is not valid JSON"))
    })
  )

  return HttpRouter.fromIterable([HttpRouter.makeRoute("POST", path, handle)])
}
