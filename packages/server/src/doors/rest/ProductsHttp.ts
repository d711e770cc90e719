import { HttpApiBuilder } from "@effect/platform"
import { CatalogueNames } from "@storefront/domain/api/ProductsApi"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { CatalogueVersion } from "@storefront/domain/Catalog"
import { ProductNotFound } from "@storefront/domain/Errors"
import { Effect, Layer, Option } from "effect"
import { CurrentNames } from "../../shop/names/CurrentNames.ts"
import { CatalogueResponses } from "./CatalogueResponses.ts"

/** Reads the shop's names for each request of the catalogue. */
export const namesLayer = Layer.effect(
  CatalogueNames,
  Effect.map(CurrentNames, ({ read }) => Effect.asSome(read))
)

export const layer = HttpApiBuilder.group(StorefrontApi, "products", (handlers) =>
  Effect.map(CatalogueResponses, (answers) =>
    handlers
      .handleRaw("list", ({ urlParams }) =>
        Effect.flatMap(CatalogueVersion, ({ version }) => answers.list(version, urlParams))
      )
      .handleRaw("detail", () =>
        Effect.flatMap(CatalogueVersion, ({ product, version }) =>
          Option.match(product, {
            onNone: () => new ProductNotFound(),
            onSome: (id) => answers.find(version, id)
          })
        )
      )
  )
)
