import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { OrderNotFound } from "@storefront/domain/Errors"
import { CurrentUser } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { Effect } from "effect"
import * as JsonResponse from "../../platform/http/JsonResponse.ts"
import { OrderRepository } from "../../shop/orders/OrderRepository.ts"
import * as PathId from "./PathId.ts"

const parseId = PathId.parse(OrderId, () => new OrderNotFound())

export const layer = HttpApiBuilder.group(StorefrontApi, "orders", (handlers) =>
  Effect.map(OrderRepository, (orders) =>
    handlers
      .handleRaw("list", ({ urlParams }) =>
        Effect.map(
          Effect.flatMap(CurrentUser, ({ id }) => orders.list(id, urlParams)),
          JsonResponse.fromText
        )
      )
      .handle("detail", ({ path }) =>
        Effect.flatMap(Effect.all([CurrentUser, parseId(path.order_id)]), ([user, id]) => orders.find(user.id, id))
      )
  )
)
