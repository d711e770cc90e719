import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { NotFound } from "@storefront/domain/Errors"
import { Effect, Option } from "effect"
import { ProductPictures } from "../../shop/catalog/ProductPictures.ts"

/** Route of product pictures, which are public. */
export const route = "/images/products/:file"

/** Keeps an SVG that is opened as a page from loading or running anything. */
const headers = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" }

/** The other host does not learn which page shows the picture. An hour, because its host may be taken out. */
const redirectHeaders = { ...headers, "referrer-policy": "no-referrer", "cache-control": "public, max-age=3600" }

const picture = Effect.gen(function* () {
  const { file = "" } = yield* HttpRouter.params
  const { find } = yield* ProductPictures
  const found = /^[a-z0-9-]{1,200}(?:\.svg)?$/.test(file) ? yield* find(file) : Option.none()
  return yield* Option.match(found, {
    onNone: () => new NotFound(),
    onSome: (picture) =>
      Effect.succeed(
        "url" in picture
          ? HttpServerResponse.redirect(picture.url, { status: 307, headers: redirectHeaders })
          : HttpServerResponse.text(picture.svg, { contentType: "image/svg+xml", headers })
      )
  })
})

export const router = HttpRouter.empty.pipe(HttpRouter.get(route, picture))
