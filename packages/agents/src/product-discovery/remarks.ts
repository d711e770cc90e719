import { contentWords } from "@storefront/domain/rules/SearchWords"
import { type TurnContext } from "@storefront/server/agent/TurnContext"
import { list } from "../language/Answers.ts"
import { type Found } from "./resolving.ts"

type Memory = TurnContext["memories"][number]

/** What of a product says whether it has to do with a memory. */
type Product = Pick<Found, "brand" | "category" | "description" | "name" | "price">

const refuses = /\b(?:no|not|never|without|avoid|hate|dislike|don['’]?t|allergic)\b/i

/** Words that say how somebody feels about something, or that it is about money, but not what it is. */
const frame = new Set(
  (
    "avoid avoids hate hates dislike dislikes allergic allergy allergies sensitive stay away don't dont brand brands material materials fabric stuff made " +
    "budget spend spending max maximum limit limits under below up least price prices cost costs dollars dollar usd bucks per usually normally around"
  ).split(" ")
)

const stem = (word: string) => word.replace(/(?<=...)(?:es|s)$/u, "")

const topics = (content: string) => contentWords(content).filter((word) => !frame.has(word) && !/^\d+$/.test(word))

const says = ({ brand, category, description, name }: Product, topic: string) =>
  contentWords(`${name} ${brand} ${category} ${description}`).some((word) => stem(word) === stem(topic))

const isAvoided =
  ({ category, content }: Memory) =>
  (product: Product) =>
    (category === "avoid" || (category === "brand" && refuses.test(content))) &&
    topics(content).some((topic) => says(product, topic))

const isLiked =
  ({ category, content }: Memory) =>
  ({ brand }: Product) =>
    category === "brand" && !refuses.test(content) && content.toLowerCase().includes(brand.toLowerCase())

/** A budget for a kind of product, "120 for running shoes", says nothing about other kinds. */
const isTooExpensive =
  ({ category, content }: Memory) =>
  (product: Product) => {
    const amount = /\d[\d,]*(?:\.\d+)?/.exec(content)?.[0]
    const kind = topics(content).at(-1)
    return (
      category === "budget" &&
      amount !== undefined &&
      product.price > Number(amount.replaceAll(",", "")) * 100 &&
      (kind === undefined || says(product, kind))
    )
  }

const remark = (
  sentence: string,
  products: ReadonlyArray<Product>,
  memories: ReadonlyArray<Memory>,
  holds: (memory: Memory) => (product: Product) => boolean
) => {
  const names = products.filter((product) => memories.some((memory) => holds(memory)(product))).map(({ name }) => name)
  return names.length === 0 ? "" : `\n${sentence}: ${list(names)}.`
}

/**
 * What a list of products has to do with what the customer wanted remembered. The list itself is the answer to what was
 * asked, nothing is left out of it silently. Empty when there is nothing to say.
 */
export const remarks = (products: ReadonlyArray<Product>, memories: ReadonlyArray<Memory>): string =>
  [
    remark("From a brand you told me you like", products, memories, isLiked),
    remark("Mind what you wanted to avoid", products, memories, isAvoided),
    remark("Above the budget you told me", products, memories, isTooExpensive)
  ].join("")
