import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  BodyTooLarge,
  EmailTaken,
  InternalError,
  InvalidRequest,
  ServiceUnavailable,
  ShopSignInRefused,
  TimedOut,
  Unauthorized
} from "../Errors.ts"
import { field, secretText } from "./Fields.ts"
import { FormBody } from "./FormBody.ts"
import { RefreshRate } from "./RateLimits.ts"

/** Grant type of RFC 7523: a signed assertion for an access token. */
export const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"

export class CustomerToken extends Schema.Class<CustomerToken>("CustomerToken")({
  /** JWT for `Authorization: Bearer`, valid for 60 minutes; it has no refresh token. */
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  /** Seconds. */
  expires_in: Schema.Int
}) {}

export const AssertionGrant = Schema.Struct({
  grant_type: field(`must be ${jwtBearer}`, Schema.Literal(jwtBearer)),
  assertion: field("must be a signed JWT", secretText)
}).pipe(HttpApiSchema.withEncoding({ kind: "UrlParams" }))

class IdentityGroup extends HttpApiGroup.make("identity")
  .add(
    HttpApiEndpoint.post("exchange", "/identity/token")
      .setPayload(AssertionGrant)
      .addSuccess(CustomerToken)
      .addError(Unauthorized.http)
      .addError(ShopSignInRefused.http)
      .addError(EmailTaken.http)
      .middleware(RefreshRate)
      .middleware(FormBody)
      .annotate(OpenApi.Summary, "Exchange the shop's assertion about its customer for an access token")
      .annotate(
        OpenApi.Description,
        "Each assertion counts once. The account is the one linked to the shop's customer; if there is none, it is made."
      )
  )
  .annotate(OpenApi.Description, "Customers whom the shop has signed in itself.") {}

/** The endpoint for the shop's own customers, outside of `/api`. */
export class IdentityApi extends HttpApi.make("identity")
  .add(IdentityGroup)
  .addError(BodyTooLarge.http)
  .addError(InvalidRequest.http)
  .addError(InternalError.http)
  .addError(ServiceUnavailable.http)
  .addError(TimedOut.http) {}
