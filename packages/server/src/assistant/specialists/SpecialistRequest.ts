import { Confirmation, Extension, type SendMessageRequest } from "@storefront/domain/api/AgentApi"
import { type User } from "@storefront/domain/Identity"
import { type ConversationId, type UsageLogId } from "@storefront/domain/Ids"
import { type SpecialistName } from "@storefront/domain/Topology"
import { type Locale } from "@storefront/domain/words/Locale"
import { Option, Schema } from "effect"
import * as ConversationHistory from "../a2a/ConversationHistory.ts"
import { type HistoryEntry } from "../agent/History.ts"
import type * as SteadyClock from "../../platform/limits/SteadyClock.ts"

/** A message to a specialist, on behalf of a person. */
export interface Hop {
  readonly specialist: SpecialistName
  readonly caller: User
  readonly conversationId: ConversationId
  /** When nobody waits for the answer any more. */
  readonly deadline: SteadyClock.Deadline
}

/** A question. */
export interface SpecialistRequest extends Hop {
  readonly message: string
  /** The same for a repetition of the question. */
  readonly messageId: string
  /** This attempt at it. */
  readonly runId: UsageLogId
  /** What the customer wrote; `message` is what a model makes of it. */
  readonly customerMessage: string
  /** That of the server's words. */
  readonly locale: Locale
  /** Oldest first, without `message`. */
  readonly history: ReadonlyArray<HistoryEntry>
}

/** The confirmation of an action that the specialist has proposed. */
export interface ConfirmationRequest extends Hop {
  readonly confirmation: Confirmation
  /** This attempt at it. */
  readonly runId: UsageLogId
}

const encodeConfirmation = Schema.encodeSync(Confirmation)

const acceptedOutputModes = ["text/plain", "application/json"]

/** A question as a message of the protocol. */
export const bodyOf = ({
  conversationId,
  customerMessage,
  history,
  locale,
  message,
  messageId,
  runId
}: SpecialistRequest): typeof SendMessageRequest.Type => ({
  message: {
    messageId,
    contextId: conversationId,
    role: "ROLE_USER",
    parts: [{ text: message, mediaType: "text/plain" }],
    extensions: [Extension.conversationHistory],
    metadata: {
      [Extension.conversationHistory]: ConversationHistory.encode({
        history,
        runId,
        customerMessage: Option.some(customerMessage),
        locale: Option.some(locale)
      })
    }
  },
  configuration: { acceptedOutputModes, historyLength: 0 }
})

/** A confirmation as a message of the protocol: the same for a repetition, and the confirmation is all that it says. */
export const confirmationBodyOf = ({
  confirmation,
  conversationId,
  runId
}: ConfirmationRequest): typeof SendMessageRequest.Type => ({
  message: {
    messageId: `${confirmation.actionId}:${confirmation.messageId}`,
    contextId: conversationId,
    role: "ROLE_USER",
    parts: [{ data: encodeConfirmation(confirmation), mediaType: "application/json" }],
    extensions: [Extension.conversationHistory, Extension.pendingActions],
    metadata: { [Extension.conversationHistory]: { run: runId, messages: [] } }
  },
  configuration: { acceptedOutputModes, historyLength: 0 }
})
