import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { ConversationNotFound } from "../Errors.ts"
import { ConversationId, MessageId } from "../Ids.ts"
import { Authentication } from "./Authentication.ts"

export class ConversationSummary extends Schema.Class<ConversationSummary>("ConversationSummary")({
  id: ConversationId,
  title: Schema.String,
  message_count: Schema.Int,
  created_at: Schema.DateTimeUtc,
  last_message_at: Schema.DateTimeUtc
}) {}

/** `agent_name` of messages that the shop's staff writes to a customer; they belong to no turn and have no run. */
export const staffName = "staff"

export class Message extends Schema.Class<Message>("Message")({
  id: MessageId,
  role: Schema.Literal("user", "assistant"),
  content: Schema.String,
  /** Author of an answer: an agent or `staff`; null for user messages. */
  agent_name: Schema.NullOr(Schema.String),
  agents_involved: Schema.Array(Schema.String),
  /**
   * For answers: trace id, duration, specialists, guard verdict, model, in `pending_actions` the proposals that it shows
   * (`ActionView`), in `cards` the objects that it is about (`AnswerCard`), and in `feedback` the owner's opinion, if there
   * is one (`StoredFeedback`); never prompts, tool arguments or results.
   * For messages of `staff`: the `author`, if known.
   */
  metadata: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  tokens_in: Schema.Int,
  tokens_out: Schema.Int,
  created_at: Schema.DateTimeUtc
}) {}

export class Conversation extends Schema.Class<Conversation>("Conversation")({
  id: ConversationId,
  title: Schema.String,
  created_at: Schema.DateTimeUtc,
  last_message_at: Schema.DateTimeUtc,
  /** All messages, oldest first. */
  messages: Schema.Array(Message)
}) {}

/** Any text, so that a malformed id is answered like an unknown one. */
const path = Schema.Struct({ conversation_id: Schema.String })

export class ConversationsApi extends HttpApiGroup.make("conversations")
  .add(
    HttpApiEndpoint.get("list", "/")
      .addSuccess(Schema.Array(ConversationSummary))
      .annotate(OpenApi.Summary, "List the 50 most recent conversations")
      .annotate(OpenApi.Description, "The one with the newest message comes first. Deleted ones are left out.")
  )
  .add(
    HttpApiEndpoint.get("detail", "/:conversation_id")
      .setPath(path)
      .addSuccess(Conversation)
      .addError(ConversationNotFound.http)
      .annotate(OpenApi.Summary, "Read a conversation with its messages")
      .annotate(
        OpenApi.Description,
        "All messages, oldest first. An answer says in `metadata` which specialists were asked, has there in `cards` the products, orders and other objects that it is about, and has the tokens of the whole turn. A message of the shop's people has the `agent_name` `staff`."
      )
  )
  .add(
    HttpApiEndpoint.del("remove", "/:conversation_id")
      .setPath(path)
      .addSuccess(Schema.Struct({ status: Schema.Literal("deleted") }))
      .addError(ConversationNotFound.http)
      .annotate(OpenApi.Summary, "Delete a conversation; its messages are kept but no longer shown")
      .annotate(OpenApi.Description, "It can be neither read nor continued any more. A second time it is not found.")
  )
  .middleware(Authentication)
  .prefix("/conversations")
  .annotate(OpenApi.Description, "The caller's own conversations.") {}
