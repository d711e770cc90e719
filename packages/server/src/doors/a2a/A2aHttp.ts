import { HttpRouter } from "@effect/platform"
import { Effect, Option } from "effect"
import * as HttpBinding from "../../assistant/a2a/HttpBinding.ts"
import { errorFormat } from "../../assistant/a2a/ProtocolError.ts"
import { guestsEnabled } from "../../platform/config/GuestsConfig.ts"
import { checkoutUrl } from "../../platform/config/PayingConfig.ts"
import { publicUrl } from "../../platform/config/PublicUrlConfig.ts"
import { type ErrorFormat } from "../../platform/http/ErrorResponses.ts"
import * as Calls from "./Calls.ts"
import { FrontAgent } from "./FrontAgent.ts"
import * as FrontCard from "./FrontCard.ts"
import * as HttpJson from "./HttpJson.ts"
import * as JsonRpc from "./JsonRpc.ts"

const { send, stream, subscribe } = HttpBinding.paths

const unlimited: ReadonlySet<string> = new Set(
  ["", send, stream, subscribe].map((route) => `${FrontCard.path}${route}`)
)

/** Returns whether a route may wait for a turn, which has a time limit of its own. */
export const waitsForTurn = (route: string): boolean => unlimited.has(route)

/** Returns the format of errors on a route of the protocol. */
export const errors = (route: string): ErrorFormat | undefined =>
  route === FrontCard.path ? JsonRpc.errorFormat() : route.startsWith(`${FrontCard.path}/`) ? errorFormat : undefined

/** Routes of the assistant as an A2A agent: its card, and both bindings over the same operations. */
export const router = Effect.gen(function* () {
  const agent = yield* FrontAgent
  const calls = yield* Calls.make
  const card = FrontCard.make({
    publicUrl: yield* publicUrl,
    servesGuests: yield* guestsEnabled,
    ordersAtTill: Option.isSome(yield* checkoutUrl)
  })
  return HttpRouter.fromIterable([
    HttpRouter.makeRoute("GET", HttpBinding.cardPath, Effect.succeed(HttpBinding.respondCard(card)))
  ]).pipe(HttpRouter.concat(HttpJson.routes(agent, calls)), HttpRouter.concat(JsonRpc.routes(agent, calls)))
})
