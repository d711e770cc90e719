import { HttpApi, OpenApi } from "@effect/platform"
import { InternalError, InvalidRequest, ServiceUnavailable, TimedOut } from "../Errors.ts"
import { AdminApi } from "./AdminApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { ChatApi } from "./ChatApi.ts"
import { ConversationsApi } from "./ConversationsApi.ts"
import { MarketplaceApi } from "./MarketplaceApi.ts"
import { OrdersApi } from "./OrdersApi.ts"
import { ProductsApi } from "./ProductsApi.ts"
import { ProfileApi } from "./ProfileApi.ts"

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
  .addError(InvalidRequest.http)
  .addError(InternalError.http)
  .addError(ServiceUnavailable.http)
  .addError(TimedOut.http)
  .prefix("/api")
  .annotate(OpenApi.Title, "Storefront Assistant Platform") {}
