import { type Money } from "@storefront/domain/Money"
import { money } from "@storefront/domain/Wording"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { type Item } from "../DialogueState.ts"

const joined =
  (separator: string) =>
  (...parts: ReadonlyArray<string | null>): string =>
    parts.filter((part) => part !== null).join(separator)

/** The parts that there are: "lamp, $20.00, in stock", as sentences of one paragraph, a line each. */
export const phrases = joined(", ")
export const sentences = joined(" ")
export const paragraph = joined("\n")

/** Entries that nobody points at later; those that somebody may are numbered. Null when there are none. */
export const bullets = <A>(items: ReadonlyArray<A>, tell: (item: A) => string = String): string | null =>
  items.length === 0 ? null : items.map((item) => `- ${tell(item)}`).join("\n")

/** What was found, entry by entry, or that there is nothing. */
export const listing = (lead: string, entries: string | null): string =>
  entries === null || entries === "" ? `${lead}: none.` : `${lead}${lead.endsWith("?") ? "" : ":"}\n${entries}`

/** A label of a tool as people write it: "out for delivery". */
export const words = (label: string): string => label.replaceAll("_", " ")

/** A product name with its article: "the Ridge Runner", but "The Slow Pantry Cookbook". */
export const theProduct = (name: string): string => (/^(?:the|an?) /i.test(name) ? name : `the ${name}`)

/** `2 × Ember Lamp`; a single one by its name alone. */
export const amountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? name : `${quantity} × ${name}`

/** `2 × Ember Lamp`; a single one with its article. */
export const theAmountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? theProduct(name) : amountOf({ name, quantity })

/** A product, or a memory, as the next message can point at it. */
export const itemOf = ({
  name,
  price,
  rating = null
}: {
  readonly name: string
  readonly price?: Money
  readonly rating?: number | null
}): Item => ({ name, orderId: null, price: price === undefined ? null : price / 100, rating })

/** How many rows to ask a tool for: as many as the customer wants, if tools give that many. */
export const rows = (wanted: number | null, otherwise: number): number =>
  Math.min(mostRows, Math.max(1, wanted ?? otherwise))

/** How many days back to ask a tool for; null leaves it to the tool. */
export const daysBack = (wanted: number | null): number | null =>
  wanted === null ? null : Math.min(365, Math.max(1, wanted))

/** Another way to the shop's own staff, to end a sentence with; nothing where the shop has set none. */
export const orWrite = ({ context: { support_contact: address } }: TurnView): string =>
  address === undefined ? "" : `, or write to ${address}`

/** How people get help with what cannot be done here. */
export const byCase = (turn: TurnView): string =>
  `Say “open a case”, and a person at the shop answers you in this conversation${orWrite(turn)}.`

/** The money that comes back for goods, and for their shipping. */
export const refundOf = (goods: Money, shipping: Money | null): string =>
  shipping === null || shipping === 0 ? money(goods) : `${money(goods)} plus ${money(shipping)} for shipping`

/** The text with a capital first letter. */
export const sentenceCase = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase())
