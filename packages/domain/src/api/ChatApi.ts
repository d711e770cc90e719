import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { ActionNotFound, AnswerFailed, ConversationBusy, ConversationNotFound } from "../Errors.ts"
import { ConversationId } from "../Ids.ts"
import { SpecialistName } from "../Topology.ts"
import { ChatAuthentication } from "./Authentication.ts"
import { boundedField, rule } from "./Fields.ts"
import { JsonBody } from "./JsonBody.ts"

export const ChatRequest = Schema.Struct({
  message: boundedField(1, 8000),
  /** Conversation to continue; null or absent starts a new one. */
  conversation_id: Schema.optionalWith(Schema.NullOr(Schema.String).annotations(rule("must be a string or null")), {
    default: () => null,
    exact: true
  }),
  /** Proposals of the conversation to confirm regardless of the message's text, unless it refuses. */
  confirm: Schema.optionalWith(
    Schema.Array(Schema.String)
      .pipe(Schema.minItems(1), Schema.maxItems(5))
      .annotations(rule("must be 1 to 5 action ids")),
    { exact: true, nullable: true }
  )
})
export type ChatRequest = typeof ChatRequest.Type

export class ChatAnswer extends Schema.Class<ChatAnswer>("ChatAnswer")({
  response: Schema.String,
  conversation_id: ConversationId,
  /** Specialists that were consulted, in the order of their first call. */
  agents_involved: Schema.Array(SpecialistName)
}) {}

export class ChatApi extends HttpApiGroup.make("chat")
  .add(
    HttpApiEndpoint.post("send", "/")
      .setPayload(ChatRequest)
      .addSuccess(ChatAnswer)
      .addError(ConversationNotFound.http)
      .addError(ActionNotFound.http)
      .addError(ConversationBusy.http)
      .addError(AnswerFailed.http)
      .annotate(OpenApi.Summary, "Ask the assistant")
      .annotate(
        OpenApi.Description,
        "Starts a conversation, or continues the one that is named. Specialists are asked as needed, so that an answer may take up to two minutes; a message of the same conversation waits for the one before it. What is bought, cancelled or sent back is proposed first: the answer ends with a question of the shop, and `yes`, or the ids in `confirm`, has it done. A client that leaves early finds the answer in the conversation."
      )
  )
  .middleware(JsonBody)
  .middleware(ChatAuthentication)
  .prefix("/chat")
  .annotate(OpenApi.Description, "One message in, one consolidated answer out.") {}
