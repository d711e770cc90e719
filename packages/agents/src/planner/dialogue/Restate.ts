import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type Wish } from "../Wish.ts"
import { understand } from "./Understand.ts"
import { orderPhrase } from "./WishPhrases.ts"
import { wishSentence } from "./WishSentence.ts"

/** A message to a specialist may not be longer. */
const maxCharacters = 4_000

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
      [wish.text, withName(wish, turn)].map(asSentence).find((text) => means(turn, text, [wish])) ??
      wishSentence(wish, turn)
  )
  const together = said.join(" ")
  const message =
    wishes.length === 1 || means(turn, together, wishes)
      ? together
      : wishes.map((wish) => wishSentence(wish, turn)).join(" ")
  return message.slice(0, maxCharacters)
}
