import { Schema, Struct } from "effect"
import { OrderDetail } from "../api/OrdersApi.ts"
import { ProductDetail, ProductSummary } from "../api/ProductsApi.ts"
import { getCart } from "../tools/CartTools.ts"
import { maxIds } from "../tools/Shows.ts"

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
  page_url: Schema.NullOr(Schema.String)
}

/** A product in a list of a card. */
export const CardSummary = Schema.Struct({ ...ProductSummary.fields, ...ofProduct })

/** A product on a card of its own. */
export const CardDetail = Schema.Struct({ ...Struct.omit(ProductDetail.fields, "reviews"), ...ofProduct })

/** Card of an answer, with its object in the form of the REST interface. Proposals are `ActionView`s, and no cards. */
export const AnswerCard = Schema.Union(
  card(
    "product_list",
    Schema.Struct({ ...inCurrency, products: Schema.NonEmptyArray(CardSummary).pipe(Schema.maxItems(maxIds)) })
  ),
  card("product", Schema.Struct({ ...CardDetail.fields, ...inCurrency })),
  card("cart", Schema.Struct({ ...getCart.successSchema.fields, ...inCurrency })),
  card("order", Schema.Struct({ ...OrderDetail.fields, ...inCurrency })),
  /** A page of the shop that the answer is based on. */
  card("source", Schema.Struct({ title: Schema.String, url: Schema.String })),
  /** A guest asked for something that needs an account. */
  card("sign_in", Schema.Struct({}))
)
export type AnswerCard = typeof AnswerCard.Type
