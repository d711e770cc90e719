import { type Locale } from "./Locale.ts"
import { wordsOf } from "./Texts.ts"

/** Answers a refusal of all that was proposed. */
export const declined = (locale: Locale): string => wordsOf(locale).say("declined")

/** Answers a message that the guard blocked. */
export const guardRefusal = (locale: Locale): string => wordsOf(locale).say("guardRefusal")

/** Begins an answer that is not complete. */
export const partialAnswer = (locale: Locale): string => wordsOf(locale).say("partialAnswer")
