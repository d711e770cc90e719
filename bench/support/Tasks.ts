import { HttpClient, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { ListTasksResponse, protocolVersion, SendMessageResponse, Task } from "@storefront/domain/api/AgentApi"
import { Effect, Schema } from "effect"
import { v4 } from "uuid"
import * as Chat from "./Chat.ts"

/** A customer at the A2A door, whose messages are tasks. */

const decodeTask = Schema.decodeUnknown(Schema.parseJson(Task))
const decodeSent = Schema.decodeUnknown(Schema.parseJson(SendMessageResponse))
const decodeList = Schema.decodeUnknown(Schema.parseJson(ListTasksResponse))

const textOf = ({ artifacts = [], status: { message } }: Task) =>
  [...artifacts.filter(({ artifactId }) => artifactId === "answer"), ...(message === undefined ? [] : [message])]
    .flatMap(({ parts }) => parts)
    .flatMap(({ text = "" }) => text)
    .join("\n")

/** Reads a task as the customer does. One that was cancelled asks for nothing. */
const replyOf = (task: Task) => {
  const { state } = task.status
  const text = textOf(task)
  const told = Chat.toldBy(state === "TASK_STATE_FAILED" ? 500 : 200, text)
  return {
    told: state === "TASK_STATE_CANCELED" && told === "asked" ? "undone" : told,
    text: `${state} ${text}`
  } as const
}

const execute = ({ authorization }: Chat.Customer, request: HttpClientRequest.HttpClientRequest) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    client.execute(HttpClientRequest.setHeaders(request, { authorization, "a2a-version": protocolVersion }))
  )

const replyFrom = <E>(
  response: HttpClientResponse.HttpClientResponse,
  decode: (body: string) => Effect.Effect<Task, E>
) =>
  Effect.flatMap(response.text, (body) =>
    response.status === 200
      ? Effect.map(decode(body), replyOf)
      : Effect.succeed({ told: Chat.toldBy(response.status, body), text: `${response.status} ${body}` })
  )

/** Says something in a conversation, and waits for the end of the task. */
export const say = ({ customer, id, origin, patience }: Chat.Conversation, message: string) =>
  execute(
    customer,
    HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post(`${origin}/a2a/message:send`), {
      message: { messageId: v4(), contextId: id, role: "ROLE_USER", parts: [{ text: message }] }
    })
  ).pipe(
    Effect.flatMap((response) => replyFrom(response, (body) => Effect.map(decodeSent(body), ({ task }) => task))),
    Effect.scoped,
    Chat.within(patience)
  )

const isRunning = ({ status: { state } }: Task) => state === "TASK_STATE_SUBMITTED" || state === "TASK_STATE_WORKING"

/** Cancels the task of a conversation that runs, else its newest one. */
export const cancel = ({ customer, id, origin, patience }: Chat.Conversation) =>
  execute(customer, HttpClientRequest.get(`${origin}/a2a/tasks`, { urlParams: { contextId: id } })).pipe(
    Effect.flatMap((response) => response.text),
    Effect.flatMap(decodeList),
    Effect.map(({ tasks }) => tasks.find(isRunning)?.id ?? tasks[0]?.id ?? ""),
    Effect.flatMap((task) => execute(customer, HttpClientRequest.post(`${origin}/a2a/tasks/${task}:cancel`))),
    Effect.flatMap((response) => replyFrom(response, decodeTask)),
    Effect.scoped,
    Chat.within(patience)
  )
