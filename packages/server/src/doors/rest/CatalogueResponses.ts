import { HttpServerResponse } from "@effect/platform"
import { ProductDetail, ProductPage, type ProductQuery } from "@storefront/domain/api/ProductsApi"
import { type DatabaseUnavailable, type ProductNotFound } from "@storefront/domain/Errors"
import { type ProductId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { LRUCache } from "lru-cache"
import { CatalogRepository } from "../../shop/catalog/CatalogRepository.ts"
import * as EntityTags from "../../platform/http/EntityTags.ts"
import * as SingleFlight from "../../platform/limits/SingleFlight.ts"

/** Maximum bytes of cached responses; the least recently used are evicted first. */
const capacity = 33_554_432

/** Estimated bytes per response besides body and key. A high estimate also bounds the number of small responses. */
const overhead = 2048

/** Response, with the catalogue version that was read before its content. */
interface CachedResponse {
  readonly version: string
  readonly bytes: number
  readonly response: HttpServerResponse.HttpServerResponse
}

const encoder = new TextEncoder()
const encodePage = Schema.encode(Schema.parseJson(ProductPage))
const encodeDetail = Schema.encode(Schema.parseJson(ProductDetail))

/**
 * Cache of the catalogue's responses, which are equal for all customers. A response is computed once per version, and
 * never older than the latest change before the request: authentication reads the current version, that of all lists or
 * that of the product, from the database on every request.
 */
export class CatalogueResponses extends Context.Tag("@storefront/server/doors/rest/CatalogueResponses")<
  CatalogueResponses,
  {
    readonly list: (
      version: string,
      query: ProductQuery
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, DatabaseUnavailable>
    readonly find: (
      version: string,
      id: ProductId
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, ProductNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const catalog = yield* CatalogRepository
      const cache = new LRUCache<string, CachedResponse>({
        maxSize: capacity,
        sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + overhead
      })

      /** Builds a function that caches responses by key. Concurrent requests for a version share one computation. */
      const cachedBy = <E>(flights: SingleFlight.SingleFlight<HttpServerResponse.HttpServerResponse, E>) =>
        Effect.fnUntraced(function* (key: string, version: string, read: Effect.Effect<string, E>) {
          const cached = cache.get(key)
          if (cached?.version === version) {
            return cached.response
          }
          const make = Effect.map(read, (text) => {
            const body = encoder.encode(text)
            const response = HttpServerResponse.uint8Array(body, {
              contentType: "application/json",
              headers: { etag: EntityTags.of(body) }
            })
            cache.set(key, { version, bytes: body.length, response })
            return response
          })
          return yield* flights.share(`${version} ${key}`, make)
        })

      const pageCache = cachedBy(yield* SingleFlight.make<HttpServerResponse.HttpServerResponse, DatabaseUnavailable>())
      const detailCache = cachedBy(
        yield* SingleFlight.make<HttpServerResponse.HttpServerResponse, ProductNotFound | DatabaseUnavailable>()
      )

      return {
        list: (version, query) =>
          pageCache(
            JSON.stringify(query),
            version,
            Effect.flatMap(catalog.list(query), (page) => Effect.orDie(encodePage(page)))
          ),
        find: (version, id) =>
          detailCache(
            id,
            version,
            Effect.flatMap(catalog.find(id), (product) => Effect.orDie(encodeDetail(product)))
          )
      }
    })
  )
}
