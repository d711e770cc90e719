import { cut } from "./Text.ts"
import { collapseBlanks, normalizeCompatibility, normalizeVisible } from "./neutral/Characters.ts"
import { decodeEntities, disarmMarkup } from "./neutral/Markup.ts"
import { markRoleLines, disarmCalls } from "./neutral/RoleMarkers.ts"
import * as Boundary from "./Boundary.ts"

/** Placeholder for a text that is not shown. */
export const withheld = "[withheld]"

/** Suffix of a truncated text. */
export const cutMark = " [cut]"

/** Truncates to `maxLength` code points, including the mark if it fits. */
const truncate = (text: string, maxLength: number): string => {
  const short = cut(text, maxLength)
  return short === text || maxLength <= cutMark.length ? short : cut(text, maxLength - cutMark.length) + cutMark
}

/** Bounds the work between steps; generous, as later steps shorten the text. NFKD expands a character to up to 18. */
const truncateGenerously = (text: string, maxLength: number): string => cut(text, 4 * maxLength)

/**
 * Steps of one pass, in an order that saves passes: entities are decoded and characters normalised before patterns of
 * markup, calls and roles are matched, and truncation comes last because those steps lengthen the text.
 */
const steps: ReadonlyArray<(text: string, maxLength: number) => string> = [
  decodeEntities,
  normalizeVisible,
  collapseBlanks,
  truncateGenerously,
  normalizeCompatibility,
  truncateGenerously,
  normalizeVisible,
  collapseBlanks,
  disarmMarkup,
  disarmCalls,
  Boundary.disarm,
  markRoleLines,
  truncate
]

const pass = (text: string, maxLength: number): string => steps.reduce((sofar, step) => step(sofar, maxLength), text)

/** Most passes. One is nearly always enough, but a step may leave work for an earlier one. */
const maxPasses = 5

/**
 * Reduces untrusted text to harmless prose of at most `maxLength` code points: removes invisible characters and disarms
 * markup, special tokens, tool calls and role markers. Idempotent: repeats until nothing changes, and withholds a text
 * that keeps changing.
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
