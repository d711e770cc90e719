import { Schema } from "effect"
import { meaningsOf, saidIn, wordsAs, latinWords } from "./WordLists.ts"

const rules = meaningsOf("rule", Schema.Literal("asked"))
const said = wordsAs("rule")

/**
 * Returns whether a message asks for a rule of the shop and nothing else, so that its own words find it: in a longer one
 * the words may be about an order or a product.
 */
export const asksForRule = (message: string): boolean =>
  saidIn(message, rules) !== null && latinWords(message).every((word) => said.has(word))
