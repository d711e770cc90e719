import {
  HttpApiClient,
  HttpClient,
  HttpClientRequest,
  type HttpClientError,
  HttpClientResponse
} from "@effect/platform"
import {
  FrontExtension,
  ListTasksResponse,
  mediaType,
  protocolVersion,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
  Task
} from "@storefront/domain/api/AgentApi"
import { GuestsApi } from "@storefront/domain/api/GuestsApi"
import * as StorefrontClient from "@storefront/domain/api/StorefrontClient"
import * as BoundedResponse from "@storefront/server/platform/http/BoundedResponse"
import * as ServerSentEvents from "@storefront/server/platform/http/ServerSentEvents"
import { Data, Effect, type ParseResult, type Redacted, Ref, Schema, Stream } from "effect"
import { Patience } from "./Patience.ts"

/** The assistant's interfaces as a person uses them: log-in, and the operations of A2A over HTTP+JSON. */

/** Account, or null for a new guest, and the URL of the assistant. */
export interface Person {
  readonly account: { readonly email: string; readonly password: Redacted.Redacted } | null
  readonly url: string
}

/** The answer of the server is no, for now if it is transient. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string; readonly isTransient: boolean }> {}

/** There is no answer, or not all of it. */
export class ConnectionLost extends Data.TaggedError("ConnectionLost")<{ readonly message: string }> {}

const maxStreamBytes = 16 * 1_048_576

const Detail = Schema.Struct({ detail: Schema.String })

export type Failure = Refused | ConnectionLost

/** Says no for good. */
export const refuse = (message: string) => new Refused({ message, isTransient: false })

const unreadable = () => refuse("The answer does not fit the contract")

const unreadableStatus = (status: number) => `The answer cannot be read (status ${status})`

/** Maps errors of the HTTP client; those of the contract have a sentence. */
const explain =
  (url: string) =>
  (
    error:
      | HttpClientError.HttpClientError
      | ParseResult.ParseError
      | { readonly _tag: string; readonly message: string }
  ): Failure => {
    if (error._tag === "RequestError") {
      return new ConnectionLost({
        message: `Nobody answers at ${new URL(url).origin}. Start the suite with: npm start`
      })
    }
    if (error._tag === "ParseError") {
      return unreadable()
    }
    if (!("response" in error)) {
      return refuse(error.message)
    }
    const { status } = error.response
    // The body of a success was cut off.
    return status === 200 ? new ConnectionLost({ message: unreadableStatus(status) }) : refuse(unreadableStatus(status))
  }

const decodeFrame = Schema.decode(Schema.parseJson(StreamResponse))
const readTask = HttpClientResponse.schemaBodyJson(Task)
const readSent = HttpClientResponse.schemaBodyJson(SendMessageResponse)
const readList = HttpClientResponse.schemaBodyJson(ListTasksResponse)
const readDetail = HttpClientResponse.schemaBodyJson(Detail)
const encodeRequest = Schema.encodeSync(Schema.parseJson(SendMessageRequest))

/** Fails unless the operation succeeded, with the sentence of the response. */
const accepted = (response: HttpClientResponse.HttpClientResponse) =>
  response.status === 200
    ? Effect.succeed(response)
    : Effect.match(readDetail(response), {
        onFailure: () => unreadableStatus(response.status),
        onSuccess: ({ detail }) => detail
      }).pipe(Effect.flatMap((message) => new Refused({ message, isTransient: response.status > 500 })))

/** Connects as a person: logs in, or becomes a guest, on first use, and logs in again before the token expires. */
export const make = Effect.fnUntraced(function* ({ account, url }: Person) {
  const trace = yield* Ref.make<string | null>(null)
  const client = HttpClient.tap(yield* HttpClient.HttpClient, ({ headers }) =>
    Ref.set(trace, headers["x-trace-id"] ?? null)
  )
  const { silence } = yield* Patience
  const failure = explain(url)

  const logIn = ({ email, password }: NonNullable<Person["account"]>) =>
    Effect.flatMap(StorefrontClient.make({ baseUrl: url }), ({ auth }) => auth.logIn({ payload: { email, password } }))

  const tokenOf = ({ access_token }: { readonly access_token: string }) => access_token

  const becomeGuest = HttpApiClient.make(GuestsApi, { baseUrl: url }).pipe(
    Effect.flatMap(({ guests }) => guests.open()),
    Effect.catchIf(
      (error) => error._tag === "ResponseError" && error.response.status === 404,
      () => refuse("This shop serves no guests; ask as an account, with --as")
    )
  )

  const [cached, invalidate] = yield* Effect.cachedInvalidateWithTTL(
    (account === null
      ? Effect.mapBoth(becomeGuest, { onSuccess: tokenOf, onFailure: failure })
      : Effect.mapBoth(logIn(account), { onSuccess: tokenOf, onFailure: failure })
    ).pipe(Effect.provideService(HttpClient.HttpClient, client)),
    account === null ? "6 days" : "10 minutes"
  )
  // A failed log-in is tried again at the next question.
  const token = Effect.onError(cached, () => invalidate)

  const open = (request: HttpClientRequest.HttpClientRequest) =>
    Effect.flatMap(token, (accessToken) =>
      HttpClient.withScope(client)
        .execute(
          request.pipe(
            HttpClientRequest.prependUrl(`${url}/a2a`),
            HttpClientRequest.bearerToken(accessToken),
            HttpClientRequest.setHeaders({
              "a2a-version": protocolVersion,
              "a2a-extensions": FrontExtension.progress
            })
          )
        )
        .pipe(Effect.mapError(failure), Effect.flatMap(accepted))
    )

  const call =
    <A, E extends HttpClientError.HttpClientError | ParseResult.ParseError>(
      read: (response: HttpClientResponse.HttpClientResponse) => Effect.Effect<A, E>
    ) =>
    (request: HttpClientRequest.HttpClientRequest) =>
      open(request).pipe(
        Effect.flatMap((response) => Effect.mapError(read(response), failure)),
        Effect.scoped
      )

  const readFrames = (request: HttpClientRequest.HttpClientRequest) =>
    Stream.unwrapScoped(
      Effect.map(open(HttpClientRequest.setHeader(request, "accept", "text/event-stream")), (response) =>
        BoundedResponse.stream(response, maxStreamBytes).pipe(
          Stream.mapError(() => new ConnectionLost({ message: "The answer was cut off" })),
          Stream.timeoutFail(() => new ConnectionLost({ message: "The assistant fell silent" }), silence),
          Stream.decodeText(),
          ServerSentEvents.dataOf,
          Stream.mapEffect((data) => Effect.mapError(decodeFrame(data), unreadable))
        )
      )
    )

  const post = (path: string, request: SendMessageRequest) =>
    HttpClientRequest.bodyText(HttpClientRequest.post(path), encodeRequest(request), mediaType)
  const taskPath = (id: string) => `/tasks/${encodeURIComponent(id)}`

  const listTasks = call(readList)
  const conversationOf = (contextId: string) =>
    HttpClientRequest.get("/tasks", { urlParams: { contextId, pageSize: 1, historyLength: 0 } })

  return {
    /** Trace id of the last response; null if there is none since it was set to null. */
    trace,
    /** Logs in, unless the last time is recent. */
    logIn: Effect.asVoid(token),
    /**
     * Fails unless the conversation exists; a message would begin a new one. Reads it only if it has no tasks, since its
     * answers then count as received.
     */
    requireConversation: (id: string) =>
      Effect.flatMap(listTasks(conversationOf(id)), ({ totalSize }) =>
        totalSize > 0
          ? Effect.void
          : Effect.flatMap(token, (accessToken) => StorefrontClient.make({ baseUrl: url, accessToken })).pipe(
              Effect.flatMap(({ conversations }) => conversations.detail({ path: { conversation_id: id } })),
              Effect.mapError(failure),
              Effect.provideService(HttpClient.HttpClient, client)
            )
      ),
    /** Sends a message; the frames end with the task, or earlier if the connection does. */
    stream: (request: SendMessageRequest) => readFrames(post("/message:stream", request)),
    subscribe: (id: string) => readFrames(HttpClientRequest.post(`${taskPath(id)}:subscribe`)),
    send: (request: SendMessageRequest) =>
      Effect.map(call(readSent)(post("/message:send", request)), ({ task }) => task),
    find: (id: string) => call(readTask)(HttpClientRequest.get(taskPath(id))),
    cancel: (id: string) => call(readTask)(HttpClientRequest.post(`${taskPath(id)}:cancel`))
  }
})
export type FrontDoor = Effect.Effect.Success<ReturnType<typeof make>>
