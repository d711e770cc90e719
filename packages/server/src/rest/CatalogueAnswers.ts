import { HttpServerResponse } from "@effect/platform"
import { ProductDetail, ProductPage, type ProductQuery } from "@storefront/domain/api/ProductsApi"
import { type CatalogueVersion } from "@storefront/domain/Catalog"
import { type ProductNotFound } from "@storefront/domain/Errors"
import { type ProductId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { LRUCache } from "lru-cache"
import { CatalogRepository } from "../catalog/CatalogRepository.ts"
import * as EntityTags from "../http/EntityTags.ts"

/** Bytes of answers that are kept; those that were not asked for longest go first. */
const capacity = 33_554_432

/** Bytes of an answer beside its body and its key, rather more than less: many small ones are bounded as well. */
const overhead = 2048

/** An answer, and the version of the catalogue that was read before it was made. */
interface Kept {
  readonly version: string
  readonly bytes: number
  readonly response: HttpServerResponse.HttpServerResponse
}

/** Read from the database for this very request. */
type Version = Context.Tag.Service<CatalogueVersion>

const encoder = new TextEncoder()
const encodePage = Schema.encode(Schema.parseJson(ProductPage))
const encodeDetail = Schema.encode(Schema.parseJson(ProductDetail))

/**
 * The answers of the catalogue, which are the same for everybody: made once for each version of the catalogue, never
 * older than the latest change that was committed before the request. Failures of the database are defects.
 */
export class CatalogueAnswers extends Context.Tag("@storefront/server/rest/CatalogueAnswers")<
  CatalogueAnswers,
  {
    readonly list: (version: Version, query: ProductQuery) => Effect.Effect<HttpServerResponse.HttpServerResponse>
    readonly find: (
      version: Version,
      id: ProductId
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, ProductNotFound>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const catalog = yield* CatalogRepository
      const answers = new LRUCache<string, Kept>({
        maxSize: capacity,
        sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + overhead
      })

      const answer = Effect.fnUntraced(function* <E>(key: string, version: string, read: Effect.Effect<string, E>) {
        const kept = answers.get(key)
        if (kept?.version === version) {
          return kept.response
        }
        const body = encoder.encode(yield* read)
        const response = HttpServerResponse.uint8Array(body, {
          contentType: "application/json",
          headers: { etag: EntityTags.of(body) }
        })
        answers.set(key, { version, bytes: body.length, response })
        return response
      })

      return {
        list: (version, query) =>
          answer(
            JSON.stringify(query),
            version.lists,
            Effect.flatMap(catalog.list(query), (page) => Effect.orDie(encodePage(page)))
          ),
        find: (version, id) =>
          answer(
            id,
            version.details,
            Effect.flatMap(catalog.find(id), (product) => Effect.orDie(encodeDetail(product)))
          )
      }
    })
  )
}
