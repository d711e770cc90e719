import { isProduct, phrases } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { concepts, relatives, wordsWithRole } from "../text/WordLists.ts"
import { type Subject } from "../Intents.ts"
import { type Label } from "./Labels.ts"

const relative = new RegExp(`^${relatives}$`, "iu")

const fillers = wordsWithRole("filler")

const ownedThings = /^(?:cart|basket|order|account|address|parcel|package|purchase|wishlist)$/

/** Matches "bob's" and "bobs order", but not "that's", which is two tokens at one position. */
const isPossessive = ({ kind, raw, start, word }: TaggedToken, next: TaggedToken | undefined): boolean =>
  (/['’`´]s$/iu.test(raw) && next?.start !== start) ||
  (/\ws$/iu.test(raw) &&
    (kind === "name" || word !== raw.toLowerCase() || relative.test(raw)) &&
    ownedThings.test(next?.lemma ?? ""))

/** Returns a symbol per word, product phrase or tag, and another after a possessive. */
const symbolsOf = (tokens: ReadonlyArray<TaggedToken>, isOmitted: (token: TaggedToken) => boolean) => {
  const symbols: Array<string> = []
  const products = phrases(tokens).filter(isProduct)
  tokens.forEach((token, index) => {
    const product = products.find(({ from, to }) => index >= from && index < to)
    if (product !== undefined) {
      if (product.from === index) {
        symbols.push(product.hasName || !product.hasNoun ? "<name>" : product.isPlural ? "<nouns>" : "<noun>")
      }
    } else if (!isOmitted(token)) {
      const symbol = token.tag === null || token.tag === "name" ? token.lemma : `<${token.tag}>`
      if (symbol !== symbols.at(-1) || !symbol.startsWith("<")) {
        symbols.push(symbol)
      }
    }
    if (isPossessive(token, tokens[index + 1]) && !(product !== undefined && index < product.to - 1)) {
      symbols.push("'s")
    }
  })
  return symbols
}

const inflectedForms = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<string> =>
  tokens.flatMap(({ kind, lemma, tag, word }) =>
    kind === "word" && tag === null && word !== lemma ? [`=${word}`] : []
  )

/** Returns the words that `features` is computed from; training counts them. */
export const vocabularyOf = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<string> =>
  symbolsOf(tokens, ({ kind, lemma, tag }) => kind === "mark" || (tag === null && fillers.has(lemma)))

/** Returns the features of a clause without context: words, pairs, forms, length, question mark. Retrain on changes. */
export const features = (tokens: ReadonlyArray<TaggedToken>, knows: (word: string) => boolean) => {
  const sequence = vocabularyOf(tokens).map((symbol) => (knows(symbol) || concepts.has(symbol) ? symbol : "<other>"))
  const classes = sequence.map((symbol) => concepts.get(symbol) ?? symbol)
  const found = new Set<string>(["bias"])
  sequence.forEach((symbol, index) => {
    found.add(symbol)
    found.add(`@${classes[index]}`)
  })
  const framed = ["^", ...classes, "$"]
  framed.forEach((symbol, index) => {
    const [next, afterNext] = [framed[index + 1], framed[index + 2]]
    if (next !== undefined) {
      found.add(`${symbol}_${next}`)
    }
    if (afterNext !== undefined) {
      found.add(`${symbol}__${afterNext}`)
    }
  })
  inflectedForms(tokens).forEach((form) => found.add(form))
  if (tokens.some(({ raw }) => raw === "?")) {
    found.add("?")
  }
  found.add(`#${sequence.length > 9 ? "long" : sequence.length > 5 ? "middle" : sequence.length}`)
  return [...found]
}

const probabilityBand = (probability: number): string =>
  probability > 0.9 ? "sure" : probability > 0.6 ? "likely" : probability > 0.35 ? "unsure" : "guess"

/** Returns the features of a clause in context: first label, subject, words combined with both. Retrain on changes. */
export const contextFeatures = (
  tokens: ReadonlyArray<TaggedToken>,
  { label, probability }: { readonly label: Label; readonly probability: number },
  subject: Subject | null
): ReadonlyArray<string> => {
  const isMark = ({ kind, raw }: TaggedToken) => kind === "mark" && raw !== "?" && raw !== ","
  const words = symbolsOf(tokens, isMark).map((symbol) => concepts.get(symbol) ?? symbol)
  const topic = subject ?? "nothing"
  const framed = ["^", ...words, "$"]
  const runs = framed.slice(1).map((word, index) => `${framed[index]}_${word}`)
  const withSubject = (feature: string) => (subject === null ? [feature] : [feature, `${feature}|${subject}`])
  return [
    `g:${label}`,
    `g:${label}|${topic}`,
    `g:${label}|${probabilityBand(probability)}`,
    `s:${topic}`,
    probabilityBand(probability),
    `#${Math.min(8, words.length)}`,
    ...[...new Set(words)].flatMap((word) => [...withSubject(`w:${word}`), `w:${word}|${label}`]),
    ...runs.flatMap((run) => withSubject(`b:${run}`)),
    ...runs.slice(1).flatMap((run, index) => [`t:${framed[index]}_${run}`, `k:${framed[index]}__${framed[index + 2]}`]),
    ...inflectedForms(tokens)
  ]
}
