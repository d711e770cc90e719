import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { namesAct } from "./Acts.ts"
import { sentencesOf, unquoted } from "./Clauses.ts"
import { isOwnToken, tokensOf } from "./Names.ts"
import { word } from "./Patterns.ts"
import { clausesAndSpared } from "./Refusals.ts"
import * as Words from "./Words.ts"

/** What of an order, or of the cart that is ordered, an instruction is about. */

const spares = new RegExp(word(Words.spares), "u")

/** What means all there is, and what stands behind things of it: "from my last order", "into my cart". */
const ofOrder = {
  whole: new RegExp(word(Words.wholeOrder), "u"),
  within: new RegExp(Words.behindGoods, "gu")
}
const ofCart = { whole: new RegExp(word(Words.wholeCart), "u"), within: new RegExp(`(?<!\\p{L})${Words.inCart}`, "gu") }

/** Says nothing beside the things that it names. */
const beside = new RegExp(`^(?:${Words.besideGoods})$`, "u")

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

/**
 * Whether a message that tells us to cancel or send back an order, or to order the cart, wants that for a part of what it
 * holds: names some of the products as what goes, or one of them as what stays, and not all of it. "I ordered a mat, cancel
 * it" and "put a mat into my cart and order it" name the mat.
 */
export const namesPart = (act: BindingAct, message: string, products: ReadonlyArray<string>): boolean => {
  const { whole, within } = act === "order" ? ofCart : ofOrder
  const own = ownWords(products)
  const namedIn = (clause: string): ReadonlyArray<number> => {
    const said = tokens(clause)
    return own.flatMap((words, at) => (words.some((token) => said.includes(token)) ? [at] : []))
  }
  const known = new Set(products.flatMap(wordsOf))
  const isList = (clause: string): boolean => tokens(clause).every((token) => beside.test(token) || known.has(token))
  // Whether a clause is about what goes: it names the act, or goes on with a list of what one before it named.
  let isGoing = false
  // What "it" is.
  let spokenOf: ReadonlyArray<number> = []
  const going: Array<number> = []
  const staying: Array<number> = []
  for (const sentence of sentencesOf(unquoted(message))) {
    let isOfOrder = false
    for (const clause of clausesAndSpared(sentence)) {
      const named = namedIn(clause)
      const isWhole = whole.test(clause.replace(within, " "))
      // "The order with the mat and the shirt has to be cancelled."
      isOfOrder ||= isWhole && named.length > 0
      isGoing = namesAct[act].test(clause) || (isGoing && isList(clause))
      if (spares.test(clause)) {
        staying.push(...(isWhole ? [] : named))
      } else if (isGoing && !isWhole && !isOfOrder) {
        going.push(...(named.length > 0 ? named : spokenOf))
      }
      spokenOf = isWhole ? [] : named.length > 0 && !isList(clause) ? named : [...spokenOf, ...named]
    }
  }
  const count = Array.dedupe(going).length
  return staying.length > 0 || (count > 0 && count < products.length)
}
