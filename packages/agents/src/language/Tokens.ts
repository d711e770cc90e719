import { correct, lemma } from "./Lexicon.ts"
import { expand } from "./words/spellings.ts"

/** A word, a number or a mark of a message. A contraction is several words with the same place in the message. */
export interface Token {
  /** Place in the message, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** As written. */
  readonly raw: string
  /** Lower-case word that was meant: short forms expanded, typing errors corrected. Marks are themselves. */
  readonly word: string
  /** Base form of the word; the word itself when it is not in the lexicon. */
  readonly lemma: string
  readonly kind: TokenKind
  /** Of numbers, in figures or words. */
  readonly value: number | null
  /** No white space between it and the token before. */
  readonly glued: boolean
}

/** `name` is what is in no lexicon: names, models, codes, other languages. */
export type TokenKind = "word" | "name" | "number" | "uuid" | "mark"

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
const number = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?![\\p{L}\\p{N}])|\\d+(?:\\.\\d+)?(?![\\p{L}\\p{N}])"
const word = "[\\p{L}\\p{N}_]+(?:'[\\p{L}]+)*"
const mark = "[$€£%<>=≤≥~&+/→#@?!.,;:()\\-–—\\n]"
const pattern = new RegExp(`${uuid}|${number}|${word}|${mark}`, "giu")

const digits: ReadonlyMap<string, number> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((name, value): [string, number] => [name, value])
)
const tens: ReadonlyMap<string, number> = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((name, index): [string, number] => [name, 20 + 10 * index])
)

/** `twenty`, `five`, but not yet `twenty five`. */
export const numberWord = (name: string): number | undefined =>
  digits.get(name) ?? tens.get(name) ?? (name === "dozen" ? 12 : undefined)

/** Figures with their unit in one word: `50usd`, `2nd`, `4stars`, `2x`. */
const withUnit =
  /^(\d+(?:\.\d+)?)(usd|dollars?|dols?|bucks?|eur|euros?|gbp|quid|stars?|days?|weeks?|months?|pcs|x|st|nd|rd|th|ish)$/

/** More unknown words than this are not looked at for typing errors: it is not a message any more. */
const correctionsPerMessage = 40

interface Piece {
  readonly word: string
  readonly kind: TokenKind
  readonly lemma: string
}

const plain = (word: string, base = word): Piece => ({ word, kind: "word", lemma: base })

/** A Latin letter repeated for emphasis, `sooo`, once or twice. */
const calm = (form: string): ReadonlyArray<string> =>
  /([a-z])\1\1/.test(form) ? [form.replace(/([a-z])\1{2,}/g, "$1$1"), form.replace(/([a-z])\1{2,}/g, "$1")] : [form]

/** Reads one written word. `mayCorrect` is false for what is written like a name. */
const pieces = (form: string, mayCorrect: () => boolean): ReadonlyArray<Piece> => {
  const written = calm(form).find((variant) => expand(variant)[0] !== variant || lemma(variant) !== undefined) ?? form
  return expand(written).map((meant) => {
    const base = lemma(meant)
    if (base !== undefined) {
      return plain(meant, base)
    }
    const corrected = mayCorrect() ? correct(meant) : undefined
    return corrected === undefined
      ? { word: meant, kind: "name", lemma: meant }
      : plain(corrected, lemma(corrected) ?? corrected)
  })
}

/** Mostly capitals: their use says nothing. */
const isShouted = (text: string): boolean => {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return capitals > 8 && capitals > 2 * (text.match(/\p{Ll}/gu)?.length ?? 0)
}

/** Brings typographic variants of characters to one form of the same length. */
const plainCharacters = (text: string): string => text.replace(/[’‘`´]/g, "'").replace(/[\u00a0\u2000-\u200a]/g, " ")

/** Words that are right by themselves and wrong before or after another one: "were is my order", "any sails". */
const misplaced: ReadonlyArray<readonly [before: RegExp | null, word: string, after: RegExp | null, meant: string]> = [
  [null, "were", /^(?:is|my|the)$/, "where"],
  [null, "ware", /^(?:is|my|the)$/, "where"],
  [null, "we're", /^(?:is|my)$/, "where"],
  [/^(?:any|the|current|some|your)$/, "sails", null, "sales"],
  [/^(?:thing|things|something|anything|everything|stuff|products?)$/, "form", null, "from"],
  [/^(?:less|more|cheaper|lower|higher|better|rather|faster)$/, "then", null, "than"],
  [/^(?:to|can|i)$/, "sea", null, "see"],
  [/^(?:is|are)$/, "their", /^(?:a|an|any|some|still)$/, "there"],
  [null, "an", /^(?:to|for|the|is|what|how|when|where|my|i|[a-z]+\d+|\d+)$/, "and"],
  [/^(?:in|out|of)$/, "stuck", null, "stock"],
  [/^(?:how)$/, "mach", null, "much"],
  [/^(?:in|the|to)$/, "vest", /^(?:coast)$/, "west"]
]

const inPlace = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  tokens.map((token, index) => {
    const rule = misplaced.find(
      ([before, word, after]) =>
        word === token.word &&
        (before === null || before.test(tokens[index - 1]?.word ?? "")) &&
        (after === null || after.test(tokens[index + 1]?.word ?? ""))
    )
    return rule === undefined ? token : { ...token, word: rule[3], lemma: lemma(rule[3]) ?? rule[3] }
  })

/** The tokens of a message, in order. Whatever is neither word, number nor known mark is skipped. */
export const tokenize = (message: string): ReadonlyArray<Token> => {
  const text = plainCharacters(message)
  const shouted = isShouted(text)
  const tokens: Array<Token> = []
  let corrections = 0
  for (const match of text.matchAll(pattern)) {
    const [raw] = match
    const start = match.index
    const place = {
      start,
      end: start + raw.length,
      raw: message.slice(start, start + raw.length),
      glued: tokens.at(-1)?.end === start
    }
    const lower = raw.toLowerCase()
    const unit = withUnit.exec(lower)
    const previous = tokens.at(-1)
    if (/^[0-9a-f]{8}-/i.test(raw)) {
      tokens.push({ ...place, word: lower, lemma: lower, kind: "uuid", value: null })
    } else if (/^\d[\d,.]*$/.test(raw)) {
      tokens.push({ ...place, word: lower, lemma: lower, kind: "number", value: Number(raw.replaceAll(",", "")) })
    } else if (unit !== null) {
      const split = start + (unit[1] ?? "").length
      const figures = { ...place, end: split, raw: message.slice(start, split) }
      tokens.push({ ...figures, word: unit[1] ?? "", lemma: unit[1] ?? "", kind: "number", value: Number(unit[1]) })
      const unitWord = unit[2] ?? ""
      tokens.push({
        ...place,
        start: split,
        raw: message.slice(split, place.end),
        glued: true,
        ...plain(unitWord, lemma(unitWord) ?? unitWord),
        value: null
      })
    } else if (raw === "$" && !/^ ?\d/.test(text.slice(start + 1)) && previous?.kind !== "number") {
      tokens.push({ ...place, ...plain("price"), value: null })
    } else if (!/[\p{L}\p{N}]/u.test(raw)) {
      tokens.push({ ...place, word: raw, lemma: raw, kind: "mark", value: null })
    } else {
      const atStart = previous === undefined || /[.?!\n:]/.test(previous.raw)
      const isName = /\d/.test(raw) || (/^\p{Lu}/u.test(raw) && !atStart && !shouted)
      const mayCorrect = () => !isName && corrections++ < correctionsPerMessage
      for (const piece of pieces(lower, mayCorrect)) {
        const value = numberWord(piece.word) ?? null
        tokens.push({ ...place, ...piece, kind: /\d/.test(raw) ? "name" : piece.kind, value })
      }
    }
  }
  return inPlace(tokens)
}
