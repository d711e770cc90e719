import { type TaggedToken } from "./Tags.ts"
import { stopWords } from "./words/stopWords.ts"

/** A number of a clause with what it counts. */
export interface Quantity {
  readonly value: number
  /** Places of its tokens in the clause: first, and one past the last. */
  readonly from: number
  readonly to: number
  readonly unit: "money" | "stars" | "days" | "percent" | "things" | "measure" | null
}

const scales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000 }
const dayUnits: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14, month: 30, quarter: 90, year: 365 }
const money = new Set("dollar buck usd eur euro quid gbp dol".split(" "))
const things = new Set("piece unit pcs pc copy x set pair of people person order review result item product".split(" "))

/** What a product measures, which is no number of it. */
const measures = new Set("litre liter inch cm mm kg gram ml oz watt gb tb mah hz volt tooth hp thread".split(" "))

/** Reads figures or words (`two hundred fifty`, `a hundred`, `a couple`) at a place; `undefined` where none begin. */
const numberAt = (tokens: ReadonlyArray<TaggedToken>, from: number): { value: number; to: number } | undefined => {
  let to = from
  let sum = 0
  let found = false
  const article = tokens[from]?.word === "a" || tokens[from]?.word === "an"
  if (article) {
    const next = tokens[from + 1]?.word ?? ""
    if (next === "couple") {
      return { value: 2, to: from + (tokens[from + 2]?.word === "of" ? 3 : 2) }
    }
    if (!(next in scales) && next !== "dozen") {
      return undefined
    }
    sum = 1
    to++
  }
  for (let token = tokens[to]; token !== undefined; token = tokens[++to]) {
    const scale = scales[token.word]
    if (scale !== undefined) {
      sum = Math.max(1, sum) * scale
    } else if (
      token.value !== null &&
      !(found && token.kind === "number") &&
      token.tag !== "code" &&
      token.tag !== "order-id"
    ) {
      sum = token.word === "dozen" && sum > 0 ? sum * 12 : sum + token.value
    } else if (!(found && token.word === "and" && (tokens[to + 1]?.value ?? 100) < 100 && sum >= 100)) {
      break
    }
    found = true
    if (token.kind === "number" && scales[tokens[to + 1]?.word ?? ""] === undefined) {
      to++
      break
    }
  }
  return found ? { value: sum, to } : undefined
}

/** A figure right after a word that is no small word is its model: "hush 700 reviews". */
const isModelAt = (tokens: ReadonlyArray<TaggedToken>, at: number): boolean => {
  const before = tokens[at - 1]
  return (
    tokens[at]?.kind === "number" &&
    before !== undefined &&
    before.kind !== "mark" &&
    before.value === null &&
    before.tag !== "code" &&
    !stopWords.has(before.lemma) &&
    !stopWords.has(before.word)
  )
}

/** Every number of a clause. `one` and `second` count only before a unit. */
export const quantities = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<Quantity> => {
  const found: Array<Quantity> = []
  for (let from = 0; from < tokens.length; from++) {
    const number = numberAt(tokens, from)
    if (number !== undefined) {
      const symbolBefore = tokens[from - 1]?.raw
      const after = tokens[number.to]
      const isJoined = after?.raw === "-" || after?.raw === "+"
      const lemma = isJoined ? (tokens[number.to + 1]?.lemma ?? "") : (after?.lemma ?? "")
      const days = dayUnits[lemma]
      // "K87 x 2"
      const isTimes = tokens[from - 1]?.word === "x" && number.to === tokens.length
      const isMoneyWord = after?.raw === "$" || after?.raw === "€" || money.has(lemma)
      const isMoney = isMoneyWord || symbolBefore === "$" || symbolBefore === "€" || symbolBefore === "£"
      const unit = isMoney
        ? "money"
        : lemma === "star"
          ? "stars"
          : days !== undefined
            ? "days"
            : after?.raw === "%" || lemma === "percent"
              ? "percent"
              : isTimes
                ? "things"
                : measures.has(lemma)
                  ? "measure"
                  : things.has(lemma) && !isModelAt(tokens, from) && !(after?.word === "order" && number.value > 1)
                    ? "things"
                    : null
      const isLoose = tokens[from]?.word === "one" && number.to === from + 1 && unit === null
      if (!isLoose) {
        found.push({
          value: unit === "days" ? number.value * (days ?? 1) : number.value,
          from: isMoney && /[$€£]/.test(symbolBefore ?? "") ? from - 1 : from,
          to: unit === null || (isMoney && !isMoneyWord) ? number.to : number.to + (isJoined ? 2 : 1),
          unit
        })
      }
      from = number.to - 1
    }
  }
  return found
}

/**
 * The clause as text for patterns: base forms in single spaces, a number as a sign and its place in the list, `#2` for
 * plain numbers and money, `*2` for stars, `%2` for the rest.
 */
export const outline = (tokens: ReadonlyArray<TaggedToken>, numbers: ReadonlyArray<Quantity>): string => {
  const words: Array<string> = []
  for (let index = 0; index < tokens.length; index++) {
    const at = numbers.findIndex(({ from }) => from === index)
    const number = numbers[at]
    if (number !== undefined) {
      words.push(`${number.unit === "stars" ? "*" : number.unit === null || number.unit === "money" ? "#" : "%"}${at}`)
      index = number.to - 1
    } else {
      words.push(tokens[index]?.lemma ?? "")
    }
  }
  return words.join(" ")
}
