import { contentWords } from "@storefront/domain/rules/SearchWords"
import { list } from "@storefront/domain/Wording"
import { type TurnContext } from "@storefront/server/agent/TurnContext"
import { stem } from "../Picking.ts"
import { type ProductHit } from "./Products.ts"

type Memory = TurnContext["memories"][number]

/** The parts of a product that show whether it has to do with a memory. */
type Product = Pick<ProductHit, "brand" | "category" | "description" | "name" | "price">

const refuses = /\b(?:no|not|never|without|avoid|hate|dislike|don['’]?t|allergic)\b/i

/** Words that say how somebody feels about something, or that it is about money, but not what it is. */
const frame = new Set(
  (
    "avoid hate dislike allergic allergy allergies sensitive stay away stand bear don doesn can cannot t wear wearing brand device material fabric made " +
    "budget spend spending max maximum limit under below up least price cost dollar usd buck per usually normally around"
  )
    .split(" ")
    .map(stem)
)

const topics = (content: string) =>
  contentWords(content).filter((word) => word.length > 2 && !frame.has(stem(word)) && !/^\d+$/.test(word))

const says = ({ brand, category, description, name }: Product, topic: string) =>
  contentWords(`${name} ${brand} ${category} ${description}`).some((word) => {
    const [said, asked] = [stem(word), stem(topic)]
    // "Lambswool" is wool.
    return said === asked || (asked.length > 3 && said.endsWith(asked))
  })

/** "Coloured lights" are not lights: two words of what is refused have to be said, or the only one. */
const saysThing = (product: Product, thing: string) => {
  const words = topics(thing)
  return words.length > 0 && words.filter((word) => says(product, word)).length >= Math.min(2, words.length)
}

/** "No leather, wool or down, because they itch" refuses three things. */
const thingsOf = (content: string) =>
  content.replace(/\b(?:because|since)\b[^]*/iu, "").split(/[,;.]|\b(?:and|or|nor)\b/iu)

/** What a memory has to do with a product. */
type Relation = (memory: Memory, product: Product) => boolean

const isAvoided: Relation = ({ category, content }, product) =>
  (category === "avoid" || (category === "brand" && refuses.test(content))) &&
  thingsOf(content).some((thing) => saysThing(product, thing))

const isLiked: Relation = ({ category, content }, { brand }) =>
  category === "brand" && !refuses.test(content) && content.toLowerCase().includes(brand.toLowerCase())

/** A budget for a kind of product, "120 for running shoes", says nothing about other kinds. */
const isTooExpensive: Relation = ({ category, content }, product) => {
  const amount = Number(/\d[\d,]*(?:\.\d+)?/.exec(content)?.[0].replaceAll(",", "") ?? Infinity)
  const kind = topics(content).at(-1)
  return category === "budget" && product.price > amount * 100 && (kind === undefined || says(product, kind))
}

const relations: ReadonlyArray<readonly [sentence: string, holds: Relation]> = [
  ["From a brand you told me you like", isLiked],
  ["Mind what you wanted to avoid", isAvoided],
  ["Above the budget you told me", isTooExpensive]
]

/**
 * What a list of products has to do with what the customer wanted remembered, a line each. The list itself answers the
 * question, and nothing is left out of it silently. Empty when there is nothing to say.
 */
export const remarks = (products: ReadonlyArray<Product>, memories: ReadonlyArray<Memory>): string =>
  relations
    .map(([sentence, holds]) => {
      const names = products.filter((product) => memories.some((memory) => holds(memory, product)))
      return names.length === 0 ? "" : `\n${sentence}: ${list(names.map(({ name }) => name))}.`
    })
    .join("")
