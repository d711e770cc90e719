import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { NotFound } from "@storefront/domain/Errors"
import { Effect, Option } from "effect"
import * as StoredShop from "../../shop/settings/StoredShop.ts"
import { readBuilt, builtAsset } from "./WidgetHttp.ts"

/** Serves a page of the demonstration shop with the chat on it, while the database holds that shop. */

export const route = "/demo"
export const assetRoute = "/demo/:asset"

/** Allows what a page with the chat needs, and no more: nothing inline, no host but this one. */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; "),
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache"
}

/** Returns the demonstration shop of the database; any other shop has no such page. */
const demonstration = Effect.flatMap(
  StoredShop.find,
  Option.match({
    onNone: () => Effect.fail(new NotFound()),
    onSome: (shop) => (shop.isDemonstration ? Effect.succeed(shop) : Effect.fail(new NotFound()))
  })
)

const page = Effect.gen(function* () {
  const { currency } = yield* demonstration
  const text = new TextDecoder().decode(yield* readBuilt("demo/index.html"))
  return HttpServerResponse.text(text.replace("{currency}", currency.code), {
    contentType: "text/html; charset=utf-8",
    headers
  })
})

const asset = Effect.zipRight(
  demonstration,
  Effect.flatMap(HttpRouter.params, ({ asset = "" }) => builtAsset("demo", asset))
)

export const router = HttpRouter.empty.pipe(HttpRouter.get(route, page), HttpRouter.get(assetRoute, asset))
