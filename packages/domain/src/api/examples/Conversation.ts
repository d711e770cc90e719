import { type ChatAnswer } from "../ChatApi.ts"
import { type Conversation, type ConversationSummary } from "../ConversationsApi.ts"
import { ids } from "./Ids.ts"

/** Answer to the first message of the example conversation. */
export const answer: typeof ChatAnswer.Encoded = {
  response: "Your order of 14 November was shipped with Pigeon Ground and should arrive on 21 November.",
  conversation_id: ids.conversation_id,
  agents_involved: ["order-management"]
}

const talk = {
  id: ids.conversation_id,
  title: "Where is my order?",
  created_at: "2026-11-18T09:30:00.000Z",
  last_message_at: "2026-11-18T09:30:04.120Z"
}

export const conversations: ReadonlyArray<typeof ConversationSummary.Encoded> = [{ ...talk, message_count: 2 }]

/** Trace id of the turn, as in the audit log. */
export const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

export const conversation: typeof Conversation.Encoded = {
  ...talk,
  messages: [
    {
      id: "01a1edfd-ddc0-7989-add2-83890a35e44a",
      role: "user",
      content: "Where is my order?",
      agent_name: null,
      agents_involved: [],
      metadata: { trace_id: traceId, guard: { verdict: "clean", rules: [] } },
      tokens_in: 0,
      tokens_out: 0,
      created_at: talk.created_at
    },
    {
      id: "01a1edfd-edd8-7d31-928a-846e39aa94c4",
      role: "assistant",
      content: answer.response,
      agent_name: "orchestrator",
      agents_involved: ["order-management"],
      metadata: {
        trace_id: traceId,
        duration_ms: 4120,
        specialists: [{ agent_name: "order-management", status: "success", duration_ms: 2310 }],
        guard: { verdict: "clean", rules: [] },
        model: "embedded",
        partial: false
      },
      tokens_in: 1830,
      tokens_out: 96,
      created_at: talk.last_message_at
    }
  ]
}
