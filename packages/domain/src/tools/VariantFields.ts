import { Schema } from "effect"
import { ProductId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { UserText } from "./UserText.ts"

/** Fields of results about groups: products that are sold as variants, for example in several sizes. */

/** Value that a variant has of one of its group's options. */
const OptionValue = Schema.Struct({ name: UserText, value: UserText })

/** An active variant of a group. */
export const Variant = Schema.Struct({
  product_id: ProductId,
  options: Schema.Array(OptionValue),
  price: MoneyFromNumber,
  /** Price of a single unit under a promotion open to everybody; absent without one. */
  price_now: Schema.optional(MoneyFromNumber),
  original_price: MoneyFromNumber,
  /** Units in all warehouses. */
  quantity: Schema.Int
})
export type Variant = typeof Variant.Type

/** Maximum number of variants in a result, and per product in a list of products. */
export const maxVariants = 50
export const maxListedVariants = 20

/** Variants of a group, first those whose values the question names; empty for other products. */
export const Variants = Schema.Array(Variant)
