import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { namesAct } from "./Acts.ts"
import { sentencesOf, unquoted } from "./Clauses.ts"
import { isOwnToken, tokensOf } from "./Names.ts"
import { wholeWord } from "./Patterns.ts"
import { clausesAndSpared, sparing } from "./Refusals.ts"

/** What of an order, or of the cart that is ordered, an instruction is about. */

const inside = "(?:from|in|on|off|of|out of)(?![\\p{L}])"

/** What means an order as a whole. */
const wholeOrder =
  "(?:orders?|ones?|purchases?|parcels?|packages?|shipments?|delivery|everything|all|both|entire|(?:first|second|third|last|latest|newest|oldest|other)(?! (?:items?|products?|things?)))(?![\\p{L}])"
const wholeThing = `(?:${wholeOrder}|(?:returns?|refunds?|cancellation)(?![\\p{L}]))`
const orderItself = "(?:(?:my|the|that|this|last|latest|newest) ){0,2}(?:order|purchase|[0-9a-f]{8}-\\S+)"
/** What stands behind things of an order: "from my last order". */
const inOrder = `(?!of )${inside} ${orderItself}`

/**
 * What cancels or sends back a part of an order, which only goes as a whole: "only the mouse", "one of the two mugs", "drop the
 * lamp from my order". Not "only the last order", "just the one with the tent".
 */
export const partOfOrder = wholeWord(
  `(?:only|just) (?:the|my|one|two|three|half) (?!(?:(?!${inside})\\S+ ){0,3}${wholeThing})\\p{L}{3,}|(?:part|half|some|one|two|three|any|either|\\d+) of (?:the|my|it|them|those|these|that|this|order|[0-9a-f]{8}-\\S+)|partial (?:returns?|cancell?ations?)|part(?:ial)?ly(?=[.!]*$)|(?:an?|one|two|three|\\d+|some|single|first|second|third|last|other) (?:items?|products?|articles?|pieces?) ${inside}|(?:cancel|remove|drop|delete|erase|scratch|scrap|take|get rid of) (?:(?:the|my|a|an|one) )?(?:(?!${wholeThing}|${inside})\\S+ ){1,4}${inOrder}`
)

const keeps = wholeWord(sparing)

/** What means all there is, and what stands behind things that it is known to hold. */
const ofOrder = {
  all: wholeWord(wholeOrder),
  /** "Of my last order", "for order …", "(order …)". */
  within: new RegExp(`(?:(?<!\\p{L})(?:${inside}|for) |\\()${orderItself}`, "gu")
}
/** An order that is placed takes the cart. */
const ofCart = {
  all: wholeWord(
    "(?:check ?(?:\\S+ ){0,2}out|checkout|cart|basket|bag|trolley|(?:the|my|our|an|this|that) (?:\\S+ )?(?:order|purchase)|everything|all|both|whole|entire|lot|payment)(?![\\p{L}])"
  ),
  /** "Into my cart". */
  within: /(?<!\p{L})(?:in|into|to|from|of|off|on) (?:(?:my|the|our) )?(?:shopping )?(?:cart|basket|bag|trolley)/gu
}

/** Says nothing beside the things that it names. */
const besideGoods = /^(?:the|my|an?|one|also|too|both|only|just|please|then|thank|thanks|them)$/u

const singular = (token: string) => (token.length > 3 ? token.replace(/s$/u, "") : token)

const tokens = (text: string): ReadonlyArray<string> => tokensOf(text).map(singular)

/** The words of a name, also two of them written as one: "T-Shirt", "tshirt". */
const wordsOf = (name: string): ReadonlyArray<string> => {
  const parts = tokens(name)
  return [...parts, ...parts.map((part, at) => `${part}${parts[at + 1] ?? ""}`)]
}

/** The words that name each product of an order, and no other one in it. */
const ownWords = (names: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const words = names.map((name) => wordsOf(name).filter(isOwnToken))
  return words.map((own, at) =>
    own.filter((token) => words.every((others, place) => place === at || !others.includes(token)))
  )
}

/** What is known of a message when one of its clauses has been read. */
interface Reading {
  /** The clause is about what goes: it names the act, or goes on with a list of what one before it named. */
  readonly isGoing: boolean
  /** Its sentence names things to tell which order it means: "The order with the mat and the shirt has to be cancelled." */
  readonly isOfOrder: boolean
  /** What "it" is, by its place among the products. */
  readonly spokenOf: ReadonlyArray<number>
}

const unread: Reading = { isGoing: false, isOfOrder: false, spokenOf: [] }

/** What a clause wants to happen to the things that it is about. */
interface Fate {
  readonly role: "going" | "staying" | "neither"
  readonly things: ReadonlyArray<number>
}

/**
 * Whether a message that tells us to cancel or send back an order, or to order the cart, wants that for a part of what it
 * holds: names some of the products as what goes, or one of them as what stays, and not all of it. "I ordered a mat, cancel
 * it" and "put a mat into my cart and order it" name the mat.
 */
export const namesPart = (act: BindingAct, message: string, products: ReadonlyArray<string>): boolean => {
  const { all, within } = act === "order" ? ofCart : ofOrder
  const own = ownWords(products)
  const namedIn = (clause: string): ReadonlyArray<number> => {
    const said = tokens(clause)
    return own.flatMap((words, at) => (words.some((token) => said.includes(token)) ? [at] : []))
  }
  const known = new Set(products.flatMap(wordsOf))
  const isList = (clause: string): boolean =>
    tokens(clause).every((token) => besideGoods.test(token) || known.has(token))
  const clauses = sentencesOf(unquoted(message)).flatMap((sentence) =>
    clausesAndSpared(sentence).map((clause, at) => ({ clause, isFirst: at === 0 }))
  )
  const [, read] = Array.mapAccum(clauses, unread, (before, { clause, isFirst }): [Reading, Fate] => {
    const named = namedIn(clause)
    const isAll = all.test(clause.replace(within, " "))
    const isOfOrder = (!isFirst && before.isOfOrder) || (isAll && named.length > 0)
    const isGoing = namesAct[act].test(clause) || (before.isGoing && isList(clause))
    const spokenOf = isAll ? [] : named.length > 0 && !isList(clause) ? named : [...before.spokenOf, ...named]
    const role = isAll ? "neither" : keeps.test(clause) ? "staying" : isGoing && !isOfOrder ? "going" : "neither"
    const things = role === "going" && named.length === 0 ? before.spokenOf : named
    return [
      { isGoing, isOfOrder, spokenOf },
      { role, things }
    ]
  })
  const those = (role: Fate["role"]) => Array.dedupe(read.flatMap((fate) => (fate.role === role ? fate.things : [])))
  const going = those("going").length
  return those("staying").length > 0 || (going > 0 && going < products.length)
}
