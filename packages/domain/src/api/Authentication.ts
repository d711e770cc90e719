import { HttpApiMiddleware, HttpApiSecurity } from "@effect/platform"
import { Schema } from "effect"
import { CatalogueVersion } from "../Catalog.ts"
import {
  AdminRequired,
  ServiceUnavailable,
  SignInRequired,
  TooManyRequests,
  Unauthorized,
  UserNotFound
} from "../Errors.ts"
import { CurrentSession, CurrentUser } from "../Identity.ts"

/** Requires a valid access token of an active account or guest. */
export class Authentication extends HttpApiMiddleware.Tag<Authentication>()("@storefront/domain/api/Authentication", {
  failure: Schema.Union(Unauthorized.http, ServiceUnavailable.http),
  provides: CurrentUser,
  security: { bearer: HttpApiSecurity.bearer }
}) {}

/** Requires a valid access token of an active account; a guest must sign in. */
export class AccountAuthentication extends HttpApiMiddleware.Tag<AccountAuthentication>()(
  "@storefront/domain/api/Authentication/AccountAuthentication",
  {
    failure: Schema.Union(Unauthorized.http, SignInRequired.http, ServiceUnavailable.http),
    provides: CurrentUser,
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}

/** Requires a valid access token of an active account or guest, and provides the catalogue version at admission. */
export class CatalogueAuthentication extends HttpApiMiddleware.Tag<CatalogueAuthentication>()(
  "@storefront/domain/api/Authentication/CatalogueAuthentication",
  {
    failure: Schema.Union(Unauthorized.http, ServiceUnavailable.http),
    provides: CatalogueVersion,
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}

/** Requires a valid access token of an active account with the role `admin`. */
export class AdminAuthentication extends HttpApiMiddleware.Tag<AdminAuthentication>()(
  "@storefront/domain/api/Authentication/AdminAuthentication",
  {
    failure: Schema.Union(Unauthorized.http, AdminRequired.http, ServiceUnavailable.http),
    provides: CurrentUser,
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}

/** Requires a valid access token of an active account or guest within the rate limits for chat messages. */
export class ChatAuthentication extends HttpApiMiddleware.Tag<ChatAuthentication>()(
  "@storefront/domain/api/Authentication/ChatAuthentication",
  {
    failure: Schema.Union(Unauthorized.http, TooManyRequests.http, ServiceUnavailable.http),
    provides: CurrentSession,
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}

/** Requires a valid access token of an account; if the account no longer exists, the response is 404, not 401. */
export class ProfileAuthentication extends HttpApiMiddleware.Tag<ProfileAuthentication>()(
  "@storefront/domain/api/Authentication/ProfileAuthentication",
  {
    failure: Schema.Union(Unauthorized.http, SignInRequired.http, UserNotFound.http, ServiceUnavailable.http),
    provides: CurrentUser,
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}
