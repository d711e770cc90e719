import { Schema } from "effect"
import { meaningsOf, saidIn, wordsAs, latinWords } from "./WordLists.ts"

const rules = meaningsOf("rule", Schema.Literal("asked"))
const said = wordsAs("rule")

/** Returns whether a message only asks for a rule of the shop; in a longer one, its words may concern an order. */
export const asksForRule = (message: string): boolean =>
  saidIn(message, rules) !== null && latinWords(message).every((word) => said.has(word))
