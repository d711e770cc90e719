import { HttpServerResponse } from "@effect/platform"
import { ProductDetail, ProductPage, type ProductQuery } from "@storefront/domain/api/ProductsApi"
import { type ProductNotFound } from "@storefront/domain/Errors"
import { type ProductId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { LRUCache } from "lru-cache"
import { CatalogRepository } from "../catalog/CatalogRepository.ts"
import { CatalogueVersions } from "../catalog/CatalogueVersions.ts"
import * as EntityTags from "../http/EntityTags.ts"

/** Bytes of answers that are kept; those that were not asked for longest go first. */
const capacity = 33_554_432

/** An answer, and the version of the catalogue that was read before it was made. */
interface Kept {
  readonly version: string
  readonly bytes: number
  readonly response: HttpServerResponse.HttpServerResponse
}

const encodePage = Schema.encode(Schema.parseJson(ProductPage))
const encodeDetail = Schema.encode(Schema.parseJson(ProductDetail))

/**
 * The answers of the catalogue, which are the same for everybody: made once for each version of the catalogue, never
 * older than the latest change that was committed before the request. Failures of the database are defects.
 */
export class CatalogueAnswers extends Context.Tag("@storefront/server/rest/CatalogueAnswers")<
  CatalogueAnswers,
  {
    readonly list: (query: ProductQuery) => Effect.Effect<HttpServerResponse.HttpServerResponse>
    readonly find: (id: ProductId) => Effect.Effect<HttpServerResponse.HttpServerResponse, ProductNotFound>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const catalog = yield* CatalogRepository
      const versions = yield* CatalogueVersions
      const answers = new LRUCache<string, Kept>({
        maxSize: capacity,
        sizeCalculation: ({ bytes }, key) => bytes + key.length
      })

      const answer = Effect.fnUntraced(function* <E>(
        key: string,
        currentVersion: Effect.Effect<string>,
        read: Effect.Effect<string, E>
      ) {
        const version = yield* currentVersion
        const kept = answers.get(key)
        if (kept?.version === version) {
          return kept.response
        }
        const body = Buffer.from(yield* read)
        const response = HttpServerResponse.uint8Array(body, {
          contentType: "application/json",
          headers: { etag: EntityTags.of(body) }
        })
        answers.set(key, { version, bytes: body.length, response })
        return response
      })

      return {
        list: (query) =>
          answer(
            JSON.stringify(query),
            versions.ofLists,
            Effect.flatMap(catalog.list(query), (page) => Effect.orDie(encodePage(page)))
          ),
        find: (id) =>
          answer(
            id,
            versions.ofDetails,
            Effect.flatMap(catalog.find(id), (product) => Effect.orDie(encodeDetail(product)))
          )
      }
    })
  )
}
