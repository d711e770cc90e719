import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  AlreadyClaimed,
  BodyTooLarge,
  ConversationBusy,
  InternalError,
  InvalidRequest,
  ServiceUnavailable,
  TimedOut,
  TooManyRequests,
  Unauthorized
} from "../Errors.ts"
import { UserId } from "../Identity.ts"
import { AccountAuthentication } from "./Authentication.ts"
import { secretText } from "./Fields.ts"
import { JsonBody } from "./JsonBody.ts"

/** A visitor without an account. */
export class Guest extends Schema.Class<Guest>("Guest")({ id: UserId, role: Schema.Literal("guest") }) {}

export class GuestSession extends Schema.Class<GuestSession>("GuestSession")({
  /** JWT for `Authorization: Bearer`, valid for 7 days; it has no refresh token. */
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  /** Seconds. */
  expires_in: Schema.Int,
  user: Guest
}) {}

/** Counts of what an account took over from a guest. */
export class GuestClaim extends Schema.Class<GuestClaim>("GuestClaim")({
  conversations: Schema.Int,
  /** Cart lines, those included that were added to a line of the account. */
  cart_items: Schema.Int
}) {}

export const ClaimGuest = Schema.Struct({ guest_token: secretText })

class GuestsGroup extends HttpApiGroup.make("guests")
  .add(
    HttpApiEndpoint.post("open", "/guests")
      .addSuccess(GuestSession)
      .addError(Unauthorized.http)
      .addError(TooManyRequests.http)
      .annotate(OpenApi.Summary, "Become a guest, or renew a guest's token")
      .annotate(OpenApi.Description, "With a guest's token as bearer, valid or expired, the same guest gets a new one.")
  )
  .add(
    HttpApiEndpoint.post("claim", "/guests/claim")
      .setPayload(ClaimGuest)
      .addSuccess(GuestClaim)
      .addError(Unauthorized.http)
      .addError(ConversationBusy.http)
      .addError(AlreadyClaimed.http)
      .middleware(JsonBody)
      .middleware(AccountAuthentication)
      .annotate(OpenApi.Summary, "Move a guest's cart and conversations to the caller's account")
      .annotate(OpenApi.Description, "Ends the guest's tokens. Repeated by the same account, it gives the same answer.")
  )
  .annotate(OpenApi.Description, "Visitors without an account.") {}

/** The endpoints for guests, outside of `/api`. */
export class GuestsApi extends HttpApi.make("guests")
  .add(GuestsGroup)
  .addError(BodyTooLarge.http)
  .addError(InvalidRequest.http)
  .addError(InternalError.http)
  .addError(ServiceUnavailable.http)
  .addError(TimedOut.http) {}
