import { Schema } from "effect"
import { meaningsOf, firstMeaningIn, wordsWithRole, latinWords } from "./WordLists.ts"

const rulePhrases = meaningsOf("rule", Schema.Literal("asked"))
const ruleWords = wordsWithRole("rule")

/** Returns whether a message only asks for a rule of the shop. With any other word, it may concern an order. */
export const asksForRule = (message: string): boolean =>
  firstMeaningIn(message, rulePhrases) !== null && latinWords(message).every((word) => ruleWords.has(word))
