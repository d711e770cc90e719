import { Money } from "@storefront/domain/Money"
import { Schema } from "effect"
import { type TakenProduct } from "../../kinds/TakenProduct.ts"

/** A product's line in the staging table. JSON has no undefined members: the table is read with `exact: false`. */

const text = Schema.UndefinedOr(Schema.String)
const emptiable = Schema.UndefinedOr(Schema.NullOr(Schema.String))
const money = Schema.UndefinedOr(Schema.typeSchema(Money))

const Stock = Schema.Union(Schema.TaggedStruct("Counted", { units: Schema.Int }), Schema.TaggedStruct("InStock", {}))

export const StagedProduct: Schema.Schema<TakenProduct> = Schema.Struct({
  externalId: Schema.String,
  role: Schema.Literal("single", "variant", "group"),
  group: Schema.NullOr(Schema.String),
  options: Schema.Array(Schema.Tuple(Schema.String, Schema.String)),
  areOptionsCandidates: Schema.Boolean,
  choices: Schema.Array(Schema.Tuple(Schema.String, Schema.Array(Schema.String))),
  inherits: Schema.Boolean,
  name: text,
  price: money,
  originalPrice: Schema.UndefinedOr(Schema.typeSchema(Money)),
  category: text,
  taxonomies: Schema.Array(Schema.String),
  productType: text,
  description: text,
  brand: text,
  vendor: text,
  sku: emptiable,
  gtin: emptiable,
  pictureUrl: emptiable,
  pageUrl: emptiable,
  checkoutKey: emptiable,
  keywords: text,
  specs: Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }),
  stock: Schema.UndefinedOr(Stock),
  warehouse: text,
  restockDate: text,
  createdAt: text,
  isActive: Schema.UndefinedOr(Schema.Boolean)
})
