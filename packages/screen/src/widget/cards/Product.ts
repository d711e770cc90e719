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
  /** Price of the dearest variant. */
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
          price: numberOrNull(fields["price"]),
          before: numberOf(fields["original_price"]),
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
  price: numberOrNull(fields["price"]),
  highest: numberOrNull(fields["highest_price"]),
  before: numberOf(fields["original_price"]),
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
