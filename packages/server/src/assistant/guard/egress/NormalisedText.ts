import { decodeHTML } from "entities"
import { removeInvisible } from "../../../platform/text/neutral/Characters.ts"
import { folds, space } from "../../../platform/scanner/Confusables.ts"
import { normalised } from "../../../platform/scanner/Skeleton.ts"

/** Normalised forms of a text, in which each character maps back to a range of the original. */

/** Places of the original: where each code unit of the normalised text starts and ends. */
interface Places {
  readonly starts: Array<number>
  readonly ends: Array<number>
}

export interface Normalised {
  readonly text: string
  /** Returns the places, which are found when they are first needed: in most texts never. */
  readonly findPlaces: () => Places
}

/** Pattern of a notation for characters, and the function that decodes a match. */
type Notation = readonly [pattern: string, decode: (match: string) => string]

const empty = () => ""

/** Notations of Markdown, of HTML, and of defanged addresses: `evil[.]example`, `me(at)home`. */
const markup: ReadonlyArray<Notation> = [
  [String.raw`&(?:#\d{1,7};?|#x[\da-f]{1,6};?|[a-z][a-z\d]{1,31};)`, decodeHTML],
  [String.raw`\\(?=[!-/:-@[-\x60{-~])`, empty],
  [String.raw`[*\x60]|~~`, empty],
  [String.raw`</?[a-z][a-z\d]{0,10}\s?/?>`, () => "|"],
  [
    String.raw` ?[[({] ?(?:\.|dot|@|at|:|/|://) ?[\])}] ?`,
    (sign) =>
      sign
        .replaceAll(/[\s()[\]{}]/g, "")
        .replace(/dot/i, ".")
        .replace(/at/i, "@")
  ]
]

/** Percent encoding, and character codes of programming languages. */
const codes: ReadonlyArray<Notation> = [
  [
    String.raw`%[\da-f]{2}|\\x[\da-f]{2}|\\u[\da-f]{4}|\\u\{[\da-f]{1,6}\}`,
    (code) => {
      const point = Number.parseInt(code.replaceAll(/[%\\xu{}]/gi, ""), 16)
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : ""
    }
  ],
  [String.raw`(?<![\da-z])0x(?=[\da-f]{2})`, empty]
]

/** Characters with which a notation begins, after a blank. */
const notationStarts = /[&\\*`~<[({%]|0x/i

/** Builds a function that decodes these notations, then maps each character with `mapCharacter`. */
const normaliser = (notations: ReadonlyArray<Notation>, mapCharacter: (character: string) => string) => {
  const pattern = new RegExp(notations.map(([source]) => `(${source})`).join("|"), "giu")
  const mappedAscii = Array.from({ length: 0x80 }, (_, code) => mapCharacter(String.fromCharCode(code)))

  /** Normalises the text, and adds the places to these ones if they are given. */
  const normalise = (text: string, places?: Places): string => {
    let result = ""
    let next = 0
    const add = (mapped: string, start: number, end: number) => {
      result += mapped
      if (places !== undefined) {
        for (let unit = 0; unit < mapped.length; unit++) {
          places.starts.push(start)
          places.ends.push(end)
        }
      }
    }
    const addUntil = (end: number) => {
      while (next < end) {
        const point = text.codePointAt(next) ?? 0
        const start = next
        next += point > 0xff_ff ? 2 : 1
        add(mappedAscii[point] ?? mapCharacter(text.slice(start, next)), start, next)
      }
    }
    for (const match of notationStarts.test(text) ? text.matchAll(pattern) : []) {
      const matched = match[0]
      const notation = notations.find((_, at) => match[at + 1] !== undefined)
      addUntil(match.index)
      next += matched.length
      for (const character of notation?.[1](matched) ?? "") {
        add(mapCharacter(character), match.index, next)
      }
    }
    addUntil(text.length)
    return result
  }
  const placesIn = (text: string): Places => {
    const places: Places = { starts: [], ends: [] }
    normalise(text, places)
    return places
  }
  return (text: string): Normalised => {
    let places: Places | undefined
    return { text: normalise(text), findPlaces: () => (places ??= placesIn(text)) }
  }
}

const ascii = /^[\0-\x7F]/

/** Builds a mapping that folds letters and digits like the scanner of incoming text, and maps the rest by `other`. */
const foldedOr = (other: (character: string) => string) => (character: string) => {
  let mapped = ""
  for (const unit of ascii.test(character) ? character : normalised(character)) {
    const fold = folds[unit.charCodeAt(0)] ?? 0
    mapped += fold > space ? String.fromCharCode(fold) : fold > 0 ? other(unit) : ""
  }
  return mapped
}

/** Normalises compatibility characters (NFKC), as a browser does with a host before it is looked up. */
export const normaliseAddresses = normaliser(markup, (character) =>
  ascii.test(character) ? character : removeInvisible(character.normalize("NFKC"))
)

/** Normalises to folded letters and digits, and the characters between them. */
export const normaliseWords = normaliser(
  [...codes, ...markup],
  foldedOr((unit) => unit)
)

/** Normalises to folded letters and digits alone. */
export const normaliseLetters = normaliser([...codes, ...markup], foldedOr(empty))

export interface Range {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

export const rangesOf = (matches: Iterable<RegExpExecArray>): ReadonlyArray<Range> =>
  Array.from(matches, ({ 0: found, index }) => ({ from: index, to: index + found.length }))

/** Maps a range of the normalised text back to the original. */
export const originOf = ({ findPlaces }: Normalised, { from, to }: Range): readonly [start: number, end: number] => {
  const { ends, starts } = findPlaces()
  return [starts[from] ?? 0, ends[to - 1] ?? 0]
}

/** Replaces ranges of the normalised text by `mark` in the original. The ranges must be in order, without overlap. */
export const replace = (text: string, normalised: Normalised, ranges: ReadonlyArray<Range>, mark: string): string => {
  let result = ""
  let end = 0
  for (const range of ranges) {
    const [start, next] = originOf(normalised, range)
    result += `${text.slice(end, start)}${mark}`
    end = next
  }
  return result + text.slice(end)
}
