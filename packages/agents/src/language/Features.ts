import { type TaggedToken } from "./Tags.ts"
import { concepts } from "./words/concepts.ts"

/** Words that are said with anything. */
const fillers = new Set(
  "please just actually really kindly also too so well okay laughing anyway then hey hi hello maybe perhaps um uh uhm er brother damn".split(
    " "
  )
)

/** Words of one class count as one: what is said of one product is said of another. */
const symbolOf = (token: TaggedToken): string => {
  switch (token.tag) {
    case null:
      return token.lemma
    case "name":
      return "<name>"
    case "order-id":
      return "<id>"
    default:
      return `<${token.tag}>`
  }
}

const productSymbols = new Set(["<name>", "<noun>", "<nouns>"])

/** One symbol per word; a run of product words is the last of them, or a name when one is in it. */
const symbols = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<string> => {
  const out: Array<string> = []
  for (const token of tokens) {
    if (token.kind !== "mark" && !(token.tag === null && fillers.has(token.lemma))) {
      const symbol = symbolOf(token)
      const previous = out.at(-1) ?? ""
      if (symbol === "<place>" && previous === "<place>") {
        continue
      }
      if (productSymbols.has(symbol) && productSymbols.has(previous)) {
        out[out.length - 1] = previous === "<name>" ? previous : symbol
      } else {
        out.push(symbol)
      }
    }
  }
  return out
}

/**
 * What the classifier looks at: the words and pairs of words of a clause, its word forms, its length and whether it
 * asks. Without doubles.
 */
export const features = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<string> => {
  const sequence = symbols(tokens)
  const found = new Set<string>(["bias"])
  const classes = sequence.map((symbol) => concepts.get(symbol) ?? symbol)
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
  for (const token of tokens) {
    if (token.kind === "word" && token.tag === null && token.word !== token.lemma) {
      found.add(`=${token.word}`)
    }
  }
  if (tokens.some(({ raw }) => raw === "?")) {
    found.add("?")
  }
  found.add(`#${sequence.length > 9 ? "long" : sequence.length > 5 ? "middle" : sequence.length}`)
  return [...found]
}
