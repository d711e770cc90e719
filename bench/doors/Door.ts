import { mediaType, protocolVersion, SendMessageResponse, Task } from "@storefront/domain/api/AgentApi"
import { Data, Effect, Schema, Stream } from "effect"
import { type Pool } from "undici"
import { v4 } from "uuid"
import { type Customer } from "../support/Chat.ts"

/** The A2A interface as the bench uses it: bytes and the times of their arrival. */

/** Bytes of a stream, and when they arrived, in milliseconds of `performance.now`. */
export interface Arrival {
  readonly at: number
  readonly text: string
}

export class NotServed extends Data.TaggedError("NotServed")<{ readonly message: string; readonly cause?: unknown }> {}

export const headersOf = ({ authorization }: Customer) => ({
  authorization,
  "a2a-version": protocolVersion,
  "content-type": mediaType
})

/** The body that sends the words, in a new conversation unless one is named. */
export const messageOf = (words: string, contextId?: string) => ({
  message: { messageId: v4(), role: "ROLE_USER", parts: [{ text: words }], contextId },
  configuration: { acceptedOutputModes: ["text/plain"] }
})

export const streamPath = "/a2a/message:stream"
export const subscribePath = (task: string) => `/a2a/tasks/${task}:subscribe`

const request = (pool: Pool, customer: Customer, method: "GET" | "POST", path: string, body?: object) =>
  Effect.tryPromise({
    try: (signal) =>
      pool.request({
        method,
        path,
        headers: headersOf(customer),
        body: body === undefined ? null : JSON.stringify(body),
        signal
      }),
    catch: (cause) => new NotServed({ message: `${path} was not answered`, cause })
  }).pipe(
    Effect.filterOrElse(
      ({ statusCode }) => statusCode === 200,
      ({ body, statusCode }) =>
        Effect.flatMap(
          Effect.promise(() => body.text()),
          (text) => new NotServed({ message: `${path} was answered with ${statusCode}: ${text}` })
        )
    )
  )

/** Reads a stream to its end. */
export const read = (pool: Pool, customer: Customer, path: string, body?: object) =>
  Stream.unwrap(
    Effect.map(request(pool, customer, "POST", path, body), (response) =>
      Stream.fromAsyncIterable<Buffer, NotServed>(
        response.body,
        (cause) => new NotServed({ message: `${path} was cut off`, cause })
      )
    )
  ).pipe(Stream.map((chunk): Arrival => ({ at: performance.now(), text: chunk.toString() })))

const call = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema)
  return (...parameters: Parameters<typeof request>) =>
    request(...parameters).pipe(
      Effect.flatMap(({ body }) => Effect.promise(() => body.json())),
      Effect.flatMap(decode)
    )
}

const callSend = call(SendMessageResponse)

/** Sends the words and answers the task, without waiting for its end. */
export const begin = (pool: Pool, customer: Customer, words: string) => {
  const { configuration, message } = messageOf(words)
  const body = { message, configuration: { ...configuration, returnImmediately: true } }
  return Effect.map(callSend(pool, customer, "POST", "/a2a/message:send", body), ({ task }) => task)
}

/** Sends the words and answers the task when it has ended. */
export const ask = (pool: Pool, customer: Customer, words: string, contextId?: string) =>
  Effect.map(callSend(pool, customer, "POST", "/a2a/message:send", messageOf(words, contextId)), ({ task }) => task)

/** The newest task of a person. */
export const newest = (pool: Pool, customer: Customer) =>
  Effect.map(
    call(Schema.Struct({ tasks: Schema.NonEmptyArray(Task) }))(pool, customer, "GET", "/a2a/tasks?pageSize=1"),
    ({ tasks: [task] }) => task
  )
