import { HttpApi, OpenApi } from "@effect/platform"
import { BodyTooLarge, InternalError, InvalidRequest, ServiceUnavailable, TimedOut } from "../Errors.ts"
import { AdminApi } from "./AdminApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { ChatApi } from "./ChatApi.ts"
import { ConversationsApi } from "./ConversationsApi.ts"
import { MarketplaceApi } from "./MarketplaceApi.ts"
import { OrdersApi } from "./OrdersApi.ts"
import { ProductsApi } from "./ProductsApi.ts"
import { ProfileApi } from "./ProfileApi.ts"

const description = `Accounts, the catalogue, orders and the assistant of a shop.

- Every endpoint but the three below \`/api/auth\` needs \`Authorization: Bearer <access token>\`.
- Requests and responses are JSON. Unknown keys of a body are ignored; lists refuse parameters that they do not have. A
  body has at most 1 MiB.
- Success is always 200. Everything else has the body \`{"detail": "<one sentence>"}\`.
- Every response has \`x-trace-id\`, under which the request is found in logs and in the audit log.
- Log-in, sign-up, refresh and chat are limited: 429 comes with \`Retry-After\`.`

/** The REST front door: 20 endpoints below `/api`. */
export class StorefrontApi extends HttpApi.make("storefront")
  .add(AuthApi)
  .add(ChatApi)
  .add(ConversationsApi)
  .add(ProductsApi)
  .add(OrdersApi)
  .add(ProfileApi)
  .add(MarketplaceApi)
  .add(AdminApi)
  .addError(BodyTooLarge.http)
  .addError(InvalidRequest.http)
  .addError(InternalError.http)
  .addError(ServiceUnavailable.http)
  .addError(TimedOut.http)
  .prefix("/api")
  .annotate(OpenApi.Title, "Storefront Assistant Platform")
  .annotate(OpenApi.Description, description)
  .annotate(OpenApi.Servers, [{ url: "/", description: "The server that this document comes from." }]) {}
