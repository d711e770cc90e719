import { type Money, toAmount } from "@storefront/domain/Money"
import { money } from "@storefront/domain/EnglishWording"
import { maxRows } from "@storefront/domain/tools/Parameters"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { type Item } from "../DialogueState.ts"

/** Formatting of answers: lists, lines, amounts and standard sentences. */

const joiner =
  (separator: string) =>
  (...parts: ReadonlyArray<string | null>): string =>
    parts.filter((part) => part !== null).join(separator)

/** Join the parts that are not null: by commas, "lamp, $20.00, in stock"; by spaces; by line breaks. */
export const phrases = joiner(", ")
export const sentences = joiner(" ")
export const paragraph = joiner("\n")

/** Puts a report of words that were not used before an answer. */
export const withUnusedWords = (words: string | null, text: string): string => {
  const notice = words === null ? null : `I took no account of “${words}”.`
  return notice === null ? text : text === "" ? notice : paragraph(notice, text)
}

/** Makes a bulleted list: unlike in a numbered one, no entry can be referred to later. Null if it is empty. */
export const bullets = <A>(items: ReadonlyArray<A>, describe: (item: A) => string = String): string | null =>
  items.length === 0 ? null : items.map((item) => `- ${describe(item)}`).join("\n")

/** Puts a lead before a list, or reports that it is empty. */
export const listing = (lead: string, entries: string | null): string =>
  entries === null || entries === "" ? `${lead}: none.` : `${lead}${lead.endsWith("?") ? "" : ":"}\n${entries}`

/** Formats an enum value of a tool: "out for delivery". */
export const asWords = (label: string): string => label.replaceAll("_", " ")

/** Puts an article before a product name: "the Ridge Runner", but "The Slow Pantry Cookbook". */
export const theProduct = (name: string): string => (/^(?:the|an?) /i.test(name) ? name : `the ${name}`)

/** Formats `2 × Ember Lamp`; one unit as its name alone. */
export const amountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? name : `${quantity} × ${name}`

/** Formats `2 × Ember Lamp`; one unit with its article. */
export const theAmountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? theProduct(name) : amountOf({ name, quantity })

/** Makes the list entry of a product or a memory, to which the next message can refer. */
export const itemOf = ({
  name,
  price,
  rating = null
}: {
  readonly name: string
  readonly price?: Money
  readonly rating?: number | null
}): Item => ({ name, orderId: null, price: price === undefined ? null : toAmount(price), rating })

/** Clamps a requested number of rows to the limits of the tools. */
export const rowLimit = (requested: number | null, fallback: number): number =>
  Math.min(maxRows, Math.max(1, requested ?? fallback))

/** Clamps a requested period to a year; null leaves it to the tool. */
export const daysBack = (requested: number | null): number | null =>
  requested === null ? null : Math.min(365, Math.max(1, requested))

/** Ends a sentence with the shop's contact address, if it has one. */
export const orWriteTo = ({ context: { support_contact: contact } }: TurnView): string =>
  contact === undefined ? "" : `, or write to ${contact}`

/** Explains how to get help from the shop's staff. */
export const caseHint = (turn: TurnView): string =>
  `Say “open a case”, and a person at the shop answers you in this conversation${orWriteTo(turn)}.`

export const refundAmounts = (goods: Money, shipping: Money | null): string =>
  shipping === null || shipping === 0 ? money(goods) : `${money(goods)} plus ${money(shipping)} for shipping`

export const sentenceCase = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase())
