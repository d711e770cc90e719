import { HttpApiMiddleware } from "@effect/platform"
import { Schema } from "effect"
import { ServiceUnavailable, TooManyRequests } from "../Errors.ts"

/** Limits sign-ups per client address. */
export class SignUpRate extends HttpApiMiddleware.Tag<SignUpRate>()("@storefront/domain/api/RateLimits/SignUpRate", {
  failure: Schema.Union(TooManyRequests.http, ServiceUnavailable.http)
}) {}

/** Limits failed log-ins per client address. */
export class LogInRate extends HttpApiMiddleware.Tag<LogInRate>()("@storefront/domain/api/RateLimits/LogInRate", {
  failure: Schema.Union(TooManyRequests.http, ServiceUnavailable.http)
}) {}

/** Limits refreshes, and exchanges of assertions, per client address. */
export class RefreshRate extends HttpApiMiddleware.Tag<RefreshRate>()("@storefront/domain/api/RateLimits/RefreshRate", {
  failure: Schema.Union(TooManyRequests.http, ServiceUnavailable.http)
}) {}
