import { HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ProductDetail, ProductPage, ProductQuery } from "@storefront/domain/api/ProductsApi"
import { ProductId } from "@storefront/domain/Ids"
import { Array, Effect, Layer, Option, Ref, Schema } from "effect"
import { CatalogueResponses } from "../../../src/doors/rest/CatalogueResponses.ts"
import { CatalogRepository } from "../../../src/shop/catalog/CatalogRepository.ts"
import * as CatalogueVersions from "../../../src/shop/catalog/CatalogueVersions.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import type * as Import from "../../../src/shop/import/Import.ts"
import { importProducts } from "./support/Importing.ts"

const heading = "external_id,name,price,category,group,options,quantity"

/** Goods of a shop: groups of four variants, beside a lamp for each. */
const goods = (groups: number, priceOf: (group: number, variant: number) => number) =>
  Array.makeBy(groups, (group) => [
    ...Array.makeBy(4, (variant) =>
      [
        `g${group}-${variant}`,
        `Boots ${group}`,
        priceOf(group, variant),
        "Shoes",
        `g${group}`,
        `Size=${40 + variant}`,
        group + variant
      ].join(",")
    ),
    `lamp-${group},Lamp ${group},${priceOf(group, 4)},Home,,,${group}`
  ]).flat()

const lists = [{}, { category: "Shoes", sort: "price_asc" }, { search: "Boots 1", sort: "name" }].map((query) =>
  Schema.decodeUnknownSync(ProductQuery)(query)
)

const encodePage = Schema.encode(Schema.parseJson(ProductPage))
const encodeDetail = Schema.encode(Schema.parseJson(ProductDetail))

const Ids = Schema.Array(Schema.Struct({ id: ProductId }))

/** Reads the catalogue as customers do, and returns what is wrong in it; kept answers are compared with fresh ones. */
const faults = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const catalog = yield* CatalogRepository
  const kept = yield* CatalogueResponses
  const textOf = (response: HttpServerResponse.HttpServerResponse) =>
    Effect.promise(() => HttpServerResponse.toWeb(response).text())
  const versionOf = (product: Option.Option<ProductId>) =>
    Effect.map(
      sql<{ readonly version: string }>`SELECT ${CatalogueVersions.version(sql, product)} AS version`,
      (rows) => String(rows[0]?.version)
    )
  const listed = yield* Effect.forEach(lists, (query) =>
    Effect.gen(function* () {
      const shown = yield* Effect.flatMap(versionOf(Option.none()), (version) => kept.list(version, query))
      return (yield* textOf(shown)) === (yield* Effect.flatMap(catalog.list(query), encodePage))
        ? []
        : ["a list is old"]
    })
  )
  const some = yield* Effect.flatMap(
    sql`SELECT id FROM products WHERE external_id IN ('g0', 'g0-1', 'g7', 'lamp-3') AND is_active ORDER BY id`,
    Schema.decodeUnknown(Ids)
  )
  const detailed = yield* Effect.forEach(some, ({ id }) =>
    Effect.gen(function* () {
      const shown = yield* Effect.flatMap(versionOf(Option.some(id)), (version) => kept.find(version, id))
      return (yield* textOf(shown)) === (yield* Effect.flatMap(catalog.find(id), encodeDetail)) ? [] : ["a page is old"]
    })
  )
  const unfinished = yield* sql`
    SELECT FROM products g WHERE g.kind = 'group' AND g.is_active AND g.price IS DISTINCT FROM
      (SELECT min(price) FROM products v WHERE v.group_id = g.id AND v.is_active)`
  return [...listed, ...detailed, unfinished.map(() => "a group is without its price")].flat()
})

for (const engine of TestDatabase.engines) {
  const TestLayer = CatalogueResponses.layer.pipe(
    Layer.provideMerge(CatalogRepository.layer),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the catalogue while goods are imported on ${engine.name}`, (it) => {
    it.effect("is right at every moment", () =>
      Effect.gen(function* () {
        const readFaults = Effect.provide(
          Effect.orDie(faults),
          yield* Effect.context<Effect.Effect.Context<typeof faults>>()
        )
        const seen = yield* Ref.make({ moments: 0, faults: Array.empty<string>() })
        const look = ({ step }: Import.Progress) =>
          step === "reading"
            ? Effect.void
            : Effect.flatMap(readFaults, (found) =>
                Ref.update(seen, ({ faults, moments }) => ({ moments: moments + 1, faults: [...faults, ...found] }))
              )
        const files = [
          { lines: goods(24, (group, variant) => 50 + group + variant) },
          // Every price changes, and with it the cheapest variant of each group.
          { lines: goods(24, (group, variant) => 99 - group - variant) },
          // Half of the goods go.
          { lines: goods(12, (group, variant) => 99 - group - variant), isFull: true }
        ]
        for (const { lines, ...options } of files) {
          const report = yield* importProducts([heading, ...lines], options, { progress: look })
          assert.strictEqual(report.refused, 0)
        }
        const { faults: found, moments } = yield* Ref.get(seen)
        assert.deepStrictEqual(found, [])
        // Each file takes several transactions.
        assert.isAtLeast(moments, 2 * files.length)
      })
    )
  })
}
