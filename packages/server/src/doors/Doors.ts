import { HttpApi, HttpApiBuilder, HttpRouter } from "@effect/platform"
import { Effect, Layer, Match, Option } from "effect"
import { cardPath } from "../assistant/a2a/HttpBinding.ts"
import { ChatTurn } from "../assistant/chat/ChatTurn.ts"
import { corsOrigins } from "../platform/config/EdgeConfig.ts"
import { ClientAddress } from "../platform/http/ClientAddress.ts"
import { ClientKey } from "../platform/http/ClientKey.ts"
import * as Health from "../platform/http/Health.ts"
import * as HttpProgram from "../platform/http/HttpProgram.ts"
import { Dependencies } from "../platform/http/DependencyHealth.ts"
import { PublicAddress } from "../platform/http/PublicAddress.ts"
import { RateLimits } from "../platform/limits/RateLimits.ts"
import { Sessions } from "../shop/accounts/Sessions.ts"
import { ProductPictures } from "../shop/catalog/ProductPictures.ts"
import { Policies } from "../shop/policies/Policies.ts"
import * as A2aHttp from "./a2a/A2aHttp.ts"
import { FrontAgent } from "./a2a/FrontAgent.ts"
import * as GuestsHttp from "./guests/GuestsHttp.ts"
import * as IdentityHttp from "./identity/IdentityHttp.ts"
import * as CallerJwksHttp from "./rest/CallerJwksHttp.ts"
import * as PicturesHttp from "./rest/PicturesHttp.ts"
import * as PoliciesHttp from "./rest/PoliciesHttp.ts"
import * as ReferenceHttp from "./rest/ReferenceHttp.ts"
import * as StorefrontHttp from "./rest/StorefrontHttp.ts"
import * as DemoHttp from "./widget/DemoHttp.ts"
import * as FeedbackHttp from "./widget/FeedbackHttp.ts"
import * as WidgetHttp from "./widget/WidgetHttp.ts"

/** Returns the time limit of a route. Routes that wait for a turn have none, since a turn has its own. */
const budget = (route: string) =>
  route === "/api/chat" || A2aHttp.waitsForTurn(route) ? Option.none() : HttpProgram.requestBudget

/** Returns the `Cache-Control` of a route. Catalogue responses are revalidated on every request. */
const caching = (route: string) =>
  Match.value(route).pipe(
    Match.whenOr("/api/products", "/api/products/:product_id", () => "private, no-cache"),
    Match.when(cardPath, () => "public, max-age=300"),
    Match.when(WidgetHttp.loaderRoute, () => "public, max-age=300"),
    Match.whenOr(PicturesHttp.route, ReferenceHttp.assetRoute, () => "public, max-age=86400"),
    Match.whenOr(WidgetHttp.assetRoute, DemoHttp.assetRoute, () => "public, max-age=31536000, immutable"),
    Match.option
  )

const server = Layer.unwrapEffect(
  Effect.gen(function* () {
    yield* HttpApi.Api
    const endpoints = yield* HttpApiBuilder.Router.router
    const origins = yield* corsOrigins
    const { accepting } = yield* ChatTurn
    const { proxies, watchProxies } = yield* ClientAddress
    const publicAddress = yield* PublicAddress
    const router = endpoints.pipe(
      HttpRouter.concat(PicturesHttp.router),
      HttpRouter.concat(PoliciesHttp.router),
      HttpRouter.concat(ReferenceHttp.router),
      HttpRouter.concat(yield* WidgetHttp.router),
      HttpRouter.concat(DemoHttp.router),
      HttpRouter.concat(yield* A2aHttp.router),
      HttpRouter.use(publicAddress.watch),
      // Probes and other services ask for these, by any name.
      HttpRouter.concat(yield* CallerJwksHttp.router),
      HttpRouter.concat(
        Health.router(
          { ...Health.databaseChecks, turns: accepting },
          { ...(yield* Dependencies), proxies, "public-url": publicAddress.health }
        )
      ),
      HttpRouter.use(watchProxies)
    )
    return HttpProgram.serve(router, { budget, caching, origins, errors: A2aHttp.errors })
  })
)

/**
 * HTTP API of the orchestrator. Handlers only decode requests, authenticate the caller and encode responses; the work
 * is a turn of `assistant/chat` or one call of a shop service. `rest` has the 20 endpoints, and the pages and pictures
 * for browsers; `a2a` is the assistant as an agent for other people's clients.
 *
 * The layer requires the database, `HttpServer`, `ChatTurn` and `StreamedTurns`.
 */
export const layer = server.pipe(
  Layer.provide([StorefrontHttp.layer, GuestsHttp.layer, IdentityHttp.layer, FeedbackHttp.layer]),
  Layer.provide([HttpApiBuilder.Router.Live, PublicAddress.layer]),
  Layer.provide(ClientAddress.layer),
  Layer.provide(FrontAgent.layer),
  Layer.provide([ProductPictures.layer, Policies.layer]),
  Layer.provide([Sessions.layer, RateLimits.layer, ClientKey.layer]),
  // Layers share the router by reference, but each HTTP server of the process needs its own.
  Layer.fresh
)
