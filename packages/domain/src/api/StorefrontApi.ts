import { HttpApi, OpenApi } from "@effect/platform"
import { Predicate } from "effect"
import { InternalError, InvalidRequest, ServiceUnavailable, TimedOut } from "../Errors.ts"
import { AdminApi } from "./AdminApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { ChatApi } from "./ChatApi.ts"
import { ConversationsApi } from "./ConversationsApi.ts"
import { MarketplaceApi } from "./MarketplaceApi.ts"
import { OrdersApi } from "./OrdersApi.ts"
import { ProductsApi } from "./ProductsApi.ts"
import { ProfileApi } from "./ProfileApi.ts"

/** `HttpApi` lists an error of its own for requests that do not decode; on the wire that is `InvalidRequest`, 422. */
const decodeError = "HttpApiDecodeError"

/** The document without that error: its responses, its members of unions, its components. */
const withoutDecodeError = (spec: Record<string, unknown>): Record<string, unknown> => {
  const isDecodeError = (u: unknown) =>
    Predicate.hasProperty(u, "$ref") && u.$ref === `#/components/schemas/${decodeError}`
  const removed = new Set([decodeError, "Issue", "PropertyKey"])
  return JSON.parse(JSON.stringify(spec), (key, value) => {
    if (key === "anyOf" && Array.isArray(value)) {
      return value.filter((member) => !isDecodeError(member))
    }
    if (key === "responses" && isDecodeError(value["400"]?.content?.["application/json"]?.schema)) {
      const { "400": _, ...others } = value
      return others
    }
    return key === "schemas" ? Object.fromEntries(Object.entries(value).filter(([name]) => !removed.has(name))) : value
  })
}

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
  .annotate(OpenApi.Title, "Storefront Assistant Platform")
  .annotate(OpenApi.Transform, withoutDecodeError) {}
