import { type TurnView } from "@storefront/server/model/Playbook"
import { understand } from "./Understand.ts"
import { type OrderReference, type ProductFilters, type Wish } from "./Wish.ts"

/** A message to a specialist may not be longer. */
const maxCharacters = 4_000

const statuses: Readonly<Record<string, string>> = { out_for_delivery: "out for delivery" }

const statusWord = (status: string): string => statuses[status] ?? status

const places = ["my latest order", "my previous order", "my third latest order", "my fourth latest order"]

/** Positions are said by id where it is known: what "the one before" means depends on what was said. */
const orderPhrase = (order: OrderReference | null, { context }: TurnView): string => {
  switch (order?.kind) {
    case undefined:
      return "my order"
    case "id":
      return `order ${order.id}`
    case "idPrefix":
      return `order ${order.prefix}`
    case "position": {
      const known = context.recent_orders[order.index]
      return known === undefined ? (places[order.index] ?? "my fifth latest order") : `order ${known.order_id}`
    }
    case "status":
      return `my ${statusWord(order.status)} order`
    case "product":
      return `the order with the ${order.name}`
    case "age":
      return order.maxDays === 0
        ? "the order from today"
        : order.maxDays === 1
          ? "the order from yesterday"
          : order.maxDays > 14
            ? "the order from last month"
            : "the order from last week"
  }
}

const sorts: Readonly<Record<string, string>> = {
  price_asc: ", cheapest first",
  price_desc: ", most expensive first",
  rating: ", best rated first",
  newest: ", newest first"
}

const searchPhrase = ({
  brand,
  category,
  inStock,
  maxPrice,
  minPrice,
  minRating,
  query,
  sort
}: ProductFilters): string =>
  [
    query ?? "products",
    brand === null ? "" : ` from ${brand}`,
    category === null ? "" : ` in ${category}`,
    minPrice !== null && maxPrice !== null
      ? ` between $${minPrice} and $${maxPrice}`
      : maxPrice !== null
        ? ` under $${maxPrice}`
        : minPrice !== null
          ? ` over $${minPrice}`
          : "",
    minRating === null ? "" : ` rated at least ${minRating} stars`,
    inStock === true ? " that are in stock" : "",
    sorts[sort ?? ""] ?? ""
  ].join("")

const reviewPhrase = ({ limit, product, reviews: { keyword, rating, sort, verifiedOnly } }: Wish): string => {
  const kind =
    sort === "rating_low"
      ? "worst "
      : sort === "rating_high"
        ? "best "
        : sort === "helpful"
          ? "most helpful "
          : sort === "newest"
            ? "newest "
            : ""
  return `Show me the ${limit === null ? "" : `top ${limit} `}${kind}${rating === null ? "" : `${rating} star `}${verifiedOnly ? "verified " : ""}reviews of the ${product?.name ?? "product"}${keyword === null ? "" : ` that mention ${keyword}`}`
}

const inCategory = ({ filters: { category } }: Wish): string => (category === null ? "" : ` in ${category}`)
const lastDays = ({ days }: Wish): string => (days === null ? "" : ` in the last ${days} days`)

/** The wish in words of our own, complete in themselves. */
const plainly = (wish: Wish, turn: TurnView): string => {
  const name = wish.product === null ? "product" : wish.product.name.replace(/^the /i, "")
  const order = orderPhrase(wish.order, turn)
  switch (wish.intent) {
    case "find_products":
      return `Show me ${wish.limit === null ? "" : `the top ${wish.limit} `}${searchPhrase(wish.filters)}.`
    case "product_details":
      return /price|cost|how much|expensive|damage/i.test(wish.text)
        ? `How much is the ${name}?`
        : `Tell me about the ${name}.`
    case "similar_products":
      return `Show me something similar to the ${name}${wish.filters.maxPrice === null ? "" : ` under $${wish.filters.maxPrice}`}.`
    case "compare_products":
      return `Compare the ${[name, ...wish.otherProducts.map((other) => other.name)].join(" with the ")}.`
    case "trending":
      return `What are the ${wish.limit === null ? "" : `top ${wish.limit} `}best sellers${inCategory(wish)}${lastDays(wish)}?`
    case "price_history":
      return `Show me the price history of the ${name}${lastDays(wish)}.`
    case "list_orders":
      return `List my ${wish.limit === null ? "" : `last ${wish.limit} `}${wish.orderStatus === null ? "" : `${statusWord(wish.orderStatus)} `}orders${lastDays(wish)}.`
    case "order_details":
      return `Show me the details of ${order}.`
    case "track_order":
      return `Track ${order}.`
    case "cancel_order":
      return `Please cancel ${order}.`
    case "cancel_question":
      return `Can ${order} still be cancelled?`
    case "validate_coupon":
      return `Does ${wish.code ?? "my coupon"} work${wish.amount === null ? "" : ` on a $${wish.amount} cart`}?`
    case "deals":
      return `Which deals are running${inCategory(wish)}?`
    case "loyalty":
      return "What is my loyalty tier?"
    case "profile":
      return "What do you know about my account?"
    case "reviews":
      return `${reviewPhrase(wish)}.`
    case "sentiment":
      return `What do people think of the ${name}?`
    case "stock":
      return `Is the ${name} in stock${wish.region === null ? "" : ` in the ${wish.region}`}?`
    case "restock":
      return `When will the ${name} be back in stock?`
    case "shipping_estimate":
      return `What does shipping ${wish.quantity === null ? "the" : wish.quantity} ${name} to the ${wish.region ?? "customer"} cost?`
    default:
      return wish.product === null ? wish.text : `${wish.text} (${name})`
  }
}

const pronoun = /\b(?:that one|this one|these ones|those ones|it|them|they|those|these|that|this)\b/i

/** The customer's words with the pronoun replaced by what it stands for. */
const withName = ({ order, product, text }: Wish, turn: TurnView): string => {
  const name =
    product !== null ? `the ${product.name.replace(/^the /i, "")}` : order === null ? "" : orderPhrase(order, turn)
  return name === "" ? text : text.replace(pronoun, name)
}

/** What must be read from a restated wish again; an order by its id where that is known. */
const meaning = (wish: Wish, { context }: TurnView): string => {
  const { filters, order, otherProducts, product } = wish
  const bare = (name: string | null) => name?.toLowerCase().replace(/^the /, "") ?? null
  const known = order?.kind === "position" ? context.recent_orders[order.index] : undefined
  return JSON.stringify([
    {
      ...wish,
      filters: null,
      fromHistory: null,
      order: null,
      otherProducts: null,
      product: null,
      reason: null,
      text: null
    },
    bare(product?.name ?? null),
    otherProducts.map(({ name }) => bare(name)),
    known === undefined ? order : { kind: "id", id: known.order_id },
    { ...filters, query: bare(filters.query) }
  ])
}

/** Read with and without the history, a message means exactly these wishes. */
const means = (turn: TurnView, message: string, wishes: ReadonlyArray<Wish>): boolean =>
  [turn.history, []].every((history) => {
    const read = understand({ ...turn, history, message })
    return (
      read.length === wishes.length &&
      read.every((wish, index) => meaning(wish, turn) === meaning(wishes[index] ?? wish, turn))
    )
  })

const asSentence = (text: string): string => {
  const trimmed = text.trim()
  return /[.?!]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/**
 * A message that says these wishes of a turn completely, so that whoever reads it needs no history: the customer's own
 * words where they suffice, else with names in place of pronouns, else in plain words of our own.
 */
export const restate = (turn: TurnView, wishes: ReadonlyArray<Wish>): string => {
  const whole = turn.message.trim()
  if (whole.length <= maxCharacters && means(turn, whole, wishes)) {
    return whole
  }
  const said = wishes.map(
    (wish) =>
      [wish.text, withName(wish, turn)].map(asSentence).find((text) => means(turn, text, [wish])) ?? plainly(wish, turn)
  )
  const together = said.join(" ")
  const message =
    wishes.length === 1 || means(turn, together, wishes)
      ? together
      : wishes.map((wish) => plainly(wish, turn)).join(" ")
  return message.slice(0, maxCharacters)
}
