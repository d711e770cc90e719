import { Schema } from "effect"
import { meaningsOf } from "../text/WordLists.ts"

const attributes = meaningsOf("attribute", Schema.String)

/** What a text asks of a product, such as "size 43" or "waterproof". */
export interface Attribute {
  /** As product data calls it. */
  readonly name: string
  readonly said: string
}

/** The attribute that a text asks for. */
export const attributeIn = (text: string): Attribute | null => {
  const [first] = attributes.flatMap(({ pattern, value: name }) => {
    const said = pattern.exec(text)?.[0]
    return said === undefined ? [] : [{ name, said }]
  })
  return first ?? null
}

/** Sizes and colours, of which a product may have several. */
export const isVariant = (asked: Attribute | null): asked is Attribute =>
  asked !== null && ["size", "colour"].includes(asked.name)

/** Says that some data do not answer what was asked of a product; null if they may. */
export const silent = (asked: Attribute | null, data: string, source = "product data"): string | null =>
  asked === null || [asked.name, asked.said].some((word) => data.toLowerCase().includes(word.toLowerCase()))
    ? null
    : `The ${source} says nothing about “${asked.said}”.`
