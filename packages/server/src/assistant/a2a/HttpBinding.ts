import { type HttpMethod, HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { AgentCard, mediaType, StreamResponse } from "@storefront/domain/api/AgentApi"
import { Effect, Predicate, Schema } from "effect"
import * as MediaType from "../../platform/http/MediaType.ts"
import * as EventStream from "./EventStream.ts"
import { invalidParams, ProtocolError } from "./ProtocolError.ts"
import * as ProtoJson from "./ProtoJson.ts"
import { pushNotSupported } from "./ReceivedMessage.ts"
import * as TaskList from "./TaskList.ts"

/** HTTP+JSON binding of the protocol, which all our agents have. */

export const cardPath = "/.well-known/agent-card.json"

const jsonTypes = [mediaType, "application/json"]

const checkContentType = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const reason = MediaType.unsupportedReason(headers)
  if (reason !== undefined) {
    return yield* new ProtocolError({ reason: "BODY_NOT_READABLE", message: reason })
  }
  if (!jsonTypes.includes(MediaType.of(headers["content-type"] ?? mediaType))) {
    return yield* new ProtocolError({
      reason: "CONTENT_TYPE_NOT_SUPPORTED",
      message: `Content-Type: must be ${jsonTypes.join(" or ")}`
    })
  }
})

/** Reads the body as JSON of any form. */
export const readBody = Effect.zipRight(
  checkContentType,
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ json }) => json)
)

/** Checks an optional body: it must be empty or a JSON object. */
export const checkOptionalBody = Effect.gen(function* () {
  const { text } = yield* HttpServerRequest.HttpServerRequest
  if ((yield* text) !== "" && !Predicate.isRecord(yield* readBody)) {
    return yield* invalidParams("request", "is not valid")
  }
})

/** Labels the body as plain JSON for clients that accept that but not the protocol's media type. */
export const negotiateContentType = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers: { accept = "" } }) =>
    response.body._tag === "Uint8Array" && accept.includes("application/json") && !accept.includes(mediaType)
      ? HttpServerResponse.setBody(response, HttpBody.uint8Array(response.body.body, "application/json"))
      : response
  )

/** Builds an encoder of responses. */
export const respond = <A, I>(schema: Schema.Schema<A, I>) => {
  const json = HttpServerResponse.schemaJson(schema)
  return (value: A, headers: Readonly<Record<string, string>>) =>
    Effect.orDie(json(value, { contentType: mediaType, headers }))
}

export const respondEvents = EventStream.responder(StreamResponse)

const encodeCard = Schema.encodeSync(Schema.parseJson(AgentCard))

/** Encodes the card as a response. */
export const respondCard = (card: AgentCard, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.text(encodeCard(card), { contentType: "application/json", headers })

/** Id of the task in the path. */
export const taskId = Effect.map(HttpRouter.params, ({ id = "" }) => id)

export const taskNotFound = (taskId: string) =>
  new ProtocolError({ reason: "TASK_NOT_FOUND", message: "Task not found", metadata: { taskId } })

export const unsupportedOperation = (message: string) => new ProtocolError({ reason: "UNSUPPORTED_OPERATION", message })

export const noExtendedCard = unsupportedOperation("There is no extended agent card")

const decodeHistoryLength = Schema.decodeUnknown(
  Schema.Struct({ historyLength: Schema.optional(TaskList.HistoryLength) })
)

/** Reads `historyLength` among parameters that are texts, as in a query. */
export const historyLength = (parameters: unknown) =>
  Effect.mapBoth(decodeHistoryLength(ProtoJson.normalize(parameters)), {
    onFailure: () => invalidParams("historyLength", "must be a whole number of at least 0"),
    onSuccess: ({ historyLength }) => historyLength
  })

/** Handlers of the protocol's operations. */
export interface Operations<E, R> {
  readonly send: HttpRouter.Route.Handler<E, R>
  readonly stream: HttpRouter.Route.Handler<E, R>
  readonly find: HttpRouter.Route.Handler<E, R>
  readonly list: HttpRouter.Route.Handler<E, R>
  readonly cancel: HttpRouter.Route.Handler<E, R>
  readonly subscribe: HttpRouter.Route.Handler<E, R>
  /** Builds the handler of an operation that our agents do not have. */
  readonly refuse: (error: ProtocolError) => HttpRouter.Route.Handler<E, R>
}

/** Paths of the operations. `::` is a literal colon; the pattern after `:id` ends the parameter before it. */
export const paths = {
  send: "/message::send",
  stream: "/message::stream",
  find: "/tasks/:id",
  list: "/tasks",
  cancel: "/tasks/:id(.*?)::cancel",
  subscribe: "/tasks/:id(.*?)::subscribe"
} as const

const pushConfigs = "/tasks/:id/pushNotificationConfigs"

/** Builds the routes of the operations below a path, and refusals of the unsupported ones. */
export const routes = <E, R>({ refuse, ...operations }: Operations<E, R>, prefix: "" | `/${string}` = "") => {
  const route = (method: HttpMethod.HttpMethod, path: `/${string}`, handler: HttpRouter.Route.Handler<E, R>) =>
    HttpRouter.makeRoute(method, `${prefix}${path}`, handler)
  const refusePush = refuse(pushNotSupported)
  return HttpRouter.fromIterable([
    route("POST", paths.send, operations.send),
    route("POST", paths.stream, operations.stream),
    route("GET", paths.find, operations.find),
    route("GET", paths.list, operations.list),
    route("POST", paths.cancel, operations.cancel),
    // The text of the specification says POST, its definition GET.
    route("POST", paths.subscribe, operations.subscribe),
    route("GET", paths.subscribe, operations.subscribe),
    route("GET", "/extendedAgentCard", refuse(noExtendedCard)),
    route("POST", pushConfigs, refusePush),
    route("GET", pushConfigs, refusePush),
    route("GET", `${pushConfigs}/:configId`, refusePush),
    route("DELETE", `${pushConfigs}/:configId`, refusePush)
  ])
}
