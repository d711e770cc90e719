import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { CatalogueVersion } from "@storefront/domain/Catalog"
import { ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { Effect } from "effect"
import { CatalogueAnswers } from "./CatalogueAnswers.ts"
import * as PathId from "./PathId.ts"

const parseId = PathId.parse(ProductId, () => new ProductNotFound())

export const layer = HttpApiBuilder.group(StorefrontApi, "products", (handlers) =>
  Effect.map(CatalogueAnswers, (answers) =>
    handlers
      .handleRaw("list", ({ urlParams }) =>
        Effect.flatMap(CatalogueVersion, (version) => answers.list(version, urlParams))
      )
      .handleRaw("detail", ({ path }) =>
        Effect.flatMap(Effect.all([CatalogueVersion, parseId(path.product_id)]), ([version, id]) =>
          answers.find(version, id)
        )
      )
  )
)
