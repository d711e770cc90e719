import { Confirmation, Extension, type Message } from "@storefront/domain/api/AgentApi"
import { bounded } from "@storefront/domain/api/Fields"
import { type SpecialistName } from "@storefront/domain/Topology"
import { fallbackLocale } from "@storefront/domain/words/Locale"
import { Effect, Option, Schema, Struct } from "effect"
import { type AgentRequest } from "./AgentRequest.ts"
import * as ConversationHistory from "./ConversationHistory.ts"
import { currentTraceId } from "../turn/Turn.ts"
import { type AgentRun } from "../usage/AgentRuns.ts"
import { invalidMessage } from "./ProtocolError.ts"
import * as ReceivedMessage from "./ReceivedMessage.ts"

/** Body of `message:send` or `message:stream`, checked and reduced to the parts that the agent reads. */
export interface SendRequest {
  /** Without metadata, as stored in the task. */
  readonly message: Message
  /** Requested run; its message is the text of the parts, one per line. */
  readonly run: AgentRun
  /** True if it belongs to a turn of the chat, in which the customer can be asked to confirm proposals. */
  readonly isFromChat: boolean
  /** True if the client forwards the answer while it is written. */
  readonly streamsAnswer: boolean
  /** Present if the message confirms an action instead of asking a question. */
  readonly confirmation: Option.Option<Confirmation>
  /** Maximum messages of the task's own history in the answer. */
  readonly historyLength: number | undefined
  readonly returnImmediately: boolean
}

const decodeConfirmation = Schema.decodeUnknown(Confirmation)
const decodeText = Schema.decode(bounded(1, ConversationHistory.maxMessageLength))

/** Returns a part as text for the model. */
const textOf = (part: ReceivedMessage.ReadPart) => ("text" in part ? part.text : JSON.stringify(part.data))

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
  const { historyLength, message, parts, returnImmediately } = yield* ReceivedMessage.decode(body)
  const text = yield* Effect.mapError(decodeText(parts.map(textOf).join("\n")), () =>
    invalidMessage("message", `must be 1 to ${ConversationHistory.maxMessageLength} characters`)
  )
  const confirmation = yield* readConfirmation(message, extensions)
  const metadata = message.metadata ?? {}
  const { customerMessage, earlierAnswers, history, locale, page, runId, streamsAnswer, verdict } =
    yield* ConversationHistory.decode(metadata)
  const isAdmitted = yield* isVerdictTrusted(metadata)
  const request: SendRequest = {
    message: { ...Struct.pick(message, "messageId", "role", "contextId", "taskId"), parts },
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
      ...(page === undefined ? {} : { page }),
      // A verdict covers the customer's words and the history, not the message of a client without customer words.
      verdict: Option.filter(verdict, () => isAdmitted && Option.isSome(customerMessage)),
      locale: Option.getOrElse(locale, fallbackLocale),
      deadline,
      traceId: yield* currentTraceId
    },
    isFromChat: Option.isSome(customerMessage),
    streamsAnswer,
    confirmation,
    historyLength,
    returnImmediately
  }
  return request
})
