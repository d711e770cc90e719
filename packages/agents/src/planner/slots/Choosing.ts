import { type Piece } from "../classify/Piece.ts"
import { meansOther } from "../text/Comparing.ts"
import { type Phrase } from "../text/Phrases.ts"
import { type OrderReference, type ProductReference } from "../Wish.ts"
import { type Focus } from "./Focus.ts"
import { type Mentions } from "./Mentions.ts"
import { pick } from "./Selection.ts"

/** Words a customer shortens a known product to: "the jacket" after "Oskaberg Nordvind Winter Jacket". */
const isShortFor = (phrase: Phrase, name: string | null): boolean =>
  name !== null &&
  phrase.isDefinite &&
  phrase.tokens.every(({ lemma, word }) => {
    const known = name.toLowerCase()
    return known.includes(lemma) || known.includes(word)
  })

/** Only everyday words, which may be no product at all. */
const isEveryday = (phrase: Phrase): boolean => !phrase.isProper && !phrase.hasNoun && !phrase.hasName

/** The product a piece is about, wherever it was named. */
export const productOf = (piece: Piece, focus: Focus, mentions: Mentions): ProductReference | null => {
  const picked = piece.main === undefined || !piece.main.hasName ? pick(piece.tokens, focus) : undefined
  if (picked !== undefined && picked.orderId === null) {
    return { name: picked.name, source: "history" }
  }
  const other = meansOther(piece.tokens) ? focus.recent.find((name) => name !== focus.product) : undefined
  if (other !== undefined && (piece.main === undefined || isEveryday(piece.main))) {
    return { name: other, source: "history" }
  }
  const known = mentions.product ?? focus.product
  const { main } = piece
  const isVague = main !== undefined && isEveryday(main)
  const isTerse = piece.text.split(" ").length < 4
  const isPassedOver = known !== null && isVague && (piece.hasPronoun || (!main.isDefinite && !isTerse))
  if (main !== undefined && !isPassedOver) {
    return isShortFor(main, focus.product) && focus.product !== null
      ? { name: focus.product, source: "history" }
      : known !== null && !main.isProper && !main.hasNoun
        ? { name: main.written, source: "message", instead: known }
        : { name: main.written, source: "message" }
  }
  return mentions.product !== null
    ? { name: mentions.product, source: "message" }
    : focus.product !== null
      ? { name: focus.product, source: "history" }
      : null
}

const samePlace = (orders: Focus["items"], id: string): number => orders.findIndex(({ orderId }) => orderId === id)

const ordinalOrders = ["second", "third", "fourth", "fifth"].map((word) => new RegExp(`(?:^| )${word} (?:order|one)`))

/** The order a piece is about; null when it was not said which. */
export const orderOf = (
  piece: Piece,
  focus: Focus,
  mentions: Mentions,
  recent: ReadonlyArray<string>
): OrderReference | null => {
  const { isDescribed, isOneBefore, reference, status } = piece.order
  if (isOneBefore) {
    const known = focus.orderId === null ? -1 : recent.indexOf(focus.orderId)
    const listed = focus.orderId === null ? -1 : samePlace(focus.items, focus.orderId)
    return { kind: "position", index: (known >= 0 ? known : listed >= 0 ? listed : 0) + 1 }
  }
  if (reference?.kind === "position" && status !== null && status !== "placed" && isDescribed) {
    return { kind: "status", status, index: reference.index }
  }
  if (reference !== null && reference.kind !== "age") {
    return reference
  }
  const picked = pick(piece.tokens, focus)
  if (picked?.orderId !== undefined && picked.orderId !== null) {
    return { kind: "id", id: picked.orderId }
  }
  const index = ordinalOrders.findIndex((pattern) => pattern.test(piece.text))
  if (index >= 0) {
    return { kind: "position", index: index + 1 }
  }
  if (reference !== null) {
    return reference
  }
  if (status !== null && isDescribed) {
    return { kind: "status", status }
  }
  if (piece.main !== undefined && (piece.main.hasNoun || piece.main.isProper)) {
    return { kind: "product", name: piece.main.written }
  }
  const isSaidBefore = piece.hasPronoun || /(?:^| )(?:ours|mine|that money|the money)(?: |$)/.test(piece.text)
  if (mentions.order === null && mentions.product !== null && isSaidBefore) {
    return { kind: "product", name: mentions.product }
  }
  const isOther = /(?:^| )(?:another|new|any|other|an) order/.test(piece.text)
  return isOther ? null : (mentions.order ?? (focus.orderId === null ? null : { kind: "id", id: focus.orderId }))
}
