import { phrases } from "./Phrases.ts"
import { type TaggedToken } from "./Tags.ts"
import { concepts } from "./words/concepts.ts"

/** Words that are said with anything. */
const fillers = new Set(
  "please just actually really kindly also too so well okay laughing anyway then hey hi hello maybe perhaps um uh uhm er brother damn mate man dude pal folk guy yo thanks".split(
    " "
  )
)

const nothing: ReadonlySet<number> = new Set()

/**
 * One symbol per word, but one for a whole product phrase: what is said of one product is said of another. Words of
 * other classes, such as places and codes, stand for their class too.
 */
const symbols = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<string> => {
  const out: Array<string> = []
  const products = phrases(tokens, nothing).filter(({ hasName, hasNoun }) => hasName || hasNoun)
  tokens.forEach((token, place) => {
    const product = products.find(({ from, to }) => place >= from && place < to)
    if (product !== undefined) {
      if (product.from === place) {
        out.push(product.hasName ? "<name>" : product.isPlural ? "<nouns>" : "<noun>")
      }
    } else if (token.kind !== "mark" && !(token.tag === null && fillers.has(token.lemma))) {
      const symbol = token.tag === null || token.tag === "name" ? token.lemma : `<${token.tag}>`
      if (symbol !== out.at(-1) || !symbol.startsWith("<")) {
        out.push(symbol)
      }
    }
  })
  return out
}

/**
 * What the classifier looks at: the words of a clause, pairs of them, their forms, its length and whether it asks.
 * `knows` tells the words it has learned; others are all the same to it.
 */
export const features = (
  tokens: ReadonlyArray<TaggedToken>,
  knows: (word: string) => boolean
): ReadonlyArray<string> => {
  const sequence = symbols(tokens).map((symbol) => (knows(symbol) || concepts.has(symbol) ? symbol : "<other>"))
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

/** The words of a clause as `features` sees them. */
export const vocabularyOf = symbols
