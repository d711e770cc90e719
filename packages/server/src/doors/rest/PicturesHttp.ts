import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { NotFound } from "@storefront/domain/Errors"
import { Effect, Option } from "effect"
import { ProductPictures } from "../../shop/catalog/ProductPictures.ts"

/** Route of product pictures, which are public. */
export const route = "/images/products/:file"

/** Keeps an SVG that is opened as a page from loading or running anything. */
const headers = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" }

const picture = Effect.gen(function* () {
  const { file = "" } = yield* HttpRouter.params
  const { find } = yield* ProductPictures
  const [, slug] = /^([a-z0-9-]{1,200})\.svg$/.exec(file) ?? []
  const found = slug === undefined ? Option.none() : yield* find(slug)
  return yield* Option.match(found, {
    onNone: () => new NotFound(),
    onSome: (svg) => Effect.succeed(HttpServerResponse.text(svg, { contentType: "image/svg+xml", headers }))
  })
})

export const router = HttpRouter.empty.pipe(HttpRouter.get(route, picture))
