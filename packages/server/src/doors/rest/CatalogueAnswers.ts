import { HttpServerResponse } from "@effect/platform"
import { ProductDetail, ProductPage, type ProductQuery } from "@storefront/domain/api/ProductsApi"
import { type DatabaseUnavailable, type ProductNotFound } from "@storefront/domain/Errors"
import { type ProductId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { LRUCache } from "lru-cache"
import { CatalogRepository } from "../../shop/catalog/CatalogRepository.ts"
import * as EntityTags from "../../platform/http/EntityTags.ts"
import * as SingleFlight from "../../platform/limits/SingleFlight.ts"

/** Bytes of cached answers; the least recently used are evicted first. */
const capacity = 33_554_432

/** Estimated bytes per answer beyond body and key, rather too high, so that many small answers are bounded as well. */
const overhead = 2048

/** An answer, with the catalogue version read before it was made. */
interface Kept {
  readonly version: string
  readonly bytes: number
  readonly response: HttpServerResponse.HttpServerResponse
}

const encoder = new TextEncoder()
const encodePage = Schema.encode(Schema.parseJson(ProductPage))
const encodeDetail = Schema.encode(Schema.parseJson(ProductDetail))

/**
 * Cached answers of the catalogue, which are the same for everybody. Each is made once per version and never older than
 * the latest change committed before the request: authentication reads the current version, of all lists or of the
 * product, from the database for every request.
 */
export class CatalogueAnswers extends Context.Tag("@storefront/server/doors/rest/CatalogueAnswers")<
  CatalogueAnswers,
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
      const answers = new LRUCache<string, Kept>({
        maxSize: capacity,
        sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + overhead
      })

      /** Caches answers by key; concurrent requests for the same version share one computation. */
      const keep = <E>(flights: SingleFlight.SingleFlight<HttpServerResponse.HttpServerResponse, E>) =>
        Effect.fnUntraced(function* (key: string, version: string, read: Effect.Effect<string, E>) {
          const kept = answers.get(key)
          if (kept?.version === version) {
            return kept.response
          }
          const make = Effect.map(read, (text) => {
            const body = encoder.encode(text)
            const response = HttpServerResponse.uint8Array(body, {
              contentType: "application/json",
              headers: { etag: EntityTags.of(body) }
            })
            answers.set(key, { version, bytes: body.length, response })
            return response
          })
          return yield* flights.share(`${version} ${key}`, make)
        })

      const keepPage = keep(yield* SingleFlight.make<HttpServerResponse.HttpServerResponse, DatabaseUnavailable>())
      const keepDetail = keep(
        yield* SingleFlight.make<HttpServerResponse.HttpServerResponse, ProductNotFound | DatabaseUnavailable>()
      )

      return {
        list: (version, query) =>
          keepPage(
            JSON.stringify(query),
            version,
            Effect.flatMap(catalog.list(query), (page) => Effect.orDie(encodePage(page)))
          ),
        find: (version, id) =>
          keepDetail(
            id,
            version,
            Effect.flatMap(catalog.find(id), (product) => Effect.orDie(encodeDetail(product)))
          )
      }
    })
  )
}
