import { Array } from "effect"
import { storable } from "../../../platform/text/Text.ts"
import { readableLength, withoutHidden } from "./InvisibleContent.ts"
import { nothingQuoted, type Quoted, withoutQuotations } from "./Quotations.ts"
import { type Removal, type Removals } from "./Removals.ts"
import { lettersOf, type Secrets } from "./Secrets.ts"
import { findSentenceEnd, mayGoOn } from "./SentenceEnds.ts"

/**
 * Release of an answer by sentence, while it arrives. A sentence is cleaned by itself, and goes out if nothing that
 * follows can change it. Else it waits and is cleaned together with the next ones. What goes out therefore depends on the
 * text alone, and not on how it was cut.
 */

/** Answer on its way. */
export interface Progress {
  /** Text in which something may still turn out to be invisible. */
  readonly arrived: string
  /** Visible text that has not gone out, from the end of a sentence on. */
  readonly held: string
  /** Place in it from which to search the next end of a sentence. */
  readonly searched: number
  /** Minimum length of it that is worth cleaning, after a shorter one had to wait. */
  readonly minLength: number
  /** Minimum length of it at which an end is supposed again, after one was. */
  readonly minSupposed: number
  /** White space that goes out with what follows. */
  readonly space: string
  /** True once something has gone out. */
  readonly hasBegun: boolean
  /** Last letters and digits that have gone out. */
  readonly letters: string
  /** True once the cleaned text has an address with a scheme. */
  readonly namesAddress: boolean
  /** Words of the model so far, also of discarded answers. */
  readonly quoted: Quoted
  /** Kinds of content removed so far, also from discarded answers. */
  readonly removed: ReadonlyArray<Removal>
}

export const nothingArrived: Progress = {
  arrived: "",
  held: "",
  searched: 0,
  minLength: 0,
  minSupposed: 0,
  space: "",
  hasBegun: false,
  letters: "",
  namesAddress: false,
  quoted: nothingQuoted,
  removed: []
}

/** Adds text that can be read by itself, without what is invisible in it. */
const addReadable = (progress: Progress, text: string, arrived: string): Progress => {
  const stored = storable(text)
  const visible = withoutHidden(stored)
  return {
    ...progress,
    arrived,
    held: progress.held + visible,
    removed: visible === stored ? progress.removed : Array.union(progress.removed, ["hidden"])
  }
}

/** Adds the next text of the model. */
export const arrive = (progress: Progress, delta: string): Progress => {
  const text = progress.arrived + delta
  const length = readableLength(text, progress.arrived.length)
  return length === 0
    ? { ...progress, arrived: text }
    : addReadable(progress, text.slice(0, length), text.slice(length))
}

/** Adds the rest of the text, which is complete. */
export const arriveAll = (progress: Progress): Progress => addReadable(progress, progress.arrived, "")

const address = /https?:/i

/** Returns whether addresses may be allowed as a whole in what is cleaned next. */
export const namesAddress = (progress: Progress): boolean => progress.namesAddress || address.test(progress.held)

/** Checks of one agent's answers. */
export interface Checks {
  readonly instructions: string
  readonly secrets: Secrets
  /** Removals that allow no address as a whole. */
  readonly strict: Removals
  /** Removals once the answer has an address with a scheme. */
  readonly lenient: Removals
}

/** Text that goes out, and the answer after it. */
export type Released = readonly [text: string, progress: Progress]

const longest = (...spaces: ReadonlyArray<string>): string =>
  spaces.reduce((one, other) => (other.length > one.length ? other : one))

/** Cleans the first `length` characters that are held, and tells whether they may go on in what follows. */
const clean = (progress: Progress, { instructions, lenient, secrets, strict }: Checks, length: number) => {
  const held = progress.held.slice(0, length)
  const sentence = held.trim()
  const isNamed = progress.namesAddress || address.test(sentence)
  const remove = isNamed ? lenient : strict
  const visible = remove(sentence, progress.letters)
  const unquoted = withoutQuotations(visible.text, instructions, progress.quoted)
  const isQuoting = unquoted.text !== visible.text
  const { mayBeForged, removed, text } = isQuoting ? remove(unquoted.text, progress.letters) : visible
  const words = text.trim()
  const letters = progress.letters + lettersOf(words)
  const space = longest(progress.space, held.slice(0, held.indexOf(sentence)), text.slice(0, text.indexOf(words)))
  const behind = text.slice(text.indexOf(words) + words.length)
  const after: Progress = {
    ...progress,
    held: progress.held.slice(length),
    searched: 0,
    minLength: 0,
    minSupposed: 0,
    space: words === "" ? longest(space, behind) : behind,
    hasBegun: progress.hasBegun || words !== "",
    letters: secrets.tailOf(letters),
    namesAddress: isNamed,
    quoted: unquoted.quoted,
    removed: Array.dedupe([
      ...progress.removed,
      ...visible.removed,
      ...(isQuoting ? (["instructions"] as const) : []),
      ...removed
    ])
  }
  return {
    released: [words === "" || !progress.hasBegun ? words : space + words, after] satisfies Released,
    mayGoOn: (next: string) =>
      mayBeForged ||
      unquoted.isOpen ||
      secrets.mayHaveBegun(words, letters, next) ||
      (words !== sentence && mayGoOn(words)),
    /** True if the checks leave it as it is, and nothing has begun in it that may be removed, be it amid a word. */
    isPlain:
      words === sentence && !mayBeForged && !unquoted.isOpen && !secrets.mayBeCut(words, letters) && !mayGoOn(words)
  }
}

/** Length at which held text is cleaned again: longer by a share of it, so that the time for cleaning stays linear. */
const nextLength = (length: number): number => length + length / 4

/** Releases the sentences that nothing can change any more. */
export const release = (progress: Progress, checks: Checks): Released => {
  let text = ""
  let rest = progress
  let { minLength, searched } = progress
  for (;;) {
    const found = findSentenceEnd(rest.held, searched)
    if ("from" in found) {
      return [text, { ...rest, searched: found.from, minLength }]
    }
    const cleaned = found.end < minLength ? undefined : clean(rest, checks, found.end)
    if (cleaned === undefined || cleaned.mayGoOn(found.next)) {
      minLength = cleaned === undefined ? minLength : nextLength(found.end)
      searched = found.end
    } else {
      const [released, after] = cleaned.released
      text += released
      rest = after
      minLength = after.minLength
      searched = after.searched
    }
  }
}

/** End of a line, and a word behind it. */
const supposedNext = "\nx "

/** Adds the end of a line to the text so far, as if a sentence ended there. */
export const supposeEnd = (progress: Progress): Progress => arrive(progress, supposedNext)

/**
 * Returns the next sentence of a progress with a supposed end, if it goes out as it is should a sentence really end
 * there, and the length of held text at which to suppose another end. The sentence does not count as gone out.
 */
export const sentenceAhead = (progress: Progress, checks: Checks) => {
  const found = findSentenceEnd(progress.held, progress.searched)
  if ("from" in found || found.end < Math.max(progress.minLength, progress.minSupposed)) {
    return { text: "", minSupposed: progress.minSupposed }
  }
  const {
    isPlain,
    released: [text]
  } = clean(progress, checks, found.end)
  return { text: isPlain ? text : "", minSupposed: nextLength(found.end) }
}

/** Releases everything that is held of a text that is complete. */
export const releaseAll = (progress: Progress, checks: Checks): Released =>
  clean(progress, checks, progress.held.length).released

/** Discards an answer. The model's words count, even if they have not gone out. */
export const discard = (progress: Progress, checks: Checks): Released => {
  const [, { quoted, removed }] = releaseAll(progress, checks)
  return ["", { ...nothingArrived, quoted, removed }]
}
