import { Schema, Struct } from "effect"
import { OrderDetail } from "../api/OrdersApi.ts"
import { ProductDetail, ProductSummary } from "../api/ProductsApi.ts"
import { MoneyFromNumber } from "../Money.ts"
import { getCart } from "../tools/CartTools.ts"
import { maxIds } from "../tools/Shows.ts"
import { Variant } from "../tools/VariantFields.ts"

/** Cards: the objects that an answer is about, which clients display beside it. */

/** ISO 4217 code of the amounts on a card. */
const inCurrency = { currency: Schema.String }

const card = <const Kind extends string, A, I>(kind: Kind, data: Schema.Schema<A, I>) =>
  Schema.Struct({ kind: Schema.Literal(kind), data })

/** Fields of products that the REST interface does not have. */
const ofProduct = {
  /** Key of the product in the system that it comes from. */
  external_id: Schema.NullOr(Schema.String),
  /** The product's page in the shop. */
  page_url: Schema.NullOr(Schema.String),
  /** Active variants of a group; 0 for other products. */
  variant_count: Schema.Int,
  /** Price of a group's dearest active variant, as `price` is that of its cheapest; equal to it for other products. */
  highest_price: MoneyFromNumber
}

/** A product in a list of a card. */
export const CardSummary = Schema.Struct({
  ...ProductSummary.fields,
  ...ofProduct,
  total_stock: ProductDetail.fields.total_stock
})

/** A variant among which the customer chooses on the card of its group. */
export const CardVariant = Schema.Struct({
  ...Struct.omit(Variant.fields, "price_now"),
  image_url: ProductDetail.fields.image_url
})

/** A product on a card of its own. */
export const CardDetail = Schema.Struct({
  ...Struct.omit(ProductDetail.fields, "reviews"),
  ...ofProduct,
  /** The first `maxVariants` variants of a group, as the shop lists them; empty for other products. */
  variants: Schema.Array(CardVariant)
})

/** An order, with the number by which people know it: the key of the system where it was placed, else its short number. */
export const CardOrder = Schema.Struct({ ...OrderDetail.fields, number: Schema.String })

/** A cart, with the prices before their reductions. */
const CardCart = Schema.Struct({
  ...getCart.successSchema.fields,
  items: Schema.Array(
    Schema.Struct({
      ...getCart.successSchema.fields.items.value.fields,
      original_price: ProductSummary.fields.original_price
    })
  )
})

/** Card of an answer, with its object in the form of the REST interface. Proposals are `ActionView`s, and no cards. */
export const AnswerCard = Schema.Union(
  card(
    "product_list",
    Schema.Struct({ ...inCurrency, products: Schema.NonEmptyArray(CardSummary).pipe(Schema.maxItems(maxIds)) })
  ),
  card("product", Schema.Struct({ ...CardDetail.fields, ...inCurrency })),
  card("cart", Schema.Struct({ ...CardCart.fields, ...inCurrency })),
  card("order", Schema.Struct({ ...CardOrder.fields, ...inCurrency })),
  /** A page of the shop that the answer is based on. */
  card("source", Schema.Struct({ title: Schema.String, url: Schema.String })),
  /** A guest asked for something that needs an account. */
  card("sign_in", Schema.Struct({}))
)
export type AnswerCard = typeof AnswerCard.Type
