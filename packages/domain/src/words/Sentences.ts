import { type Locale } from "./Locale.ts"
import { wordsOf } from "./Texts.ts"

/** Acknowledges that the customer declined everything proposed. */
export const declined = (locale: Locale): string => wordsOf(locale).say("declined")

/** Answers a message that the guard blocked. */
export const guardRefusal = (locale: Locale): string => wordsOf(locale).say("guardRefusal")

/** Introduces an incomplete answer. */
export const partialAnswer = (locale: Locale): string => wordsOf(locale).say("partialAnswer")
