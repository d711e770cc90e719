import { type ClauseWords, isThing } from "../text/ClauseWords.ts"
import { namesThing, phrases } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { concepts } from "../text/WordLists.ts"
import { type Reading } from "./Classifier.ts"

/** Words that are said with anything. */
const fillers = new Set(
  "please just actually really kindly also too so well okay laughing anyway then hey hi hello maybe perhaps um uh uhm er brother damn mate man dude pal guy yo thanks tf wtf fr af deadass hell heck bloody freaking fam tho though lol".split(
    " "
  )
)

const nothing: ReadonlySet<number> = new Set()

const knowing =
  "know|learn|find out|hear|ask|enquire|inquire|understand|ascertain|be inform|be tell|figure out|get to know"
const asking = "(?: (?:about|of|on|as to|if|whether|regarding|concerning)){0,2}"

/** Polite ways to begin, which change nothing in what is asked. */
const frames: ReadonlyArray<RegExp> = [
  /^(?:good (?:morning|day|afternoon|evening)|dear \S+|to whom it may concern|excuse i|sorry) (?=\S+ \S)/,
  new RegExp(
    `^(?:i|we)(?: (?:would|will|should|do|be|just|only|really|very|much|most|quite|also|want|like|love|need|wish|have|wonder|interested|curious|keen|try|here|write|reach out|contact you|hope|eager|anxious)){1,6} to (?:${knowing})${asking} `
  ),
  /^(?:i|we) (?:would|should|will) be (?:most |very |really |much |ever so )*(?:grateful|obliged|thankful|glad|happy|appreciate|delighted|pleased)(?: (?:if you (?:would|could|can|will|may)|for|to have|to get|to receive))? /,
  /^(?:i|we) (?:would|should|will)(?: really| much| very much| greatly)* appreciate(?: it if you (?:would|could|can)| if you (?:would|could|can)| be| get| receive)? /,
  /^(?:i|we)(?: be| was| have be| do)?(?: just| only| also)* (?:wonder|wondering)(?: (?:if|whether|about))?(?: (?:you|i|one) (?:may|might|can|could|would)(?: be able to| possibly)*(?: tell i| advise| say| ask)?)? /,
  new RegExp(
    `^(?:can|could|would|will|may|might|do) (?:you|u|i|one|someone)(?: (?:please|kindly|possibly|perhaps|just|also|maybe|be so kind as to|be so good as to|be able to|be in a position to|mind|ask you to|trouble you for|ask|bother you for)){0,4} (?:tell|inform|advise|let|enlighten|say|ascertain|confirm|clarify|explain|find out|check|verify|look up|see)(?: (?:i|we))?(?: know)?${asking} (?=(?:what|when|where|which|who|why|how|if|whether|the status|that) )`
  ),
  new RegExp(
    `^(?:may|might|can|could) (?:i|we) (?:ask|enquire|inquire|know|trouble you for|bother you for|request|be so bold as to ask)${asking} `
  ),
  new RegExp(
    `^(?:tell|inform|advise|enlighten) (?:i|we)${asking} (?=(?:what|when|where|which|who|why|how|if|whether) )`
  ),
  new RegExp(`^let (?:i|we) know${asking} `),
  /^(?:do|would|can) (?:you|u|anyone|anybody|someone) (?:happen to |perhaps |by any chance |even )?(?:know|reckon|think|suppose|believe)(?: (?:if|whether|that|about))? /,
  /^(?:any|get any|have any) (?:idea|clue|chance you know|news on|word on|info on)(?: (?:if|whether|about))? (?=(?:what|when|where|which|who|why|how) )/,
  /^it would be (?:most |very |really |so |much |greatly )*(?:helpful|great|nice|appreciate|kind|lovely|good|awesome|cool)(?: (?:to know|to learn|if you (?:would|could|can)|to have|to get))? /,
  /^(?:be|would) it (?:be )?(?:be )?possible to (?:know|learn|see|get|have|tell i) /,
  /^(?:i|we) (?:hereby |herewith )?(?:write|contact you|reach out|get in touch|be write)(?: to| about| regarding| because| concerning)* /,
  /^be advise that /
]

const mostFrames = 3

/** The clause without its polite beginnings. */
const unframed = (sequence: ReadonlyArray<string>): ReadonlyArray<string> => {
  let text = sequence.join(" ")
  for (let round = 0; round < mostFrames; round++) {
    const frame = frames.find((pattern) => pattern.test(text))
    if (frame === undefined) {
      break
    }
    text = text.replace(frame, "")
  }
  return text.split(" ").filter((symbol) => symbol !== "")
}

/**
 * One symbol per word, but one for a whole product phrase: what is said of one product is said of another. Words of
 * other classes, such as places and codes, stand for their class too.
 */
const symbolsOf = (
  tokens: ReadonlyArray<TaggedToken>,
  isLeftOut: (token: TaggedToken) => boolean
): ReadonlyArray<string> => {
  const out: Array<string> = []
  const products = phrases(tokens, nothing).filter(namesThing)
  tokens.forEach((token, place) => {
    const product = products.find(({ from, to }) => place >= from && place < to)
    if (product !== undefined) {
      if (product.from === place) {
        out.push(product.hasName || !product.hasNoun ? "<name>" : product.isPlural ? "<nouns>" : "<noun>")
      }
    } else if (!isLeftOut(token)) {
      const symbol = token.tag === null || token.tag === "name" ? token.lemma : `<${token.tag}>`
      if (symbol !== out.at(-1) || !symbol.startsWith("<")) {
        out.push(symbol)
      }
    }
  })
  return out
}

/** The words of a clause as `features` sees them. */
export const vocabularyOf = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<string> =>
  unframed(symbolsOf(tokens, ({ kind, lemma, tag }) => kind === "mark" || (tag === null && fillers.has(lemma))))

/**
 * What the classifier looks at: the words of a clause, pairs of them, their forms, its length and whether it asks.
 * `knows` tells the words it has learned; others are all the same to it.
 */
export const features = (
  tokens: ReadonlyArray<TaggedToken>,
  knows: (word: string) => boolean
): ReadonlyArray<string> => {
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

/** What is spoken of, as far as it changes what words without an object mean. */
export const subjects = ["cart", "code", "coupon", "delivery", "line", "order", "return", "memory", "sales"] as const
export type Subject = (typeof subjects)[number]

/** What a clause has, whatever its words are. */
const holdings = (clause: ClauseWords): ReadonlyArray<string> => {
  const { address, bounds, codes, hasPronoun, isBare, main, named, order, region } = clause
  const has: Readonly<Record<string, boolean>> = {
    thing: isThing(clause),
    pronoun: hasPronoun,
    bare: isBare,
    code: codes.length > 0,
    several: named.length > 1,
    price: bounds.minPrice !== null || bounds.maxPrice !== null,
    amount: bounds.amount !== null,
    definite: main?.isDefinite === true,
    plural: main?.isPlural === true,
    address: address !== null,
    region: region !== null,
    [`order:${order.reference?.kind ?? ""}`]: order.reference !== null
  }
  return Object.keys(has).filter((name) => has[name])
}

const sureness = (probability: number): string =>
  probability > 0.9 ? "sure" : probability > 0.6 ? "likely" : probability > 0.35 ? "unsure" : "guess"

/**
 * What a clause is told by in its place: what its words speak for, what it has, what is spoken of, and its words and runs
 * of words with each of these.
 */
export const traits = (
  clause: ClauseWords,
  { label, probability }: Pick<Reading, "label" | "probability">,
  subject: Subject | null
): ReadonlyArray<string> => {
  const isMark = ({ kind, raw }: TaggedToken) => kind === "mark" && raw !== "?" && raw !== ","
  const words = symbolsOf(clause.tokens, isMark).map((symbol) => concepts.get(symbol) ?? symbol)
  const about = subject ?? "nothing"
  const framed = ["^", ...words, "$"]
  const runs = framed.slice(1).map((word, index) => `${framed[index]}_${word}`)
  const inSubject = (trait: string) => (subject === null ? [trait] : [trait, `${trait}|${subject}`])
  return [
    `g:${label}`,
    `g:${label}|${about}`,
    `g:${label}|${sureness(probability)}`,
    `s:${about}`,
    sureness(probability),
    `#${Math.min(8, words.length)}`,
    ...holdings(clause).flatMap((name) => [`!${name}`, `!${name}|${label}`, `!${name}|${about}`]),
    ...[...new Set(words)].flatMap((word) => [...inSubject(`w:${word}`), `w:${word}|${label}`]),
    ...runs.flatMap((run) => inSubject(`b:${run}`)),
    ...runs.slice(1).flatMap((run, index) => [`t:${framed[index]}_${run}`, `k:${framed[index]}__${framed[index + 2]}`]),
    ...clause.tokens.flatMap(({ kind, lemma, tag, word }) =>
      kind === "word" && tag === null && word !== lemma ? [`=${word}`] : []
    )
  ]
}
