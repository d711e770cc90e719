import { type MemoryCategory } from "@storefront/domain/Memories"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { countries } from "../text/words/states.ts"
import {
  type OrderReference,
  type ProductFilters,
  type SaidAddress,
  type SaidMemory,
  type WantedItem,
  type Wish
} from "../Wish.ts"

const statuses: Readonly<Record<string, string>> = { out_for_delivery: "out for delivery" }

export const statusWord = (status: string): string => statuses[status] ?? status

const places = ["my latest order", "my previous order", "my third latest order", "my fourth latest order"]

const latest = ["my latest", "my second latest"]

/** Positions are said by id where it is known: what "the one before" means depends on what was said. */
export const orderPhrase = (order: OrderReference | null, { context }: TurnView): string => {
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
      return order.index === undefined
        ? `my ${statusWord(order.status)} order`
        : `${latest[order.index] ?? latest[0]} ${statusWord(order.status)} order`
    case "product":
      return `the order with the ${order.name}`
    case "age":
      return order.maxDays === 0
        ? "the order from today"
        : order.maxDays === 1
          ? "the order from yesterday"
          : order.minDays === 20 && order.maxDays === 62
            ? "the order from last month"
            : order.minDays === 4 && order.maxDays === 14
              ? "the order from last week"
              : `the order from ${Math.round((order.minDays + order.maxDays) / 2)} days ago`
  }
}

const sorts: Readonly<Record<string, string>> = {
  price_asc: ", cheapest first",
  price_desc: ", most expensive first",
  rating: ", best rated first",
  newest: ", newest first"
}

export const searchPhrase = ({
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

export const reviewPhrase = ({ limit, product, reviews: { keyword, rating, sort, verifiedOnly } }: Wish): string => {
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

export const inCategory = ({ filters: { category } }: Wish): string => (category === null ? "" : ` in ${category}`)
export const lastDays = ({ days }: Wish): string => (days === null ? "" : ` in the last ${days} days`)

export const bareName = (name: string): string => name.replace(/^the /i, "")

export const memoryWords: { readonly [C in MemoryCategory]: string } = {
  size: "size",
  budget: "budget",
  brand: "favourite brands",
  avoid: "dislikes",
  preference: "preferences",
  other: "preferences"
}

/** "forget that I like blue", "forget my size", "forget what I said about leather". */
export const forgottenPhrase = (memory: SaidMemory | null): string => {
  const content = memory?.content ?? null
  return content === null
    ? "that preference"
    : /^(?:i|we)\b/i.test(content)
      ? `that ${content}`
      : /^(?:my|the|our)\b/i.test(content)
        ? content
        : `what I said about ${content}`
}

const countryNames: ReadonlyMap<string, string> = new Map(
  [...countries].toReversed().map(([name, code]): [string, string] => [code, name])
)

/** As it is written on a parcel, so that it is read again. */
export const addressPhrase = ({ city, country, phone, recipient, state, street, zip }: SaidAddress): string =>
  [
    recipient,
    street,
    city,
    [state, zip].filter((part) => part !== null).join(" "),
    country === null ? null : (countryNames.get(country) ?? country),
    phone === null ? null : `phone ${phone}`
  ]
    .filter((part) => part !== null && part !== "")
    .join(", ")

export const itemPhrase = (items: ReadonlyArray<WantedItem>): string =>
  items.length === 0
    ? "these"
    : items
        .map(({ product, quantity }) => `${quantity === null ? "the" : quantity} ${bareName(product.name)}`)
        .join(" and ")

export const because = ({ reason }: Wish): string =>
  reason === null ? "" : ` because ${reason.replace(/[.!?]+$/, "")}`
export const refundPhrase = ({ refundMethod }: Wish): string =>
  refundMethod === null
    ? ""
    : refundMethod === "store_credit"
      ? " for store credit"
      : " with the money back to the original payment"
export const notePhrase = ({ note }: Wish): string => (note === null ? "" : ` with the note: ${note}`)
export const ofSeller = ({ otherId }: Wish): string => (otherId === null ? "" : ` of seller ${otherId}`)
export const reviewOf = ({ product, reviews: { sort } }: Wish): string =>
  `the ${sort === "rating_low" ? "worst " : sort === "newest" ? "newest " : ""}review of ${product === null ? "my product" : `the ${bareName(product.name)}`}`
