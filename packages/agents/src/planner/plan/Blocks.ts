import { type Money } from "@storefront/domain/Money"
import { money } from "@storefront/domain/Wording"
import { maxRows } from "@storefront/domain/tools/Parameters"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { type Item } from "../DialogueState.ts"

/** Building blocks of answers: lists, lines, amounts and standard sentences. */

const joiner =
  (separator: string) =>
  (...parts: ReadonlyArray<string | null>): string =>
    parts.filter((part) => part !== null).join(separator)

/** Joins the parts that are not null: "lamp, $20.00, in stock", sentences of a paragraph, or lines. */
export const phrases = joiner(", ")
export const sentences = joiner(" ")
export const paragraph = joiner("\n")

/** Lists entries without numbers, as nobody refers to them later. Null if there are none. */
export const bullets = <A>(items: ReadonlyArray<A>, describe: (item: A) => string = String): string | null =>
  items.length === 0 ? null : items.map((item) => `- ${describe(item)}`).join("\n")

/** Puts a lead before a list, or says that the list is empty. */
export const listing = (lead: string, entries: string | null): string =>
  entries === null || entries === "" ? `${lead}: none.` : `${lead}${lead.endsWith("?") ? "" : ":"}\n${entries}`

/** Returns a tool's label as people write it: "out for delivery". */
export const asWords = (label: string): string => label.replaceAll("_", " ")

/** Puts an article before a product name: "the Ridge Runner", but "The Slow Pantry Cookbook". */
export const theProduct = (name: string): string => (/^(?:the|an?) /i.test(name) ? name : `the ${name}`)

/** Writes `2 × Ember Lamp`; a single one by its name alone. */
export const amountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? name : `${quantity} × ${name}`

/** Writes `2 × Ember Lamp`; a single one with its article. */
export const theAmountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? theProduct(name) : amountOf({ name, quantity })

/** Makes a list entry of a product or a memory, to which the next message can refer. */
export const itemOf = ({
  name,
  price,
  rating = null
}: {
  readonly name: string
  readonly price?: Money
  readonly rating?: number | null
}): Item => ({ name, orderId: null, price: price === undefined ? null : price / 100, rating })

/** Returns how many rows to ask a tool for: as many as the customer wants, within the tools' limits. */
export const rowLimit = (requested: number | null, fallback: number): number =>
  Math.min(maxRows, Math.max(1, requested ?? fallback))

/** Returns how many days back to ask a tool for; null leaves it to the tool. */
export const daysBack = (requested: number | null): number | null =>
  requested === null ? null : Math.min(365, Math.max(1, requested))

/** Ends a sentence with another way to reach the shop's staff; empty if the shop has set none. */
export const orWriteTo = ({ context: { support_contact: contact } }: TurnView): string =>
  contact === undefined ? "" : `, or write to ${contact}`

/** Tells how to get a person's help with what cannot be done here. */
export const caseHint = (turn: TurnView): string =>
  `Say “open a case”, and a person at the shop answers you in this conversation${orWriteTo(turn)}.`

/** Writes the refund for goods and for their shipping. */
export const refundAmounts = (goods: Money, shipping: Money | null): string =>
  shipping === null || shipping === 0 ? money(goods) : `${money(goods)} plus ${money(shipping)} for shipping`

/** Capitalises the first letter of a text. */
export const sentenceCase = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase())
