import { type SqlClient, SqlSchema } from "@effect/sql"
import { type UserId } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { namesPart } from "@storefront/domain/rules/consent/Part"
import { type BindingAct } from "@storefront/domain/tools/Binding"
import { Effect, Option, Schema } from "effect"
import { CurrentConsent, NotAgreed } from "../effects/CurrentConsent.ts"

/**
 * Fails when the owner of an order told us to do something to a part of what it holds, which only goes as a whole. One
 * statement, and none where nobody told us anything.
 */
export const agreedAsWhole = (sql: SqlClient.SqlClient) => {
  const goodsOf = SqlSchema.findAll({
    Request: Schema.Struct({ owner: Schema.String, id: OrderId }),
    Result: Schema.Struct({ product_name: Schema.String }),
    execute: ({ id, owner }) => sql`
      SELECT i.product_name FROM order_items i JOIN orders o ON o.id = i.order_id
      WHERE o.id = ${id} AND o.user_id = ${owner}`
  })
  return Effect.fnUntraced(function* (act: BindingAct, owner: UserId, id: OrderId) {
    const consent = yield* CurrentConsent
    const told = Option.match(consent, { onNone: () => "", onSome: ({ told }) => told })
    const goods = told === "" ? [] : yield* Effect.orDie(goodsOf({ owner, id }))
    const names = goods.map(({ product_name }) => product_name)
    return yield* namesPart(act, told, names) ? new NotAgreed() : Effect.void
  })
}
