import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { UserNotFound } from "../Errors.ts"
import { TierBenefitFields } from "../Loyalty.ts"
import { Account } from "./AuthApi.ts"
import { ProfileAuthentication } from "./Authentication.ts"

export class TierBenefits extends Schema.Class<TierBenefits>("TierBenefits")(TierBenefitFields) {}

export class Profile extends Schema.Class<Profile>("Profile")({
  ...Account.fields,
  member_since: Schema.DateTimeUtc,
  order_count: Schema.Int,
  review_count: Schema.Int,
  tier_benefits: TierBenefits
}) {}

export class ProfileApi extends HttpApiGroup.make("profile")
  .add(
    HttpApiEndpoint.get("mine", "/")
      .addSuccess(Profile)
      .addError(UserNotFound.http)
      .annotate(OpenApi.Summary, "Read the caller's profile")
      .annotate(OpenApi.Description, "With the benefits of the loyalty tier, and the number of orders and reviews.")
  )
  .middleware(ProfileAuthentication)
  .prefix("/profile")
  .annotate(OpenApi.Description, "The caller.") {}
