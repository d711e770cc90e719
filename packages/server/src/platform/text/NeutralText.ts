import { cut } from "./Text.ts"
import { compact, compatible, visible } from "./neutral/Characters.ts"
import { decoded, unmarked } from "./neutral/Markup.ts"
import { oneVoice, uncalled } from "./neutral/Voices.ts"
import * as Boundary from "./Boundary.ts"

/** Placeholder for a text that is not shown. */
export const withheld = "[withheld]"

/** Mark at the end of a truncated text. */
export const cutMark = " [cut]"

/** Truncates to `maxLength` code points, including the mark if it fits. */
const shortened = (text: string, maxLength: number): string => {
  const short = cut(text, maxLength)
  return short === text || maxLength <= cutMark.length ? short : cut(text, maxLength - cutMark.length) + cutMark
}

/** Truncates generously during the work, since later steps shorten the text; NFKD expands a character to up to 18. */
const roomy = (text: string, maxLength: number): string => cut(text, 4 * maxLength)

/** Steps of one pass, in order. */
const steps: ReadonlyArray<(text: string, maxLength: number) => string> = [
  decoded,
  visible,
  compact,
  roomy,
  compatible,
  roomy,
  visible,
  compact,
  unmarked,
  uncalled,
  Boundary.without,
  oneVoice,
  shortened
]

const pass = (text: string, maxLength: number): string => steps.reduce((sofar, step) => step(sofar, maxLength), text)

/** Bound on passes. One is nearly always enough, but a step may leave work for an earlier one. */
const maxPasses = 5

/**
 * Reduces text from outside to harmless prose of at most `maxLength` code points: removes invisible characters and
 * disarms markup, special tokens, tool calls and role markers. Idempotent: repeats until nothing changes, and withholds
 * a text that keeps changing.
 */
export const neutralText = (text: string, maxLength: number): string => {
  let current = text
  for (let passes = 0; passes < maxPasses; passes++) {
    const next = pass(current, maxLength)
    if (next === current) {
      return next
    }
    current = next
  }
  return withheld
}
