import { type Fields, fieldsOf, linkOf, listOf, numberOf, numberOrNull, textOf, textOrNull } from "../../json/Fields.ts"
import { type Variant } from "./Choice.ts"

/** A product as cards and the REST interface have it. */
export interface Product {
  /** Empty if unknown: then nothing can be done with it. */
  readonly id: string
  readonly externalId: string | null
  /** The product's page in the shop. */
  readonly url: string | null
  readonly name: string
  readonly brand: string
  /** Path of its picture on the server; empty without one. */
  readonly picture: string
  /** Null if unknown. */
  readonly price: number | null
  /** Price of the dearest variant; null if there is no dearer one. */
  readonly highest: number | null
  readonly before: number
  readonly rating: number
  readonly reviews: number
  /** Units; null if unknown. */
  readonly stock: number | null
  readonly currency: string
  readonly specs: ReadonlyArray<readonly [name: string, value: string | boolean]>
  readonly variantCount: number
  /** Empty for a product without variants, and where they are not known. */
  readonly variants: ReadonlyArray<Variant>
}

/** Returns the price of a unit today, and the one before its reduction. */
const pricesOf = (fields: Fields) => {
  const listed = numberOrNull(fields["price"])
  const now = numberOrNull(fields["price_now"])
  return now === null
    ? { price: listed, before: numberOf(fields["original_price"]) }
    : { price: now, before: listed ?? 0 }
}

const variantOf = (fields: Fields): ReadonlyArray<Variant> => {
  const id = textOf(fields["product_id"])
  const options = listOf(fields["options"]).map((option): readonly [string, string] => {
    const { name, value } = fieldsOf(option)
    return [textOf(name), textOf(value)]
  })
  return id === ""
    ? []
    : [
        {
          id,
          values: new Map(options.filter(([name, value]) => name !== "" && value !== "")),
          ...pricesOf(fields),
          stock: numberOrNull(fields["quantity"]),
          picture: textOf(fields["image_url"])
        }
      ]
}

export const productOf = (fields: Fields, currency: string): Product => ({
  id: textOf(fields["id"]),
  externalId: textOrNull(fields["external_id"]),
  url: linkOf(fields["page_url"]),
  name: textOf(fields["name"]),
  brand: textOf(fields["brand"]),
  picture: textOf(fields["image_url"]),
  ...pricesOf(fields),
  highest: numberOf(fields["highest_price"]) > numberOf(fields["price"]) ? numberOf(fields["highest_price"]) : null,
  rating: numberOf(fields["rating"]),
  reviews: numberOf(fields["review_count"]),
  stock: numberOrNull(fields["total_stock"]),
  currency,
  specs: Object.entries(fieldsOf(fields["specs"])).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "boolean" ? [[name, value] as const] : []
  ),
  variantCount: numberOf(fields["variant_count"]),
  variants: listOf(fields["variants"]).flatMap((variant) => variantOf(fieldsOf(variant)))
})
