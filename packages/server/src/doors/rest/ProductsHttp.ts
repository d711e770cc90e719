import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { CatalogueVersion } from "@storefront/domain/Catalog"
import { ProductNotFound } from "@storefront/domain/Errors"
import { Effect, Option } from "effect"
import { CatalogueResponses } from "./CatalogueResponses.ts"

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
