import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  BodyTooLarge,
  InternalError,
  InvalidRequest,
  MessageNotFound,
  ServiceUnavailable,
  TimedOut
} from "../Errors.ts"
import { Authentication } from "./Authentication.ts"
import { bounded, field, rule } from "./Fields.ts"
import { JsonBody } from "./JsonBody.ts"

/** A customer's opinion of an answer. */
export const Feedback = Schema.Struct({
  /** 1 for a good answer, -1 for a bad one; 0 withdraws an earlier opinion, and its comment. */
  rating: field("must be -1, 0 or 1", Schema.Literal(-1, 0, 1)),
  comment: Schema.optional(bounded(1, 500).annotations(rule("must be 1 to 500 characters")))
})
export type Feedback = typeof Feedback.Type

class FeedbackGroup extends HttpApiGroup.make("feedback")
  .add(
    HttpApiEndpoint.post("give", "/feedback/:message_id")
      .setPath(Schema.Struct({ message_id: Schema.String }))
      .setPayload(Feedback)
      .addSuccess(Schema.Struct({ rating: Feedback.fields.rating }))
      .addError(MessageNotFound.http)
      .middleware(JsonBody)
      .middleware(Authentication)
      .annotate(OpenApi.Summary, "Rate an answer of the assistant")
      .annotate(OpenApi.Description, "Only in the caller's own conversations. The newest opinion counts.")
  )
  .annotate(OpenApi.Description, "Opinions about answers.") {}

/** The endpoint for opinions about answers, outside of `/api`. */
export class FeedbackApi extends HttpApi.make("feedback")
  .add(FeedbackGroup)
  .addError(BodyTooLarge.http)
  .addError(InvalidRequest.http)
  .addError(InternalError.http)
  .addError(ServiceUnavailable.http)
  .addError(TimedOut.http) {}
