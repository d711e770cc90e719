import { HttpClient, HttpClientRequest } from "@effect/platform"
import { ListTasksResponse, SendMessageResponse, StreamResponse, Task } from "@storefront/domain/api/AgentApi"
import { Chunk, Deferred, Effect, Fiber, Schema, Stream } from "effect"
import { v7 } from "uuid"
import * as ScriptedTurns from "../../src/testing/ScriptedTurns.ts"
import { type Received, send } from "./requests.ts"

/** The A2A agent of the front door, over each of its bindings. */

const { blocked, card, discarded, done, failed, proposal, text } = ScriptedTurns

/** Answers by the first word of the message. */
export const script: ScriptedTurns.Script = ({ words }) => {
  const [first, second = ""] = words.split(" ")
  switch (first) {
    case "slow":
      return Stream.concat(Stream.make(text("Let me see. ")), Stream.never)
    case "forget":
      return Stream.make(text("Please confirm."), proposal(second, "likes red"), done)
    case "blocked":
      return Stream.make(text("I can't help with that request."), blocked)
    case "fail":
      return Stream.make(text("Half an"), discarded, failed)
    case "show":
      return Stream.make(text("Here it is."), card("product", { name: "Lamp" }), done)
    default:
      return Stream.make(text("Hello, "), text("you."), done)
  }
}

/** Body of a message. */
export const message = (words: string, more: object = {}, configuration: object = {}) => ({
  message: { messageId: v7(), role: "ROLE_USER", parts: [{ text: words }], ...more },
  configuration
})

/** Body of a message that decides about an action. */
export const decide = (action_id: string, decision: "confirm" | "decline", more: object = {}) =>
  message("", { parts: [{ data: { action_id, decision } }], ...more })

export interface Caller {
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
}

const SentTask = Schema.transform(SendMessageResponse, Schema.typeSchema(Task), {
  strict: true,
  decode: ({ task }) => task,
  encode: (task) => ({ task })
})

const versioned = { "a2a-version": "1.0" }

/** Result or refusal of an operation. */
export interface Reply<A> {
  readonly response: Received
  /** Fails unless the operation succeeded. */
  readonly value: A
  /** Reason of the refusal. */
  readonly reason: string
}

export interface Binding {
  readonly name: string
  readonly send: (caller: Caller, body: object) => Effect.Effect<Reply<Task>, unknown, HttpClient.HttpClient>
  readonly find: (
    caller: Caller,
    id: string,
    query?: object
  ) => Effect.Effect<Reply<Task>, unknown, HttpClient.HttpClient>
  readonly list: (
    caller: Caller,
    query?: object
  ) => Effect.Effect<Reply<ListTasksResponse>, unknown, HttpClient.HttpClient>
  readonly cancel: (caller: Caller, id: string) => Effect.Effect<Reply<Task>, unknown, HttpClient.HttpClient>
  /** Events of a message. */
  readonly stream: (caller: Caller, body: object) => Stream.Stream<StreamResponse, unknown, HttpClient.HttpClient>
  readonly subscribe: (caller: Caller, id: string) => Stream.Stream<StreamResponse, unknown, HttpClient.HttpClient>
}

const replyOf = <A, I>(schema: Schema.Schema<A, I>, response: Received, result: unknown, details: unknown) => ({
  response,
  get value() {
    return Schema.decodeUnknownSync(schema)(result)
  },
  // oxlint-disable-next-line typescript/no-explicit-any -- a refusal of any form
  reason: ((details as any)?.[0]?.reason as string | undefined) ?? ""
})

/** Texts of the frames of a stream as they come in. */
export const frames = (
  method: "GET" | "POST",
  url: string,
  { headers, token }: Caller,
  body?: object
): Stream.Stream<unknown, unknown, HttpClient.HttpClient> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const request = HttpClientRequest.make(method)(url).pipe(
        HttpClientRequest.setHeaders({ authorization: `Bearer ${token}`, ...versioned, ...headers }),
        (made) => (body === undefined ? made : HttpClientRequest.bodyUnsafeJson(made, body))
      )
      return (yield* client.execute(request)).stream
    })
  ).pipe(
    Stream.decodeText(),
    Stream.splitLines,
    Stream.filter((line) => line.startsWith("data: ")),
    Stream.map((line): unknown => JSON.parse(line.slice(6)))
  )

const decodeEvent = Schema.decodeUnknown(StreamResponse)

const overHttp = <A, I>(
  schema: Schema.Schema<A, I>,
  url: string,
  { headers, token }: Caller,
  method: "GET" | "POST",
  json?: object
) =>
  Effect.map(
    send(url, { method, token, headers: { ...versioned, ...headers }, ...(json === undefined ? {} : { json }) }),
    (response) => replyOf(schema, response, response.body, response.body?.error?.details)
  )

const queryOf = (query: object) => {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  ).toString()
  return text === "" ? "" : `?${text}`
}

const httpJson: Binding = {
  name: "HTTP+JSON",
  send: (caller, body) => overHttp(SentTask, "/a2a/message:send", caller, "POST", body),
  find: (caller, id, query = {}) => overHttp(Task, `/a2a/tasks/${id}${queryOf(query)}`, caller, "GET"),
  list: (caller, query = {}) => overHttp(ListTasksResponse, `/a2a/tasks${queryOf(query)}`, caller, "GET"),
  cancel: (caller, id) => overHttp(Task, `/a2a/tasks/${id}:cancel`, caller, "POST"),
  stream: (caller, body) =>
    Stream.mapEffect(frames("POST", "/a2a/message:stream", caller, body), (frame) => decodeEvent(frame)),
  subscribe: (caller, id) =>
    Stream.mapEffect(frames("POST", `/a2a/tasks/${id}:subscribe`, caller), (frame) => decodeEvent(frame))
}

/** Sends a request of JSON-RPC. */
export const rpc = ({ headers, token }: Caller, method: string, params: object) =>
  send("/a2a", { token, headers: { ...versioned, ...headers }, json: { jsonrpc: "2.0", id: 7, method, params } })

const overRpc = <A, I>(schema: Schema.Schema<A, I>, caller: Caller, method: string, params: object) =>
  Effect.map(rpc(caller, method, params), (response) =>
    replyOf(schema, response, response.body.result, response.body.error?.data)
  )

const rpcFrames = (caller: Caller, method: string, params: object) =>
  Stream.mapEffect(frames("POST", "/a2a", caller, { jsonrpc: "2.0", id: "stream", method, params }), (frame) =>
    Effect.map(
      Schema.decodeUnknown(
        Schema.Struct({ jsonrpc: Schema.Literal("2.0"), id: Schema.Literal("stream"), result: StreamResponse })
      )(frame),
      ({ result }) => result
    )
  )

const jsonRpc: Binding = {
  name: "JSON-RPC",
  send: (caller, body) => overRpc(SentTask, caller, "SendMessage", body),
  find: (caller, id, query = {}) => overRpc(Task, caller, "GetTask", { id, ...query }),
  list: (caller, query = {}) => overRpc(ListTasksResponse, caller, "ListTasks", query),
  cancel: (caller, id) => overRpc(Task, caller, "CancelTask", { id }),
  stream: (caller, body) => rpcFrames(caller, "SendStreamingMessage", body),
  subscribe: (caller, id) => rpcFrames(caller, "SubscribeToTask", { id })
}

export const bindings: ReadonlyArray<Binding> = [httpJson, jsonRpc]

export const collect = <E, R>(events: Stream.Stream<StreamResponse, E, R>) =>
  Effect.map(Stream.runCollect(events), Chunk.toReadonlyArray)

/** Collects events, and goes on when the first has come. */
export const watch = <E, R>(events: Stream.Stream<StreamResponse, E, R>) =>
  Effect.gen(function* () {
    const isOpen = yield* Deferred.make<StreamResponse>()
    const fiber = yield* Effect.fork(collect(Stream.tap(events, (event) => Deferred.succeed(isOpen, event))))
    return { first: yield* Deferred.await(isOpen), rest: Fiber.join(fiber), close: Fiber.interrupt(fiber) }
  })

/** Kinds of events, in short. */
export const kindsOf = (events: ReadonlyArray<StreamResponse>) =>
  events.map((event) =>
    "task" in event
      ? `task ${event.task.status.state}`
      : "statusUpdate" in event
        ? event.statusUpdate.status.state
        : `${event.artifactUpdate.artifact.artifactId}${event.artifactUpdate.append === true ? "+" : ""}`
  )

export const textOf = ({ artifacts = [] }: Task) =>
  artifacts
    .find(({ artifactId }) => artifactId === "answer")
    ?.parts.map((part) => part.text ?? "")
    .join("")
