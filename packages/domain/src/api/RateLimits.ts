import { HttpApiMiddleware } from "@effect/platform"
import { TooManyRequests } from "../Errors.ts"

/** Sign-ups per client address are limited. */
export class SignUpRate extends HttpApiMiddleware.Tag<SignUpRate>()("@storefront/domain/api/RateLimits/SignUpRate", {
  failure: TooManyRequests.http
}) {}

/** Failed log-ins per client address are limited. */
export class LogInRate extends HttpApiMiddleware.Tag<LogInRate>()("@storefront/domain/api/RateLimits/LogInRate", {
  failure: TooManyRequests.http
}) {}

/** Refreshes per client address are limited. */
export class RefreshRate extends HttpApiMiddleware.Tag<RefreshRate>()("@storefront/domain/api/RateLimits/RefreshRate", {
  failure: TooManyRequests.http
}) {}
