import { excerpt } from "../../platform/text/Text.ts"

/** Longest text of a file that a sentence quotes, in code points. */
const maxQuoted = 60

/** Characters that a terminal would not show, or would obey. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const escape = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`

/** Returns a text on one line without a character that is not seen. */
export const printable = (text: string): string =>
  text.replaceAll(unprintable, (found) => (/\s/.test(found) ? " " : escape(found)))

/** Quotes a text of the file in a sentence, shortened. */
export const quote = (text: string): string => `"${excerpt(printable(text.slice(0, 4 * maxQuoted)), maxQuoted)}"`
