import { type Message, type Part, SendMessageRequest } from "@storefront/domain/api/AgentApi"
import { storableRule } from "@storefront/domain/api/Fields"
import { Array, Effect, Option, ParseResult, Schema } from "effect"
import { isTooDeep } from "../../platform/http/JsonDepth.ts"
import * as MediaType from "../../platform/http/MediaType.ts"
import { firstUnstorable } from "../../platform/text/Storable.ts"
import { invalidMessage, invalidParams, ProtocolError } from "./ProtocolError.ts"
import * as ProtoJson from "./ProtoJson.ts"

/** Media types of the parts that our agents read. */
export const inputModes = ["text/plain", "application/json"] as const

/** Part that we read: text or JSON. */
export type ReadPart =
  | { readonly text: string; readonly mediaType: (typeof inputModes)[number] }
  | { readonly data: unknown; readonly mediaType: "application/json" }

/** Parameters of `message:send` or `message:stream`, as every agent of ours checks them. */
export interface ReceivedMessage {
  /** As the client sent it, but empty ids are left out. */
  readonly message: Message
  /** Its parts without metadata. */
  readonly parts: Array.NonEmptyReadonlyArray<ReadPart>
  /** Media types of the answer that the client reads; none if it does not say. */
  readonly acceptedOutputModes: ReadonlyArray<string>
  /** Maximum messages of the task's own history in the response. */
  readonly historyLength: number | undefined
  readonly returnImmediately: boolean
}

/** Maximum characters of an id chosen by the client. */
const maxIdLength = 200

const decodeRequest = Schema.decodeUnknown(SendMessageRequest, { errors: "all" })

/** Reports the first invalid field, without quoting its value. */
const firstViolation = (error: ParseResult.ParseError) => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  return invalidParams(
    issue?.path.map(String).join(".") || "request",
    issue?._tag === "Missing" ? "is required" : "is not valid"
  )
}

const contentTypeNotSupported = new ProtocolError({
  reason: "CONTENT_TYPE_NOT_SUPPORTED",
  message: `message.parts: must be ${inputModes.join(" or ")}`
})

export const pushNotSupported = new ProtocolError({
  reason: "PUSH_NOTIFICATION_NOT_SUPPORTED",
  message: "Push notifications are not supported"
})

const readPart = ({ data, mediaType, text }: Part): Effect.Effect<ReadPart, ProtocolError> => {
  const mode = mediaType === undefined ? undefined : MediaType.of(mediaType)
  if (text !== undefined && (mode === undefined || Array.contains(inputModes, mode))) {
    return Effect.succeed({ text, mediaType: inputModes.find((known) => known === mode) ?? inputModes[0] })
  }
  return data !== undefined && (mode === undefined || mode === inputModes[1])
    ? Effect.succeed({ data, mediaType: inputModes[1] })
    : contentTypeNotSupported
}

/** Decodes the parameters of a message. */
export const decode = Effect.fnUntraced(function* (body: unknown) {
  if (isTooDeep(body)) {
    return yield* invalidParams("request", "is nested too deeply")
  }
  const decoded = yield* Effect.mapError(decodeRequest(ProtoJson.normalize(body)), firstViolation)
  const { contextId = "", taskId = "", ...rest } = decoded.message
  const message: Message = {
    ...rest,
    ...(contextId === "" ? {} : { contextId }),
    ...(taskId === "" ? {} : { taskId })
  }
  if (message.role !== "ROLE_USER") {
    return yield* invalidParams("message.role", "must be ROLE_USER")
  }
  const unstorable = firstUnstorable({ message })
  if (Option.isSome(unstorable)) {
    return yield* invalidMessage(unstorable.value, storableRule)
  }
  for (const id of ["messageId", "contextId", "taskId"] as const) {
    if ((message[id]?.length ?? 0) > maxIdLength) {
      return yield* invalidParams(`message.${id}`, `must be at most ${maxIdLength} characters`)
    }
  }
  const { acceptedOutputModes = [], historyLength, returnImmediately = false } = decoded.configuration ?? {}
  if (decoded.configuration?.taskPushNotificationConfig !== undefined) {
    return yield* pushNotSupported
  }
  const [first, ...others] = message.parts
  const received: ReceivedMessage = {
    message,
    parts: [yield* readPart(first), ...(yield* Effect.forEach(others, readPart))],
    acceptedOutputModes,
    historyLength,
    returnImmediately
  }
  return received
})
