import { HttpApi, HttpApiBuilder, HttpRouter } from "@effect/platform"
import { Effect, Layer, Match, Option } from "effect"
import { ChatTurn } from "../assistant/chat/ChatTurn.ts"
import { corsOrigins } from "../platform/config/EdgeConfig.ts"
import * as Health from "../platform/http/Health.ts"
import * as HttpProgram from "../platform/http/HttpProgram.ts"
import { Dependencies } from "../platform/http/Standing.ts"
import { ProductPictures } from "../shop/catalog/ProductPictures.ts"
import { Policies } from "../shop/policies/Policies.ts"
import * as CallerKeysHttp from "./rest/CallerKeysHttp.ts"
import * as PicturesHttp from "./rest/PicturesHttp.ts"
import * as PoliciesHttp from "./rest/PoliciesHttp.ts"
import * as ReferenceHttp from "./rest/ReferenceHttp.ts"
import * as StorefrontHttp from "./rest/StorefrontHttp.ts"

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
      HttpRouter.concat(PoliciesHttp.router),
      HttpRouter.concat(ReferenceHttp.router),
      HttpRouter.concat(yield* CallerKeysHttp.router),
      HttpRouter.concat(Health.router({ ...Health.databaseChecks, turns: accepting }, yield* Dependencies))
    )
    return HttpProgram.serve(router, { budget, caching, origins })
  })
)

/**
 * The doors: how the assistant is reached. A door decodes, knows its caller and encodes; what happens behind it is the same for all: one turn
 * of `assistant/chat`, or one question to a room of the shop. `rest` has the 20 endpoints and what a browser loads beside them.
 *
 * The layer is the orchestrator's HTTP program, on the database; the `HttpServer` and `ChatTurn` are left to the program.
 */
export const layer = server.pipe(
  Layer.provide(StorefrontHttp.layer),
  Layer.provide(HttpApiBuilder.Router.Live),
  Layer.provide([ProductPictures.layer, Policies.layer]),
  // The router is shared by reference: a second program in this process has its own.
  Layer.fresh
)
