import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { Layer } from "effect"
import { ConversationArchive } from "../../assistant/chat/ConversationArchive.ts"
import { AuditLog } from "../../assistant/usage/AuditLog.ts"
import { UsageReport } from "../../assistant/usage/UsageReport.ts"
import { ClientKey } from "../../platform/http/ClientKey.ts"
import { ClientAddress } from "../../platform/http/ClientAddress.ts"
import * as JsonBodyHttp from "../../platform/http/JsonBodyHttp.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import { LogInAttempts } from "../../shop/accounts/LogInAttempts.ts"
import { Profiles } from "../../shop/accounts/Profiles.ts"
import { Sessions } from "../../shop/accounts/Sessions.ts"
import { CatalogRepository } from "../../shop/catalog/CatalogRepository.ts"
import { CurrentNames } from "../../shop/names/CurrentNames.ts"
import { AccessRequests } from "../../shop/marketplace/AccessRequests.ts"
import { AgentCatalog } from "../../shop/marketplace/AgentCatalog.ts"
import { OrderRepository } from "../../shop/orders/OrderRepository.ts"
import * as AdminHttp from "./AdminHttp.ts"
import * as AuthenticationHttp from "./AuthenticationHttp.ts"
import * as AuthHttp from "./AuthHttp.ts"
import { CatalogueResponses } from "./CatalogueResponses.ts"
import * as ChatHttp from "./ChatHttp.ts"
import * as ConversationsHttp from "./ConversationsHttp.ts"
import * as MarketplaceHttp from "./MarketplaceHttp.ts"
import * as OrdersHttp from "./OrdersHttp.ts"
import * as ProductsHttp from "./ProductsHttp.ts"
import * as ProfileHttp from "./ProfileHttp.ts"
import * as RateLimitsHttp from "./RateLimitsHttp.ts"

const groups = Layer.mergeAll(
  AuthHttp.layer,
  ChatHttp.layer,
  ConversationsHttp.layer,
  ProductsHttp.layer,
  OrdersHttp.layer,
  ProfileHttp.layer,
  MarketplaceHttp.layer,
  AdminHttp.layer
)

/** The 20 REST endpoints, over any repositories and sessions. */
export const layerNoDeps = HttpApiBuilder.api(StorefrontApi).pipe(
  Layer.provide(groups),
  Layer.provide([AuthenticationHttp.layer, RateLimitsHttp.layer, JsonBodyHttp.layer, ProductsHttp.namesLayer]),
  Layer.provide([LogInAttempts.layer, ClientAddress.layer, ClientKey.layer, CatalogueResponses.layer])
)

/** The 20 REST endpoints over the database, in the mode of `AUTH_MODE`. Requires `ChatTurn`. */
export const layer = layerNoDeps.pipe(
  Layer.provide([
    Sessions.layer,
    RateLimits.layer,
    ConversationArchive.layer,
    CatalogRepository.layer,
    CurrentNames.layer,
    OrderRepository.layer,
    Profiles.layer,
    AgentCatalog.layer,
    AccessRequests.layer,
    UsageReport.layer,
    AuditLog.layer
  ])
)
