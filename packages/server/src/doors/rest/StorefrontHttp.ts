import { HttpApi, HttpApiBuilder, HttpRouter } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { Effect, Layer, Match, Option } from "effect"
import { Profiles } from "../../shop/accounts/Profiles.ts"
import { AuditLog } from "../../assistant/admin/AuditLog.ts"
import { UsageReport } from "../../assistant/admin/UsageReport.ts"
import * as AuthenticationHttp from "./AuthenticationHttp.ts"
import { Sessions } from "../../shop/accounts/Sessions.ts"
import { CatalogRepository } from "../../shop/catalog/CatalogRepository.ts"
import { ProductPictures } from "../../shop/catalog/ProductPictures.ts"
import { corsOrigins } from "../../platform/config/EdgeConfig.ts"
import * as CallerKeysHttp from "./CallerKeysHttp.ts"
import { ChatTurn } from "../../assistant/chat/ChatTurn.ts"
import { ConversationArchive } from "../../assistant/chat/ConversationArchive.ts"
import { ClientAddress } from "../../platform/http/ClientAddress.ts"
import * as Health from "../../platform/http/Health.ts"
import { Dependencies } from "../../platform/http/Standing.ts"
import * as HttpProgram from "../../platform/http/HttpProgram.ts"
import * as JsonBodyHttp from "../../platform/http/JsonBodyHttp.ts"
import { LogInAttempts } from "../../shop/accounts/LogInAttempts.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import * as RateLimitsHttp from "./RateLimitsHttp.ts"
import { AccessRequests } from "../../shop/marketplace/AccessRequests.ts"
import { AgentCatalog } from "../../shop/marketplace/AgentCatalog.ts"
import { OrderRepository } from "../../shop/orders/OrderRepository.ts"
import * as AdminHttp from "./AdminHttp.ts"
import * as AuthHttp from "./AuthHttp.ts"
import { CatalogueAnswers } from "./CatalogueAnswers.ts"
import * as ChatHttp from "./ChatHttp.ts"
import * as ConversationsHttp from "./ConversationsHttp.ts"
import * as MarketplaceHttp from "./MarketplaceHttp.ts"
import * as OrdersHttp from "./OrdersHttp.ts"
import * as PicturesHttp from "./PicturesHttp.ts"
import * as ProductsHttp from "./ProductsHttp.ts"
import * as ProfileHttp from "./ProfileHttp.ts"
import * as ReferenceHttp from "./ReferenceHttp.ts"

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

const api = HttpApiBuilder.api(StorefrontApi).pipe(
  Layer.provide(groups),
  Layer.provide([AuthenticationHttp.layer, RateLimitsHttp.layer, JsonBodyHttp.layer]),
  Layer.provide([LogInAttempts.layer, ClientAddress.layer, CatalogueAnswers.layer])
)

/** A chat turn has a budget of its own. */
const budget = (route: string) => (route === "/api/chat" ? Option.none() : Option.some("15 seconds" as const))

/**
 * The catalogue is asked for again each time, and sent again when it has changed. Pictures, and what the page of the
 * reference loads, are kept for a day.
 */
const caching = (route: string) =>
  Match.value(route).pipe(
    Match.whenOr("/api/products", "/api/products/:product_id", () => "private, no-cache"),
    Match.whenOr(PicturesHttp.route, ReferenceHttp.assetRoute, () => "public, max-age=86400"),
    Match.option
  )

const server = Layer.unwrapEffect(
  Effect.gen(function* () {
    yield* HttpApi.Api
    const endpoints = yield* HttpApiBuilder.Router.router
    const origins = yield* corsOrigins
    const { accepting } = yield* ChatTurn
    const router = endpoints.pipe(
      HttpRouter.concat(PicturesHttp.router),
      HttpRouter.concat(ReferenceHttp.router),
      HttpRouter.concat(yield* CallerKeysHttp.router),
      HttpRouter.concat(Health.router({ ...Health.databaseChecks, turns: accepting }, yield* Dependencies))
    )
    return HttpProgram.serve(router, { budget, caching, origins })
  })
)

/** The front door on whatever `HttpServer`, repositories and sessions are provided. */
export const layerNoDeps = server.pipe(
  Layer.provide(api),
  Layer.provide(HttpApiBuilder.Router.Live),
  // The router is shared by reference: a second program in this process has its own.
  Layer.fresh
)

/** The front door on the database, in the mode of `AUTH_MODE`; `ChatTurn` is left to the program. */
export const layer = layerNoDeps.pipe(
  Layer.provide([
    Sessions.layer,
    RateLimits.layer,
    ConversationArchive.layer,
    CatalogRepository.layer,
    ProductPictures.layer,
    OrderRepository.layer,
    Profiles.layer,
    AgentCatalog.layer,
    AccessRequests.layer,
    UsageReport.layer,
    AuditLog.layer
  ])
)
