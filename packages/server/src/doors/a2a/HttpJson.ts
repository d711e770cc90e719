import { HttpServerRequest, type HttpServerResponse } from "@effect/platform"
import { ListTasksResponse, SendMessageResponse, Task } from "@storefront/domain/api/AgentApi"
import { Effect, type Schema } from "effect"
import * as HttpBinding from "../../assistant/a2a/HttpBinding.ts"
import { ProtocolError, toResponse } from "../../assistant/a2a/ProtocolError.ts"
import { checkVersion } from "../../assistant/a2a/ProtocolHeaders.ts"
import * as TaskList from "../../assistant/a2a/TaskList.ts"
import * as Calls from "./Calls.ts"
import { type Call, type FrontAgent } from "./FrontAgent.ts"
import { path } from "./FrontCard.ts"

/** The protocol's HTTP+JSON binding of the assistant. */

const respond = <A, I>(schema: Schema.Schema<A, I>) => {
  const encode = HttpBinding.respond(schema)
  return (value: A) => Effect.flatMap(Calls.responseHeaders, (headers) => encode(value, headers))
}

const respondTask = respond(Task)
const respondSent = respond(SendMessageResponse)
const respondList = respond(ListTasksResponse)

const respondEvents = (events: Parameters<typeof HttpBinding.respondEvents>[0]) =>
  Effect.flatMap(Calls.responseHeaders, (headers) => HttpBinding.respondEvents(events, headers))

/** Builds the binding's routes. */
export const routes = (agent: FrontAgent["Type"], { authenticate, count }: Calls.Calls) => {
  const operation = <E, R>(
    handler: (call: Call) => Effect.Effect<HttpServerResponse.HttpServerResponse, E | ProtocolError, R>
  ) =>
    Effect.tap(authenticate, checkVersion).pipe(
      Effect.flatMap(handler),
      Effect.catchIf(
        (error) => error instanceof ProtocolError,
        (error) => Effect.succeed(toResponse(error))
      ),
      Effect.flatMap(HttpBinding.negotiateContentType)
    )

  /** Handles a message, which counts even if it cannot be read. */
  const message = <E, R>(
    handler: (call: Call, body: unknown) => Effect.Effect<HttpServerResponse.HttpServerResponse, E | ProtocolError, R>
  ) =>
    operation((call) =>
      count(call.user).pipe(
        Effect.zipRight(HttpBinding.readBody),
        Effect.flatMap((body) => handler(call, body))
      )
    )

  const query = HttpServerRequest.ParsedSearchParams

  return HttpBinding.routes(
    {
      send: message((call, body) => Effect.flatMap(agent.send(call, body), (task) => respondSent({ task }))),
      stream: message((call, body) => Effect.flatMap(agent.stream(call, body), respondEvents)),
      find: operation((call) =>
        Effect.gen(function* () {
          const historyLength = yield* HttpBinding.historyLength(yield* query)
          return yield* respondTask(yield* agent.find(call, { id: yield* HttpBinding.taskId, historyLength }))
        })
      ),
      list: operation((call) =>
        Effect.flatMap(query, TaskList.decode).pipe(
          Effect.flatMap((parameters) => agent.list(call, parameters)),
          Effect.flatMap(respondList)
        )
      ),
      cancel: operation((call) =>
        HttpBinding.checkOptionalBody.pipe(
          Effect.zipRight(HttpBinding.taskId),
          Effect.flatMap((id) => agent.cancel(call, id)),
          Effect.flatMap(respondTask)
        )
      ),
      subscribe: operation((call) =>
        HttpBinding.taskId.pipe(
          Effect.flatMap((id) => agent.subscribe(call, id)),
          Effect.flatMap(respondEvents)
        )
      ),
      refuse: (error) => operation(() => error)
    },
    path
  )
}
