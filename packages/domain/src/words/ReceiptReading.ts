import { Array, Option, RegExp } from "effect"
import { writingTools } from "../tools/Acts.ts"
import { Language, Locale } from "./Locale.ts"
import { wordsOf } from "./Texts.ts"
import { type TextKey } from "./texts/en.ts"

/** Reads receipts back, in every language that they are told in: by the same texts, so that no wording is known twice. */

/** A write as its receipt tells it: the tool, and what it was done to as far as the receipt says that. */
interface Told {
  readonly tool: string
  /** `name` of a product, `code` of a coupon or `content` of a memory. */
  readonly said: { readonly name?: string; readonly code?: string; readonly content?: string }
}

/** The receipts that say more than `receipt.plain` does, and the tool that each is about. */
const keys: ReadonlyArray<readonly [key: TextKey, tool: string]> = [
  ["receipt.add_to_cart", "add_to_cart"],
  ["receipt.update_cart_quantity", "update_cart_quantity"],
  ["receipt.dropped_line", "remove_from_cart"],
  ["receipt.remove_from_cart", "remove_from_cart"],
  ["receipt.apply_coupon_to_cart", "apply_coupon_to_cart"],
  ["receipt.remove_coupon_from_cart", "remove_coupon_from_cart"],
  ["receipt.remember_preference", "remember_preference"],
  ["receipt.forget_preference", "forget_preference"]
]

/** Stand for the arguments in a text that becomes a pattern. */
const marks = {
  name: "<name>",
  code: "<code>",
  content: "<content>",
  cart: "<cart>",
  amount: "<amount>",
  discount: "<discount>"
}

/** As models' history has it, without direction marks. */
const plain = (text: string): string => text.normalize("NFKC").replace(/[\u2066-\u2069]/gu, "")

const patternsOf = (language: Language) => {
  const { say } = wordsOf(Locale.make(language))
  const article = say("line.units", { ...marks, quantity: "<quantity>" })
  const texts = [
    ...keys.map(([key, tool]) => [tool, say(key, { ...marks, article })] as const),
    ...writingTools.map((tool) => [tool, say("receipt.plain", { tool })] as const)
  ]
  return texts.map(([tool, text]) => {
    const source = RegExp.escape(plain(text)).replace("<quantity>", "\\d+").replace(/<\w+>/gu, "(?$&.+)")
    return { tool, pattern: new globalThis.RegExp(`^${source}$`, "u") }
  })
}

/** Those of all languages, made when the first answer is read, so that no start waits for them. */
const patterns = (() => {
  let made: ReturnType<typeof patternsOf> | undefined
  return () => (made ??= Language.literals.flatMap(patternsOf))
})()

/** The writes that the receipts in an answer tell of, in their order. */
export const readReceipts = (answer: string): ReadonlyArray<Told> =>
  Array.filterMap(plain(answer).split("\n"), (line) =>
    Array.findFirst(patterns(), ({ pattern, tool }) =>
      Option.map(Option.fromNullable(pattern.exec(line)), ({ groups }): Told => ({ tool, said: { ...groups } }))
    )
  )
