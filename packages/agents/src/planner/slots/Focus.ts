import { readReceipts } from "@storefront/domain/words/ReceiptReading"
import { type HistoryEntry } from "@storefront/server/agent/History"
import { type Intent } from "../Intents.ts"
import { namedBefore, plainWish, type Wish } from "../Wish.ts"
import { orderName } from "../text/OrderNames.ts"
import { uuid } from "../text/Tokens.ts"

/** One entry of a list the assistant gave, which "the second one" can mean. */
export interface Item {
  readonly name: string
  readonly orderId: string | null
  /** Dollars. */
  readonly price: number | null
  readonly rating: number | null
}

/** What the conversation is about when a message comes. */
export class Focus {
  /** What was asked for last. */
  readonly wishes: ReadonlyArray<Wish> = []
  /** The list that was given last, or the products that were put into the cart together; empty without one. */
  readonly items: ReadonlyArray<Item> = []
  /** The products that the last answer told prices of, in a list or by themselves. */
  readonly priced: ReadonlyArray<Item> = []
  /** The product spoken of last, by its full name where the answer said it. */
  readonly product: string | null = null
  /** Products by name, the one spoken of last first. */
  readonly recent: ReadonlyArray<string> = []
  /** The one order the last answer was about. */
  readonly orderId: string | null = null
  /** The coupon code spoken of last. */
  readonly code: string | null = null
  /** The answer itself. */
  readonly answer: string = ""
  /** The answer gave the list. */
  readonly isListed: boolean = false
  /** What the last turn changed, as its answer tells it. */
  readonly done: ReadonlyArray<Wish> = []
}

/** What a clause is read with. */
export interface Background {
  readonly focus: Focus
  /** Numbers of the newest orders, newest first. */
  readonly recent: ReadonlyArray<string>
}

/** Nothing was said yet. */
export const noFocus: Focus = { ...new Focus() }

/** Earlier messages that are looked at. */
const rememberedMessages = 12

/** Longer messages of the history are cut: what is meant by "it" is in their beginning. */
const rememberedCharacters = 2_000

/** Of orders: not the ids of a return, a backorder or a review. */
const orders = new RegExp(`(?<!\\b(?:return|backorder|review) )${uuid}|#[0-9A-F]{4}-[0-9A-F]{4}`, "g")

/** The orders that an answer names, by their numbers. */
const ordersIn = (answer: string): ReadonlyArray<string> => [...new Set((answer.match(orders) ?? []).map(orderName))]
const pricedLine = /^(?: {0,3}\d{1,2}[.)] +)?(\p{Lu}[^\n:$]{2,80}[:,] \$\d.*)$/gmu
const numberedLine = /^ {0,3}\d{1,2}[.)] +(\S.{0,300})$/gm

const itemOf = (line: string): Item => {
  const price = /\$(\d[\d,]*(?:\.\d\d)?)/.exec(line)?.[1]
  const rating = /\b(\d(?:\.\d+)?) out of 5\b/.exec(line)?.[1]
  const [name = line] = line.split(/, |: | \(| [–—-] | \$/)
  return {
    name: name.replace(/[*_]+/g, "").trim(),
    orderId: ordersIn(line)[0] ?? null,
    price: price === undefined ? null : Number(price.replaceAll(",", "")),
    rating: rating === undefined ? null : Number(rating)
  }
}

export const listed = (answer: string): ReadonlyArray<Item> =>
  [...answer.matchAll(numberedLine)].map(([, line]) => itemOf(line ?? ""))

/** A product name in an answer: words in capitals or figures, with small words between them. */
const nameInText = /(?:[\p{Lu}\d][\p{L}\p{N}'’-]*)(?: (?:(?:&|of|the|and) )?[\p{Lu}\d][\p{L}\p{N}'’-]*){1,9}/gu

const significant = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2 || /\d/.test(word))

/** The full name that an answer gives to what the customer called `name`. */
const fullName = (name: string, answer: string): string | null => {
  const asked = significant(name)
  const rated = [...answer.matchAll(nameInText)].map(([candidate]) => {
    const words = significant(candidate)
    return { candidate, hits: asked.filter((word) => words.some((known) => known.startsWith(word.slice(0, 4)))).length }
  })
  const best = Math.max(0, ...rated.map(({ hits }) => hits))
  const candidate = best === 0 ? undefined : rated.find(({ hits }) => hits === best)?.candidate
  return (
    candidate?.replace(/^(?:The|Yes|In|For|Delivery|Order|Customers) (?:of |the )?(?=\p{Lu}|\d)/u, (start) =>
      name.toLowerCase().startsWith("the ") && start === "The " ? start : ""
    ) ?? null
  )
}

/** An answer that knows no product of the name that was asked for. */
const notFound = /\bI found (?:no product called|nothing (?:for|by the name of)) "([^"\n]+)"/g

/** The product that a comparison says is the cheapest or the best rated. */
export const winner = (by: "cheapest" | "best rated", answer: string): string | undefined =>
  new RegExp(`^The ${by} is (?:the )?(.+)\\.$`, "mu").exec(answer)?.[1]

/** Which of those that were compared is the cheaper or better rated one that was asked for. */
const bestOf = (asked: Wish | undefined, answer: string): string | undefined => {
  const isPrice = /\b(?:cheap\w*|less|prices?|costs?)\b/iu.test(asked?.text ?? "")
  return asked?.intent.startsWith("compare") ? winner(isPrice ? "cheapest" : "best rated", answer) : undefined
}

/** The code that an answer says to use. */
const recommended = (answer: string): string | null =>
  /\b(?<=coupon to use is )[A-Z\d]+|\b[A-Z\d]{4,}(?= takes \$)/.exec(answer)?.[0] ?? null

/** How many products are kept in mind. */
const mostRecent = 4

const namesOf = ({ items, otherProducts, product }: Wish): ReadonlyArray<string> =>
  [...(product === null ? [] : [product]), ...otherProducts, ...items.map((item) => item.product)].map(
    ({ name }) => name
  )

/** The one product that a wish names. */
export const nameOf = ({ filters, items, product }: Wish) =>
  product?.name ?? filters.query ?? (items.length === 1 ? items[0]?.product.name : undefined)

/** The wishes that a write can fulfil, by its tool. */
const fulfilled: Readonly<Record<string, ReadonlyArray<Intent>>> = {
  add_to_cart: ["add_to_cart", "update_cart"],
  update_cart_quantity: ["add_to_cart", "update_cart"],
  remove_from_cart: ["remove_from_cart"],
  apply_coupon_to_cart: ["apply_coupon"],
  remove_coupon_from_cart: ["remove_coupon"],
  remember_preference: ["remember_preference"],
  forget_preference: ["forget_preference"]
}

/** The wishes of a message that the receipts below its answer tell to be fulfilled, with what it was done to. */
const doneIn = (asked: ReadonlyArray<Wish>, answer: string): ReadonlyArray<Wish> =>
  readReceipts(answer).flatMap(({ said: { code, content, name }, tool }): ReadonlyArray<Wish> => {
    const wish = asked.findLast(({ intent }) => fulfilled[tool]?.includes(intent))
    return wish === undefined
      ? []
      : [
          {
            ...plainWish(wish.intent, wish.text),
            product: name === undefined ? null : namedBefore(name),
            quantity: wish.quantity,
            code: code ?? wish.code,
            memory: content === undefined ? wish.memory : { category: null, content },
            fromHistory: true
          }
        ]
  })

/** What the conversation is about after the assistant has answered `wishes` with `answer`. */
export const after = (focus: Focus, wishes: ReadonlyArray<Wish>, answer: string): Focus => {
  const items = listed(answer)
  const spokenOf = ordersIn(answer)
  const unknown = new Set([...answer.matchAll(notFound)].map(([, name]) => name))
  const asked =
    wishes.findLast((wish) => nameOf(wish) !== undefined && !unknown.has(nameOf(wish))) ??
    wishes.findLast((wish) => nameOf(wish) !== undefined)
  const said = (asked === undefined ? undefined : nameOf(asked)) ?? null
  // What was asked for last has the last list.
  const lists = answer
    .split(/^(?= {0,3}1[.)] )/mu)
    .map((part) => listed(part).filter(({ orderId }) => orderId === null))
  const goods = lists.at(-1) ?? []
  const first = goods.find(({ price, rating }) => (price ?? rating) !== null)
  const shown = asked?.product === null ? first?.name : undefined
  const isKnown = !unknown.has(said ?? undefined) || items.length > 0
  const known = (name: string) => fullName(name, answer)
  const product =
    said === null
      ? (first?.name ?? focus.product)
      : (bestOf(asked, answer) ?? shown ?? known(said) ?? (isKnown ? (asked?.product?.instead ?? said) : focus.product))
  const named = [
    ...wishes.flatMap(namesOf).map((name) => known(name) ?? name),
    ...(lists.length > 1 ? lists.flatMap(([head]) => head?.name ?? []) : [])
  ]
  const recent = [...(product === null ? [] : [product]), ...named.toReversed(), ...focus.recent]
  const done = doneIn(wishes, answer)
  const touched = done.flatMap(namesOf).map((name) => ({ name, orderId: null, price: null, rating: null }))
  return {
    wishes: wishes.length > 0 ? wishes : focus.wishes,
    items: items.length > 0 ? items : touched.length > 1 ? touched : focus.items,
    priced: [...answer.matchAll(pricedLine)].map(([, line]) => itemOf(line ?? "")),
    product,
    recent: isKnown ? [...new Set(recent)].slice(0, mostRecent) : focus.recent,
    orderId: spokenOf.length === 1 ? (spokenOf[0] ?? null) : spokenOf.length > 1 ? null : focus.orderId,
    code: wishes.findLast(({ code }) => code !== null)?.code ?? recommended(answer) ?? focus.code,
    answer,
    isListed: items.length > 0,
    done: wishes.length > 0 ? done : focus.done
  }
}

/** The entries of a history that are looked at, oldest first and cut to size. */
export const remembered = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<HistoryEntry> =>
  history.slice(-rememberedMessages).map((entry) => ({ ...entry, text: entry.text.slice(0, rememberedCharacters) }))
