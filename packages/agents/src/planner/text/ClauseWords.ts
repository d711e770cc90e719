import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { type SaidAddress } from "../Wish.ts"
import { findAddresses } from "./Address.ts"
import { type Bounds, readBounds } from "./Bounds.ts"
import { type Clause } from "./Clauses.ts"
import { orderWords, type OrderWords } from "./OrderWords.ts"
import { categoryOf, isGeneral, mainPhrase, namesThing, nounCategory, type Phrase, phrases } from "./Phrases.ts"
import { readRoute } from "./Regions.ts"
import { type TaggedToken } from "./Tags.ts"
import { hasQuestionMark, lemmasOf, withoutMarks } from "./Tokens.ts"

/** A wish in the first person, or somebody's whom one speaks for. */
const desire =
  /(?:^| )(?:i|we|he|she|they|mother|wife|husband|friend|son|daughter|boss)(?: be| have)?(?: \S+){0,2}? (?:want|need|would|wish|look|search|wonder|hunt|fancy|require|try|interested|after|should|must|could use|thinking of|think of|think about|hope|like to know|ask)(?: |$)|(?:^| )(?:let i|let me|looking for|look for|search for|please|no clue|no idea|curious|gotta|tryna)(?: |$)|budget/
const lead =
  "(?:(?:and|so|but|well|okay|ok|also|then|because|since|honestly|anyway|actually|hey|hi|yes|no|oh|as|plus|by the way|you know|to be honest|maybe|sorry|damn|ugh) )*"
const someone =
  "<past>|be|was|have|do|did|want|need|get|go|buy|order|think|feel|see|hear|love|like|hate|say|tell|know|keep|use|live|work|come|break|die|arrive|take|make|give|place|cancel|return|look|seem|smell|turn|play|sleep|eat|drop|swear|recommend|leave|ship|deliver|pay|spend|move|bring|run|read|find|try|remember|notice|forget|lose|talk|ask|can|will|would|could|should|might|already|never|always|just|still|really"
const something =
  "<past>|be|was|have|did|can|will|would|could|should|might|want|need|get|go|say|tell|think|keep|love|hate|seem|break|die|smell|live|turn|move|recommend|swear|arrive|come|stop|fall|start|leak|not"
/** "last winter", "in 2019", "without one": when and how something was that is told. */
const setting =
  "(?:(?:in|on|at|last|after|before|without|with|for|until|while|from|by|during|yesterday|today|now)(?: (?!which |what |how |who |that |my |our |his |her |their |your |i |we )\\S+){1,4} |yesterday |today )?"

/** "I moved", "it broke", "my old one died", "in 2019 I bought one": tells something. */
const statement = new RegExp(
  `^${lead}${setting}(?:(?:i|we|he|she|they|it|there|this|that|you|someone|somebody|everyone|everybody|people|nobody) (?:\\S+ ){0,2}(?:${someone})|(?:my|our|the|his|her|their|your|a|an|some|one|mine) (?:\\S+ ){1,4}(?:${something}))(?: |$)`
)

/** Base forms that are also nouns here, and past participles that describe things. */
const notTold = new Set(
  "order rate use place cancel ship deliver return refund price cost reduce discount sell recommend suggest".split(" ")
)

const pastForms = new Set(
  "bought got gave told said went came saw found made took left lost broke felt thought knew kept brought ran read heard met paid sent sold stood wore won wrote ate drank drove fell flew grew held hurt led let lay rode rose sang sat slept spoke swore taught threw woke".split(
    " "
  )
)

/** A form of the past: what was, not what is asked for. */
const isPast = ({ kind, lemma, tag, word }: TaggedToken): boolean =>
  kind === "word" &&
  tag === null &&
  !notTold.has(lemma) &&
  word !== lemma &&
  (word.endsWith("ed") || pastForms.has(word))

const telling = new RegExp(`^(?:${someone})$`)

/** Goes on telling about somebody: "keeps bragging", "loves it". */
const goesOnTelling = ([first]: ReadonlyArray<TaggedToken>): boolean =>
  first !== undefined &&
  first.kind === "word" &&
  first.tag === null &&
  first.word === `${first.lemma}s` &&
  telling.test(first.lemma)

/** "somebody will ask what sold best": a question behind a statement. */
const asked =
  /(?:^| )(?:will|would|want to|wants to|need to|like to)(?: \S+)? (?:ask|know|hear|see)(?: i| me)? (?:what|which|how|where|when|whether|if)(?: |$)/

/** Tells something and asks for nothing. */
const isTold = (tokens: ReadonlyArray<TaggedToken>): boolean => {
  const words = withoutMarks(tokens)
  return (
    goesOnTelling(words) || statement.test(words.map((token) => (isPast(token) ? "<past>" : token.lemma)).join(" "))
  )
}

/** Asks, orders or wishes something, in whatever form; a plain statement does not. */
const isRequestIn = (tokens: ReadonlyArray<TaggedToken>, text: string): boolean =>
  !isTold(tokens) || hasQuestionMark(tokens) || desire.test(text) || asked.test(text)

const opening =
  "(?:(?:and|so|but|well|okay|ok|also|then|hey|hi|hello|yes|no|oh|plus|anyway|actually|please|kindly|just|now|first|second|third|finally|quick|right|pity|sorry|thanks|great|hm|in that case|if so|by the way) )*"

/** Begins as orders do. */
const order = new RegExp(
  `^${opening}(?:show|find|tell|give|list|compare|check|search|look|let|get|bring|pull|send|ship|add|put|take|remove|cancel|return|refund|track|order|buy|apply|use|make|draft|write|answer|reply|respond|suggest|recommend|explain|describe|help|name|sort|filter|count|calculate|work out|figure|plan|estimate|optimize|optimise|read|scan|see|set|change|update|remember|forget|note|keep|empty|clear|detect|dig|hand|fetch|recall|remind|verify|validate|test|try|sum|summarize|summarise|break|go ahead|place|process|open|pick|point|browse|print|quote|review|run|quick)(?: |$)`
)
/** A wish that is more than a mood: "I would like …", "we need …", "the boss wants …". */
const wish =
  /(?:^| )(?:i|we|she|he|they|boss|wife|husband|mother|father|mum|dad|son|daughter|friend|team|somebody|everybody|facilities|management|client|customer)(?: (?:just|only|really|also|simply|do|be|have|be be|certainly|will|would|be now|still|all|both|desperately|urgently|merely)){0,3} (?:want|need|like|love|look for|search|wonder|fancy|require|wish|ask|curious|interested|appreciate|care|be after|after|could use|could do with|hunt for|in the market|keen|hope to|try to find|like to know)(?: (?!it|this|that|them|him|her|us|about)|$)|(?:^| )(?:please|would be (?:lovely|great|nice|good|perfect|ideal))(?: |$)/
/** "… whether it has an index". */
const embedded =
  /(?:^| )(?:know|tell|wonder|ask|see|check|care|say|understand|curious|hear|clue|idea|sure) (?:(?:i|me|us|about|of|out|as to|exactly|maybe|only|just) )*(?:whether|if|what|how|which|where|when|why|who)(?: |$)/

/** The clause asks, orders or wishes in its very form, not only by not being a statement. */
const asksInForm = (tokens: ReadonlyArray<TaggedToken>, text: string): boolean =>
  hasQuestionMark(tokens) || order.test(text) || wish.test(text) || embedded.test(text)

/** A clause with all that its words say by themselves. */
export interface ClauseWords extends Clause {
  /** Base forms in one line, without marks. */
  readonly text: string
  /** As written. */
  readonly said: string
  readonly bounds: Bounds
  /** Phrases that may name a product, without the brand. */
  readonly phrases: ReadonlyArray<Phrase>
  /** Those that certainly do. */
  readonly named: ReadonlyArray<Phrase>
  /** The phrase that names or describes a product; none for "it" and "the second one". */
  readonly main: Phrase | undefined
  readonly brand: Phrase | undefined
  readonly order: OrderWords
  readonly codes: ReadonlyArray<string>
  readonly region: Region | null
  readonly address: SaidAddress | null
  readonly category: Category | null
  /** "it", "those", "one": stands for something said before. */
  readonly hasPronoun: boolean
  /** Nothing but product phrases, numbers and small words. */
  readonly isBare: boolean
  /** Asks, orders or wishes something, in whatever form; a plain statement does not. */
  readonly isRequest: boolean
  /** Has the form of a question, an order or a wish. */
  readonly asks: boolean
}

const pronouns = new Set("it he she they them that this those these one ones both".split(" "))

/** Words that may stand around a bare phrase. */
const smallWords = new Set(
  "if it its make take a an the this that these those and or also of for on about with from in to as by at my your our some any please just maybe then but is are be what how about too well ok okay yes no hmm actually instead rather more like i mean same one ones first not so hey hi now tho though nah anyway question thing".split(
    " "
  )
)

const brandNouns =
  /^(?:product|thing|stuff|item|gear|one|range|brand|collection|article|line|goods|equipment|clothing)$/

/** The phrase after "from" or before "products" that is a maker's name. */
const brandOf = (tokens: ReadonlyArray<TaggedToken>, found: ReadonlyArray<Phrase>): Phrase | undefined =>
  found.find((phrase) => {
    const before = tokens[phrase.from - 1]?.word ?? ""
    const next = tokens[phrase.to]
    const after = next?.word === "goods" ? next.word : (next?.lemma ?? "")
    const isMaker =
      phrase.hasName && !phrase.hasNoun && !isGeneral(phrase) && !phrase.tokens.some(({ raw }) => /\d/.test(raw))
    return isMaker && (/^(?:from|by|brand)$/.test(before) || brandNouns.test(after))
  })

const addressIn = (tokens: ReadonlyArray<TaggedToken>): SaidAddress | null => {
  const token = tokens.find(({ raw, tag }) => tag === "address" || (tag === "place" && /\d/.test(raw)))
  return token === undefined ? null : (findAddresses(token.raw)[0]?.address ?? null)
}

const codesOf = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<string> => {
  const written = tokens.filter(({ tag }) => tag === "code").map(({ raw }) => raw)
  const inCapitals = written.filter((raw) => raw === raw.toUpperCase())
  return (inCapitals.length > 0 ? inCapitals : written).map((raw) => raw.toUpperCase())
}

/** Reads the words of a clause. */
export const readWords = (message: string, { isLinked, joiner, sentence, tokens }: Clause): ClauseWords => {
  const text = lemmasOf(tokens)
  const bounds = readBounds(tokens)
  const found = phrases(tokens, bounds.used)
  const brand = brandOf(tokens, found)
  const named = found.filter((phrase) => phrase !== brand)
  const inPhrase = (place: number) => found.some(({ from, to }) => place >= from && place < to)
  return {
    tokens,
    sentence,
    joiner,
    isLinked,
    text,
    said: message.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0),
    bounds,
    phrases: named,
    named: named.filter((phrase) => namesThing(phrase) && !isGeneral(phrase)),
    main: mainPhrase(named.filter((phrase) => !isGeneral(phrase))),
    brand,
    order: orderWords(tokens),
    codes: codesOf(tokens),
    region: readRoute(tokens).to ?? readRoute(tokens).from,
    address: addressIn(tokens),
    category: categoryOf(tokens),
    hasPronoun: tokens.some(({ word }) => pronouns.has(word)),
    isBare:
      (found.length > 0 || bounds.used.size > 0 || bounds.amount !== null) &&
      !tokens.some(isPast) &&
      tokens.every(
        ({ kind, value, word }, place) =>
          kind === "mark" || value !== null || smallWords.has(word) || bounds.used.has(place) || inPhrase(place)
      ),
    isRequest: isRequestIn(tokens, text),
    asks: asksInForm(tokens, text)
  }
}

/** Its main phrase names a product or a kind of product. */
export const isThing = ({ main }: Pick<ClauseWords, "main">): boolean => main !== undefined && namesThing(main)

/** Speaks of the cart. */
export const saysCart = ({ text }: Pick<ClauseWords, "text">): boolean =>
  /(?:^| )(?:cart|basket|trolley)(?: |$)/.test(text)

/** The department a wish is narrowed to: the one that is named, else that of the kind of product. */
export const departmentOf = ({ category, main }: ClauseWords): Category | null => category ?? nounCategory(main)

/** True when a price, a rating, an order, stock, a maker or a department is asked for. */
export const isBounded = ({ bounds, brand, category }: ClauseWords): boolean =>
  bounds.minPrice !== null ||
  bounds.maxPrice !== null ||
  bounds.minRating !== null ||
  bounds.sort !== null ||
  bounds.inStock !== null ||
  brand !== undefined ||
  category !== null
