import { quantities } from "./Bounds.ts"
import { type TaggedToken } from "./Tags.ts"

/** A part of a message that is classified on its own. */
export interface Clause {
  readonly tokens: ReadonlyArray<TaggedToken>
  /** Zero-based index of its sentence in the message. */
  readonly sentence: number
  /** Separator from the preceding clause. */
  readonly separator: "start" | "sentence" | "comma" | "and"
  /** Set after a connective: "and", "but", "or". */
  readonly isLinked: boolean
  /** Values of options, which are not among the tokens. */
  readonly values: ReadonlyArray<string>
}

const connectives = new Set(["and", "plus", "&", "+", "/", "also", "then", "but", "or", "because"])

/** Connectives, in `<>`, at which not to split; `#` is a number or a code. */
const inseparable: ReadonlyArray<RegExp> = [
  /(?:^| )(?:everything|all|anything|nothing) <but>/,
  /(?:^| )between .*# <(?:and|or)>/,
  /<(?:and|or)> (?:up|more|above|over|better|higher|below|under|less|cheaper|not|.* side by side)(?: |$)/
]

const symbolOf = ({ tag, value, word }: TaggedToken): string => (value !== null || tag === "code" ? "#" : word)

const holdsTogether = (tokens: ReadonlyArray<TaggedToken>, index: number): boolean => {
  const near = tokens.slice(Math.max(0, index - 6), index).map(symbolOf)
  const next = tokens.slice(index + 1).map(symbolOf)
  const text = [...near, `<${tokens[index]?.word}>`, ...next].join(" ")
  return inseparable.some((pattern) => pattern.test(text))
}

const separatorAt = (tokens: ReadonlyArray<TaggedToken>, index: number): Clause["separator"] | null => {
  const [token, after] = [tokens[index], tokens[index + 1]]
  if (token === undefined || /^[.?!;\n:]$/.test(token.raw)) {
    return after?.tag === "order-id" ? null : "sentence"
  }
  if (token.kind === "mark" && token.tag === "department") {
    return null
  }
  if (/^[,()–—-]$/.test(token.raw)) {
    // "the boots in green, size 42", but not "add it, size 42", whose product may have no sizes
    const isOfName =
      /^(?:size|colou?r)$/.test(after?.word ?? "") &&
      !tokens.slice(0, index).some(({ word }) => /^(?:it|they|them)$/.test(word))
    // "add -3 lamps", "Boston, MA"; a hyphen between spaces is a dash.
    const isInside = token.raw === "-" ? token.glued || after?.glued === true : after?.tag === "place" || isOfName
    return isInside ? null : "comma"
  }
  // "Tallow & Thread", "34/32"
  const isInside =
    token.tag === "department" ||
    (token.raw === "&" ? /^\p{Lu}/u.test(after?.raw ?? "") : token.glued && after?.glued === true)
  const joins = connectives.has(token.word) && !isInside && !holdsTogether(tokens, index)
  return joins ? "and" : null
}

/** Splits a message at punctuation and connectives, except inside names, numbers and ranges. */
export const split = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<Clause> => {
  const ranges = quantities(tokens)
  const clauses: Array<Clause> = []
  let current: Array<TaggedToken> = []
  let sentence = 0
  let separator: Clause["separator"] = "start"
  let isLinked = false
  const close = (next: Clause["separator"], mark = "") => {
    if (current.some(({ kind }) => kind !== "mark")) {
      clauses.push({ tokens: current, sentence, separator, isLinked, values: [] })
      separator = next
      isLinked = next === "and"
    } else {
      separator = separator === "comma" ? next : separator
      isLinked ||= next === "and"
    }
    // A colon does not end the sentence: "a plan: 3 tents, 2 lamps".
    sentence += next === "sentence" && mark !== ":" ? 1 : 0
    current = []
  }
  tokens.forEach((token, index) => {
    const isInsideNumber = ranges.some(({ from, to }) => index > from && index < to)
    const found = isInsideNumber ? null : separatorAt(tokens, index)
    if (found === null) {
      current.push(token)
    } else {
      if (token.raw === "?" || token.raw === "!") {
        current.push(token)
      }
      close(found, token.raw)
    }
  })
  close("sentence")
  return clauses
}
