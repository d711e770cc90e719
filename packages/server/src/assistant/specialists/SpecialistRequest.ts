import { Confirmation, Extension, type SendMessageRequest } from "@storefront/domain/api/AgentApi"
import { Schema } from "effect"
import * as ConversationHistory from "../a2a/ConversationHistory.ts"
import { type AgentRun } from "../usage/AgentRuns.ts"

const encodeConfirmation = Schema.encodeSync(Confirmation)

/** Returns the A2A context of a task: the conversation, if there is one. */
const contextOf = ({ conversationId }: AgentRun) => (conversationId === null ? {} : { contextId: conversationId })

const configuration = { acceptedOutputModes: ["text/plain", "application/json"], historyLength: 0 }

/** Encodes a question as the body of `message:stream`. `streamsAnswer` asks for the answer while it is written. */
export const bodyOf = (run: AgentRun, streamsAnswer: boolean): typeof SendMessageRequest.Type => ({
  message: {
    messageId: run.messageId,
    ...contextOf(run),
    role: "ROLE_USER",
    parts: [{ text: run.message, mediaType: "text/plain" }],
    extensions: [Extension.conversationHistory],
    metadata: { [Extension.conversationHistory]: ConversationHistory.encode(run, streamsAnswer) }
  },
  configuration
})

/** Encodes a confirmation as the body of `message:stream`, without history. A repetition has the same message id. */
export const confirmationBodyOf = (run: AgentRun, confirmation: Confirmation): typeof SendMessageRequest.Type => ({
  message: {
    messageId: `${confirmation.actionId}:${confirmation.messageId}`,
    ...contextOf(run),
    role: "ROLE_USER",
    parts: [{ data: encodeConfirmation(confirmation), mediaType: "application/json" }],
    extensions: [Extension.conversationHistory, Extension.pendingActions],
    metadata: { [Extension.conversationHistory]: { run: run.id, messages: [] } }
  },
  configuration
})
