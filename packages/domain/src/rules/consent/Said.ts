import { plain } from "./Clauses.ts"
import { type Address } from "../../Address.ts"
import { isOwnToken, namesPlace, streetKinds, tokensOf } from "./Names.ts"
import { wholeWord } from "./Patterns.ts"

/** Whether what a model writes for a customer is made of what was said. */

/** Longer words that by themselves send nothing anywhere. */
const empty =
  /^(?:please|kindly|thanks?|with|from|when|then|that|this|them|they|their|your|here|there|into|onto|upon|also|will|would|could|should|have|wants?|wanted|likes?|asks?|asked|notes?|orders?|items?|packages?|parcels?|deliver|delivered|delivery|customer|courier|driver|carrier|leave|left|drop|place)$/u

/** Words of up to three letters, but for numbers. */
const short = /^(?!(?:one|two|six|ten)$)\p{L}{1,3}$/u

/** Scripts that do not part their words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u

/** Numbers and words; what is not parted by spaces is parted at its numbers. */
const piecesOf = (text: string): ReadonlyArray<string> =>
  tokensOf(text).flatMap((token) => (unspaced.test(token) ? (token.match(/\p{N}+|\P{N}+/gu) ?? []) : [token]))

/** A word without the end that its form may change: "leav", "neighbo". */
const stemOf = (word: string): string => (unspaced.test(word) ? word : word.slice(0, Math.max(4, word.length - 3)))

/** Tells whether a word, in any of its forms, is one of a text. */
const wordsIn = (said: string) => {
  const pieces = piecesOf(said)
  // "doorbell" and "door bell" are one, but no other word may begin within one that was said.
  const runs = pieces.map((piece, at) => `${piece}${pieces[at + 1] ?? ""}`)
  return {
    pieces,
    has: (word: string): boolean => {
      const stem = stemOf(word)
      return unspaced.test(stem)
        ? pieces.some((piece) => piece.includes(stem))
        : runs.some((run) => run.startsWith(stem))
    }
  }
}

/** All of the numbers of a text, and of its longer words the stems, as for a note for the delivery. */
export const isSaid = (text: string, said: string): boolean => {
  const { has, pieces } = wordsIn(said)
  return piecesOf(text).every((piece) =>
    /\p{N}/u.test(piece)
      ? pieces.includes(piece)
      : (!unspaced.test(piece) && (short.test(piece) || empty.test(piece))) || has(piece)
  )
}

/** What an order of anything is told with: "place" speaks of no "Quiet Places", "everything" of no "Everyday T-Shirt". */
const ofAnything = wordsIn(
  "please check out, place, buy, purchase, pay, complete, send: everything, cart, address, home; standard, express, overnight, shipping, delivery"
)

/** Whether a text speaks of a thing: any word of its name that tells it from others. */
export const isSpokenOf = (name: string, said: string): boolean => {
  const { has } = wordsIn(said)
  return tokensOf(name).some((token) => isOwnToken(token) && !ofAnything.has(token) && has(token))
}

const streetKind = wholeWord(streetKinds, "gu")

/** Whether a text names a place, and what it says of the street is all there is of it: its kind may be written out. */
export const isPlaceSaid = (place: Pick<Address, "street" | "zip">, said: string): boolean =>
  namesPlace(said, place) && isSaid(plain(place.street).replace(streetKind, " "), said)
