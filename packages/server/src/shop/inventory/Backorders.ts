import { SqlClient, SqlSchema } from "@effect/sql"
import { type BackorderTerms } from "@storefront/domain/confirmation/Terms"
import { ProductNotFound } from "@storefront/domain/Errors"
import { type User, UserId } from "@storefront/domain/Identity"
import { BackorderId, ProductId } from "@storefront/domain/Ids"
import { NextRestock } from "@storefront/domain/Inventory"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { Backorder } from "@storefront/domain/tools/FulfillmentTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { termName, termNote, termText } from "../../platform/effects/TermText.ts"
import { isSold } from "../catalog/SoldProducts.ts"
import { nextRestock } from "./Restocks.ts"
import { unitsInStock } from "../catalog/StockByWarehouse.ts"

/** The stock covers the quantity, so that it can be ordered instead. */
export class StockSuffices extends Data.TaggedError("StockSuffices")<{ readonly currentStock: number }> {}

/** The customer already has an open backorder for this product. */
export class AlreadyBackordered extends Data.TaggedError("AlreadyBackordered")<{ readonly backorder: BackorderId }> {}

const BackorderArgs = Schema.Struct({ productId: ProductId, quantity: Schema.Int, note: Schema.NullOr(Schema.String) })

/** A product that is sold, with the customer's name and their open backorder for it. */
const BackorderableProduct = Schema.Struct({
  name: UserText,
  person_name: Schema.String,
  units: Schema.Int,
  restock: NextRestock,
  backorder: Schema.NullOr(BackorderId)
})

const PlacedPrice = Schema.Struct({ unit_price: MoneyFromNumeric, estimated_total: MoneyFromNumeric })

/** Backorders: requests for more units than are in stock. */
export class Backorders extends Context.Tag("@storefront/server/shop/inventory/Backorders")<
  Backorders,
  {
    /**
     * Places a backorder at the current list price, at most one open per customer and product. Nothing is charged.
     * Acting locks the customer's row, which serialises their backorders.
     *
     * Takes at most 2 statements to prepare (lock, product) and 1 to perform.
     */
    readonly act: ActOf<
      typeof BackorderArgs,
      BackorderTerms,
      typeof Backorder,
      ProductNotFound | StockSuffices | AlreadyBackordered
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const find = SqlSchema.findOne({
        Request: Schema.Struct({ person: UserId, product: ProductId }),
        Result: BackorderableProduct,
        execute: ({ person, product }) => sql`
          SELECT p.name, ${unitsInStock(sql)} AS units, ${nextRestock(sql)} AS restock,
            (SELECT name FROM users WHERE id = ${person}) AS person_name,
            (SELECT id FROM backorders WHERE user_id = ${person} AND product_id = p.id AND status = 'open') AS backorder
          FROM products p
          WHERE p.id = ${product} AND ${isSold(sql)}`
      })

      const insert = SqlSchema.single({
        Request: Schema.Struct({
          id: BackorderId,
          person: UserId,
          product: ProductId,
          quantity: Schema.Int,
          expectedOn: Schema.NullOr(Schema.String),
          note: Schema.NullOr(Schema.String)
        }),
        Result: PlacedPrice,
        execute: ({ expectedOn, id, note, person, product, quantity }) => sql`
          INSERT INTO backorders (id, user_id, product_id, quantity, unit_price, estimated_total, expected_date, note)
          SELECT ${id}::uuid, ${person}::uuid, id, ${quantity}::int, price, price * ${quantity}::int,
            ${expectedOn}::date, ${note}::text
          FROM products WHERE id = ${product}
          RETURNING unit_price, estimated_total`
      })

      const prepare = Effect.fn("Backorders.prepare")(function* (
        { id: person }: User,
        { note, productId, quantity }: typeof BackorderArgs.Type,
        purpose: Purpose
      ) {
        const lock = sql`SELECT id FROM users WHERE id = ${person} FOR NO KEY UPDATE`
        yield* Effect.when(orUnavailable(lock), () => purpose === "act")
        const found = yield* orUnavailable(find({ person, product: productId }))
        const { backorder, name, person_name, restock, units } = yield* Effect.mapError(
          found,
          () => new ProductNotFound()
        )
        if (units >= quantity) {
          return yield* new StockSuffices({ currentStock: units })
        }
        if (backorder !== null) {
          return yield* new AlreadyBackordered({ backorder })
        }
        const terms: BackorderTerms = {
          act: "place_backorder",
          productId,
          name: termName(name),
          quantity,
          expectedOn: restock?.date ?? null,
          forWhom: termText(person_name),
          note: termNote(note)
        }
        const perform = Effect.gen(function* () {
          const id = BackorderId.make(uuid())
          const { expectedOn } = terms
          const placed = yield* insert({ id, person, product: productId, quantity, expectedOn, note: terms.note })
          yield* Effect.annotateLogs(Effect.logInfo("Backorder placed"), { "backorder.id": id })
          return {
            backorder_id: id,
            status: "open" as const,
            product_id: productId,
            product_name: name,
            quantity,
            ...placed,
            expected_restock: restock
          }
        }).pipe(orUnavailable, Effect.withSpan("Backorders.perform"))
        return { terms, perform }
      })

      return { act: { name: "place_backorder", args: BackorderArgs, result: Backorder, prepare } }
    })
  )
}
