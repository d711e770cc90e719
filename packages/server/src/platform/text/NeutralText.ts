import { cut } from "./Text.ts"
import { compact, compatible, visible } from "./neutral/Characters.ts"
import { decoded, unmarked } from "./neutral/Markup.ts"
import { oneVoice, uncalled } from "./neutral/Voices.ts"
import * as Boundary from "./Boundary.ts"

/** Stands for a text that is not shown. */
export const withheld = "[withheld]"

/** Stands for the end of a text that was too long. */
export const cutMark = " [cut]"

/** At most `maxLength` code points, the mark included where it fits. */
const shortened = (text: string, maxLength: number): string => {
  const short = cut(text, maxLength)
  return short === text || maxLength <= cutMark.length ? short : cut(text, maxLength - cutMark.length) + cutMark
}

/** A text that is worked on may be longer than in the end; one character can be compatible with 18. */
const roomy = (text: string, maxLength: number): string => cut(text, 4 * maxLength)

/** What is done to a text, in this order. */
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

/** One pass is nearly always enough; what one step leaves can be work for an earlier one. */
const maxPasses = 5

/**
 * Text that cannot pretend to be anything but text: without invisible characters, without markup, tokens, calls and
 * role markers that work, and at most `maxLength` code points long. Applied twice it changes nothing more. A text that
 * does not come to rest is withheld.
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
