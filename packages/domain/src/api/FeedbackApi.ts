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
import { bounded, field } from "./Fields.ts"
import { JsonBody } from "./JsonBody.ts"

/** Longest comment, in code points. */
const maxComment = 500

/** A customer's opinion of an answer. */
export const Feedback = Schema.Struct({
  /** 1 for a good answer, -1 for a bad one; 0 withdraws an earlier opinion, and its comment. */
  rating: field("must be -1, 0 or 1", Schema.Literal(-1, 0, 1)),
  comment: Schema.optional(bounded(1, maxComment))
})
export type Feedback = typeof Feedback.Type

/** A stored opinion, as its owner reads it in the `metadata` of the answer. */
export const StoredFeedback = Schema.Struct({
  rating: Schema.Literal(-1, 1),
  /** Absent without one. */
  comment: Schema.optional(Schema.String)
})

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
