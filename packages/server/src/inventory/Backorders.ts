import { SqlClient, SqlSchema } from "@effect/sql"
import { ProductNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { BackorderId, ProductId } from "@storefront/domain/Ids"
import { NextRestock } from "@storefront/domain/Inventory"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { Backorder, placeBackorder } from "@storefront/domain/tools/FulfillmentTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { type EffectKeyReused, logged, ToolEffects, type Written } from "../effects/ToolEffects.ts"
import { nextRestock } from "./Restocks.ts"
import { unitsInStock } from "./Stock.ts"

/** The stock covers the quantity, so it can simply be ordered. */
export class StockSuffices extends Data.TaggedError("StockSuffices")<{ readonly currentStock: number }> {}

/** The person waits for this product already. */
export class AlreadyBackordered extends Data.TaggedError("AlreadyBackordered")<{ readonly backorder: BackorderId }> {}

/** Somebody who waits for units of a product. */
export interface BackorderRequest {
  readonly person: UserId
  readonly product: ProductId
  readonly quantity: number
  readonly note: string | null
}

const Row = Schema.Struct({
  id: BackorderId,
  person: UserId,
  product: ProductId,
  quantity: Schema.Int,
  note: Schema.NullOr(Schema.String)
})

const Asked = Schema.Struct({
  product_name: UserText,
  current_stock: Schema.Int,
  expected_restock: NextRestock,
  /** The open backorder, which may be an older one; null when there is enough. */
  backorder: Schema.NullOr(
    Schema.Struct({ id: BackorderId, unit_price: MoneyFromNumeric, estimated_total: MoneyFromNumeric })
  )
})

/** Wishes for what is out of stock. Failures of the database are defects. */
export class Backorders extends Context.Tag("@storefront/server/inventory/Backorders")<
  Backorders,
  {
    /**
     * Places a backorder at the price of today, once per effect key: of an active product whose stock in all
     * warehouses does not cover the quantity, and one at a time per person and product. Three statements at most.
     */
    readonly place: (
      request: BackorderRequest
    ) => Effect.Effect<
      Written<typeof Backorder.Type>,
      ProductNotFound | StockSuffices | AlreadyBackordered | EffectKeyReused
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects

      /** The update of an older backorder changes nothing: it waits for whoever writes it, and returns it. */
      const insert = SqlSchema.findOne({
        Request: Row,
        Result: Asked,
        execute: ({ id, note, person, product, quantity }) => sql`
          WITH asked AS (
            SELECT p.id, p.name, p.price, ${unitsInStock(sql)} AS units, ${nextRestock(sql)} AS restock
            FROM products p
            WHERE p.id = ${product} AND p.is_active
          ), placed AS (
            INSERT INTO backorders (id, user_id, product_id, quantity, unit_price, estimated_total, expected_date, note)
            SELECT ${id}::uuid, ${person}::uuid, id, ${quantity}::int, price, price * ${quantity}::int,
              (restock->>'date')::date, ${note}::text
            FROM asked
            WHERE units < ${quantity}::int
            ON CONFLICT (user_id, product_id) WHERE status = 'open' DO UPDATE SET status = backorders.status
            RETURNING id, unit_price, estimated_total
          )
          SELECT a.name AS product_name, a.units AS current_stock, a.restock AS expected_restock,
            CASE WHEN b.id IS NOT NULL THEN jsonb_build_object('id', b.id, 'unit_price', b.unit_price::text,
              'estimated_total', b.estimated_total::text) END AS backorder
          FROM asked a
          LEFT JOIN placed b ON true`
      })

      const write = Effect.fnUntraced(function* ({ note, person, product, quantity }: BackorderRequest) {
        const id = BackorderId.make(uuid())
        const found = yield* Effect.orDie(insert({ id, person, product, quantity, note }))
        const { backorder, current_stock, ...asked } = yield* Effect.mapError(found, () => new ProductNotFound())
        if (backorder === null) {
          return yield* new StockSuffices({ currentStock: current_stock })
        }
        if (backorder.id !== id) {
          return yield* new AlreadyBackordered({ backorder: backorder.id })
        }
        const { estimated_total, unit_price } = backorder
        return {
          backorder_id: id,
          status: "open" as const,
          product_id: product,
          quantity,
          unit_price,
          estimated_total,
          ...asked
        }
      })

      const place = Effect.fn("Backorders.place")((request: BackorderRequest) => {
        const { note, person, product, quantity } = request
        return effects
          .once(
            {
              caller: person,
              toolName: placeBackorder.name,
              params: { product_id: product, quantity, note },
              result: Backorder
            },
            write(request)
          )
          .pipe(logged("Backorder placed", ({ backorder_id }) => ({ "backorder.id": backorder_id })))
      })

      return { place }
    })
  )
}
