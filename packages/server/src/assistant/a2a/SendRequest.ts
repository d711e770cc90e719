import { Confirmation, Extension, type Message, type Part, SendMessageRequest } from "@storefront/domain/api/AgentApi"
import { bounded, storableRule } from "@storefront/domain/api/Fields"
import { type SpecialistName } from "@storefront/domain/Topology"
import { english } from "@storefront/domain/words/Locale"
import { Array, Effect, Option, ParseResult, Schema } from "effect"
import { isTooDeep } from "../../platform/http/JsonDepth.ts"
import * as MediaType from "../../platform/http/MediaType.ts"
import { firstUnstorable } from "../../platform/text/Storable.ts"
import { type AgentRequest } from "./AgentRequest.ts"
import * as ConversationHistory from "./ConversationHistory.ts"
import { currentTraceId } from "../turn/Turn.ts"
import { type AgentRun } from "../usage/AgentRuns.ts"
import { invalidMessage, invalidParams, ProtocolError } from "./ProtocolError.ts"

/** Media types of the parts that our agents read. */
export const inputModes = ["text/plain", "application/json"] as const

/** Body of `message:send` or `message:stream`, checked and reduced to the parts that the agent reads. */
export interface SendRequest {
  /** Without metadata, as stored in the task. */
  readonly message: Message
  /** Requested run; its message is the text of the parts, one per line. */
  readonly run: AgentRun
  /** True if it belongs to a turn of the chat, in which the customer can be asked to confirm proposals. */
  readonly isFromChat: boolean
  /** Present if the message confirms an action instead of asking a question. */
  readonly confirmation: Option.Option<Confirmation>
  /** Maximum messages of the task's own history in the answer. */
  readonly historyLength: number | undefined
  readonly returnImmediately: boolean
}

/** Maximum characters of an id chosen by the client. */
const maxIdLength = 200

const decodeRequest = Schema.decodeUnknown(SendMessageRequest, { errors: "all" })
const decodeConfirmation = Schema.decodeUnknown(Confirmation)
const decodeText = Schema.decode(bounded(1, ConversationHistory.maxMessageLength))

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

/** Reads a text or JSON part. Returns it without metadata, and as text for the model. */
const readPart = Effect.fnUntraced(function* ({ data, mediaType, text }: Part) {
  const mode = mediaType === undefined ? undefined : MediaType.of(mediaType)
  if (text !== undefined && (mode === undefined || Array.contains(inputModes, mode))) {
    return { part: { text, mediaType: mode ?? inputModes[0] }, text }
  }
  if (data !== undefined && (mode === undefined || mode === inputModes[1])) {
    return { part: { data, mediaType: inputModes[1] }, text: JSON.stringify(data) }
  }
  return yield* contentTypeNotSupported
})

/** Reads the confirmation in the only part; none unless the message uses the extension and the client activated it. */
const readConfirmation = Effect.fnUntraced(function* (
  { extensions = [], parts: [part, ...others] }: Message,
  active: ReadonlySet<string>
) {
  if (!active.has(Extension.pendingActions) || !extensions.includes(Extension.pendingActions)) {
    return Option.none<Confirmation>()
  }
  return yield* others.length > 0
    ? invalidMessage("message", "must have one part")
    : Effect.mapBoth(decodeConfirmation(part.data), {
        onFailure: () => invalidMessage("message", "must be an action, a message and a locale"),
        onSuccess: Option.some
      })
})

/** Reads the body of `message:send` and `message:stream`. */
export const decode = Effect.fnUntraced(function* (
  body: unknown,
  { isVerdictTrusted, conversationId, deadline, extensions, user }: AgentRequest,
  agentName: SpecialistName
) {
  if (isTooDeep(body)) {
    return yield* invalidParams("request", "is nested too deeply")
  }
  const { configuration, message } = yield* Effect.mapError(decodeRequest(body), firstViolation)
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
  if (configuration?.taskPushNotificationConfig !== undefined) {
    return yield* new ProtocolError({
      reason: "PUSH_NOTIFICATION_NOT_SUPPORTED",
      message: "Push notifications are not supported"
    })
  }
  const parts = yield* Effect.forEach(message.parts, readPart)
  const text = yield* Effect.mapError(decodeText(parts.map((part) => part.text).join("\n")), () =>
    invalidMessage("message", `must be 1 to ${ConversationHistory.maxMessageLength} characters`)
  )
  const confirmation = yield* readConfirmation(message, extensions)
  const metadata = message.metadata ?? {}
  const { customerMessage, earlierAnswers, history, locale, runId, verdict } =
    yield* ConversationHistory.decode(metadata)
  const isAdmitted = yield* isVerdictTrusted(metadata)
  const request: SendRequest = {
    message: {
      messageId: message.messageId,
      role: message.role,
      parts: Array.map(parts, ({ part }) => part),
      ...(message.contextId ? { contextId: message.contextId } : {}),
      ...(message.taskId ? { taskId: message.taskId } : {})
    },
    run: {
      id: runId,
      agentName,
      caller: user,
      conversationId,
      message: text,
      // A confirmation is keyed by its action, so that it is performed once, whichever message confirms it.
      messageId: Option.match(confirmation, { onNone: () => message.messageId, onSome: ({ actionId }) => actionId }),
      words: Option.getOrElse(customerMessage, () => text),
      history,
      earlierAnswers,
      // A verdict covers the customer's words and the history, not the message of a client without customer words.
      verdict: Option.filter(verdict, () => isAdmitted && Option.isSome(customerMessage)),
      locale: Option.getOrElse(locale, () => english),
      deadline,
      traceId: yield* currentTraceId
    },
    isFromChat: Option.isSome(customerMessage),
    confirmation,
    historyLength: configuration?.historyLength,
    returnImmediately: configuration?.returnImmediately ?? false
  }
  return request
})
