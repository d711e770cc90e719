import { HttpApiMiddleware } from "@effect/platform"
import { Schema } from "effect"
import { ServiceUnavailable, TooManyRequests } from "../Errors.ts"

/** Sign-ups per client address are limited. */
export class SignUpRate extends HttpApiMiddleware.Tag<SignUpRate>()("@storefront/domain/api/RateLimits/SignUpRate", {
  failure: Schema.Union(TooManyRequests.http, ServiceUnavailable.http)
}) {}

/** Failed log-ins per client address are limited. */
export class LogInRate extends HttpApiMiddleware.Tag<LogInRate>()("@storefront/domain/api/RateLimits/LogInRate", {
  failure: Schema.Union(TooManyRequests.http, ServiceUnavailable.http)
}) {}

/** Refreshes per client address are limited. */
export class RefreshRate extends HttpApiMiddleware.Tag<RefreshRate>()("@storefront/domain/api/RateLimits/RefreshRate", {
  failure: Schema.Union(TooManyRequests.http, ServiceUnavailable.http)
}) {}
