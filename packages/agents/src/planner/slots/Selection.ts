import { namedBefore, namedNow, type OrderReference, type ProductReference } from "../Wish.ts"
import { type Piece } from "../classify/Piece.ts"
import { Schema, Struct } from "effect"
import { type Background, type Focus, type Item, winner } from "./Focus.ts"
import { type Mentions } from "./Mentions.ts"
import { type Phrase, shortens } from "../text/Phrases.ts"
import { isSameOrder } from "../text/OrderNames.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { wordsOf } from "../text/Tokens.ts"
import { meaningsOf, numberWords, saidIn, wordsAs } from "../text/WordLists.ts"

const ordinals = ["first", "second", "third", "fourth", "fifth"]
const ordinal = new RegExp(`\\b(?:${ordinals.join("|")}|last)\\b`, "g")
const pointing = new RegExp(
  `(?<!\\b(?:here|there|come|comes|arrive|arrives|know|at) )\\b(${ordinals.join("|")}|[1-5] ?(?:st|nd|rd|th))\\b(?! (?:place|time|of all|last|latest|name))`
)

/** By what an entry of a list is picked: the highest is. */
const values = {
  cheap: ({ price }: Item) => (price === null ? null : -price),
  dear: ({ price }: Item) => price,
  rated: ({ rating }: Item) => rating
}

const By = Schema.Literal(...Struct.keys(values))
const superlatives = meaningsOf("superlative", By)
/** Of one thing nothing is the cheaper one. */
const comparatives = meaningsOf("comparative", By)

/** Those of which it is known, the cheapest, dearest or best rated first. */
const sortedBy = (by: typeof By.Type, items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  items
    .filter((item) => values[by](item) !== null)
    .toSorted((left, right) => (values[by](right) ?? 0) - (values[by](left) ?? 0))

/** "2", right after a list. */
export const placeAlone = /^([1-9])(?: please)?$/

/** "the bottom one", "the last of those"; orders are listed newest first. */
const atEnd = (text: string, items: ReadonlyArray<Item>): Item | undefined => {
  const areOrders = items.some(({ orderId }) => orderId !== null)
  const isFirst =
    areOrders && /(?:^|\bthe )(?:newest|newer|latest|top)(?: one)?(?: of (?:those|them|these))?$/.test(text)
  const isLast =
    /\b(?:the )?(?:last|bottom|oldest) (?:one )?(?:of (?:those|them|these)|[io]n (?:the|that|this|your) list)\b|\bbottom one\b/.test(
      text
    ) || (areOrders ? /(?:^|\bthe )(?:oldest|older)(?: one)?$/ : /\blast one\b/).test(text)
  return isFirst ? items[0] : isLast ? items.at(-1) : undefined
}

/** The entry of the last list that a clause picks: "the second one", "number 2", "the cheapest of those". */
export const pick = (tokens: ReadonlyArray<TaggedToken>, focus: Focus): Item | undefined => {
  const { answer, isListed, items, priced } = focus
  const text = wordsOf(tokens)
  const compared = items.length > 1 || priced.length < 2 ? items : priced
  const by = saidIn(text, superlatives) ?? (compared.length > 1 ? saidIn(text, comparatives) : null)
  if (by !== null) {
    const known = sortedBy(by, compared)
    // Rounded ratings can be equal, but the answer says whose is best.
    const best = by === "rated" ? winner("best rated", answer) : undefined
    return known.find(({ name }) => best?.endsWith(name)) ?? known[0]
  }
  const alone = isListed ? placeAlone.exec(text)?.[1] : undefined
  const place = alone === undefined ? placeOf(tokens) : Number(alone) - 1
  if (place !== undefined) {
    return items[place]
  }
  // "the linen one", "the $49 one"
  const word =
    /\bthe (\w{3,}|\d\d) one\b/.exec(text)?.[1] ?? /\bthe one (?:with|about) (?:the |a )?(\w{3,})\b/.exec(text)?.[1]
  const sum = /\bone\b/.test(text)
    ? tokens.find((token) => token.tag === "money" || token.word === word)?.value
    : undefined
  const isMeant = ({ name, price }: Item) =>
    sum === undefined || sum === null
      ? word !== undefined && new RegExp(`\\b${word}s?\\b`, "i").test(name)
      : Math.floor(price ?? 0) === Math.floor(sum)
  const named = items.filter(isMeant)
  const middle = /\bthe middle one\b/.test(text) ? items[(items.length - 1) / 2] : undefined
  return named.length === 1 ? named[0] : (middle ?? atEnd(text, items))
}

/** Nothing but places of a list, and what is to be done with them: "add 1 and 3", "number 2 and 4 please". */
const onlyPlaces =
  /^(?:(?:[1-9](?:st|nd|rd|th)?|number|no|option|item|and|also|the|ones?|to|in|into|my|cart|basket|please|add|put|take|want|i|get|both|of|them|list|from|on|okay|yes)(?: |$))+$/

/** The products of a list that are meant together: "the first two", "1 and 3", "one of each". */
export const pickAll = (tokens: ReadonlyArray<TaggedToken>, { isListed, items }: Focus): ReadonlyArray<Item> => {
  const text = wordsOf(tokens)
  const by = saidIn(text, superlatives)
  const figures = onlyPlaces.test(text) ? [...text.matchAll(/\b[1-9]/g)].map(([figure]) => Number(figure) - 1) : []
  const counted = by === null ? /\b(?:first|top) (two|three|four|[2-4])\b/ : /\b(two|three|four|[2-4])\b/
  const count = counted.exec(text)?.[1]
  const isAll =
    /\b(?:all|each)\b/.test(text) || (items.length === 2 && /\b(?:both|(?:those|these|them) two)\b/.test(text))
  const ordered = [...text.matchAll(ordinal)].map(([word]) =>
    word === "last" ? items.length - 1 : ordinals.indexOf(word)
  )
  const places = figures.length > 1 ? figures : ordered
  const most = count === undefined ? (isAll ? items.length : 0) : (numberWords.get(count) ?? Number(count))
  const isMeant = (_: Item, place: number) => (places.length > 1 ? places.includes(place) : place < most)
  return isListed && items.every(({ orderId }) => orderId === null)
    ? (by === null ? items : sortedBy(by, items)).filter(isMeant)
    : []
}

/** Which place of a list is pointed at, from 0: "the second one", "number 2". */
export const placeOf = (tokens: ReadonlyArray<TaggedToken>): number | undefined => {
  const text = wordsOf(tokens)
  const place = pointing.exec(text)?.[1]
  if (place !== undefined) {
    return ordinals.includes(place) ? ordinals.indexOf(place) : Number.parseInt(place) - 1
  }
  const number = /\b(?:number|option|no|nr|item|product|order) (one|two|three|four|five|[1-9])\b/.exec(text)?.[1]
  return number === undefined ? undefined : (numberWords.get(number) ?? Number(number)) - 1
}

/** "those two", "both of them" */
export const several =
  /(?:^| )(?:(?:the|those|these|all|of the|of those|of them) (?:two|three|both)|both(?: of (?:them|those|these))?|the pair|the two of (?:them|these|those)|all three)(?: |$)/

/** "both", but not "the cheaper of the two" */
export const saysSeveral = ({ text, tokens }: Piece, focus: Focus): boolean =>
  several.test(text) && pick(tokens, focus) === undefined

/** The products that "those two" stands for: the first of the list just given, else those spoken of last. */
export const lastSpokenOf = ({ answer, items, recent }: Focus, text: string): ReadonlyArray<string> => {
  const listed = items.filter(({ name, orderId }) => orderId === null && answer.includes(name)).map(({ name }) => name)
  return (listed.length > 1 ? listed : recent).slice(0, /\bthree\b/.test(text) ? 3 : 2)
}

/** Only everyday words, which may not be a product at all. */
const isEveryday = (phrase: Phrase): boolean => !phrase.isProper && !phrase.hasNoun && !phrase.hasName

/** "How many USB ports does it have?" asks for a part of what was spoken of. */
const hasIt = /(?:^| )(?:do|have|be|can) (?:it|they)(?: |$)/

/** "The cheapest tent" is none of a list that has no tent. */
const isOfItsKind = ({ main }: Piece, { name }: Item): boolean =>
  main === undefined ||
  !main.hasNoun ||
  main.tokens.some(({ lemma, word }) => [lemma, word].some((said) => name.toLowerCase().includes(said)))

/** "the other one": the one of two that was not spoken of last. */
const otherOne =
  /(?:^| )the other(?: (?:ones?|product|item|thing))?(?: |$)(?!one|ones|two|three|day|week|way|hand|side|direction|shop)/

/** Can only pick from a list: "the second one", "the one with trains". */
export const onlyPicks = ({ main, text }: Piece): boolean =>
  main === undefined || /^(?:\S+ )?the one (?:with|about) /.test(text)

/** What was spoken of, the entry of a list included that a piece picks: "I'll take the cheaper one, add it". */
export const withPicked = (piece: Piece, mentions: Mentions, focus: Focus): Mentions => {
  const picked = onlyPicks(piece) ? pick(piece.tokens, focus) : undefined
  return picked === undefined
    ? mentions
    : picked.orderId === null
      ? { ...mentions, product: picked.name }
      : { ...mentions, order: { kind: "id", id: picked.orderId } }
}

/** The product a piece is about, wherever it was named. */
export const productOf = (piece: Piece, focus: Focus, mentions: Mentions): ProductReference | null => {
  const picked = piece.main === undefined || !piece.main.hasName ? pick(piece.tokens, focus) : undefined
  if (picked !== undefined && picked.orderId === null && isOfItsKind(piece, picked)) {
    return namedBefore(picked.name)
  }
  const other = otherOne.test(wordsOf(piece.tokens)) ? focus.recent[1] : undefined
  if (other !== undefined && (piece.main === undefined || isEveryday(piece.main))) {
    return namedBefore(other)
  }
  const before = mentions.product ?? focus.product
  const { main } = piece
  const isCounted = (piece.tokens[(main?.from ?? 0) - 1]?.value ?? null) !== null
  const isVague = main !== undefined && isEveryday(main) && !isCounted
  const isTerse = piece.text.split(" ").length < 4
  // "What's the battery like on those?" asks for a part of what was spoken of.
  const isTrait = main !== undefined && main.tokens.every(({ lemma }) => wordsAs("trait").has(lemma))
  const isPassedOver = before !== null && (isTrait || (isVague && (piece.hasPronoun || (!main.isDefinite && !isTerse))))
  if (main !== undefined && !isPassedOver) {
    return focus.product !== null && main.isDefinite && shortens(main, focus.product)
      ? namedBefore(focus.product)
      : before !== null && ((!main.isProper && !main.hasNoun) || hasIt.test(piece.text))
        ? { ...namedNow(main.written), instead: before }
        : { ...namedNow(main.written), ...(main.text === main.written ? {} : { instead: main.text }) }
  }
  return mentions.product !== null
    ? namedNow(mentions.product)
    : focus.product !== null
      ? namedBefore(focus.product)
      : null
}

/** The order before the one spoken of, among the newest or in the list that was shown. */
const oneBefore = ({ focus: { items, orderId }, recent }: Background): OrderReference => {
  const places = [recent.findIndex((id) => id === orderId), items.findIndex((item) => item.orderId === orderId)]
  const place = orderId === null ? undefined : places.find((found) => found >= 0)
  return { kind: "position", index: (place ?? 0) + 1 }
}

const otherOrderWords =
  /(?:^| )(?:the|my|that) other(?: (?:one|order|parcel|package|purchase|delivery|shipment)| be| to| too|$)/

/** The other one of the orders that were listed, or any but the one that was spoken of. */
const otherOrder = (spokenOf: OrderReference | null, { focus, recent }: Background): OrderReference | null => {
  const { items } = focus
  const than = spokenOf?.kind === "id" ? spokenOf.id : recent[spokenOf?.kind === "position" ? spokenOf.index : -1]
  const [other, third] = items.flatMap(({ orderId }) =>
    orderId === null || (than !== undefined && isSameOrder(orderId, than)) ? [] : orderId
  )
  return than === undefined
    ? null
    : other !== undefined && third === undefined && items.length === 2
      ? { kind: "id", id: other }
      : { kind: "other", than }
}

/** The order a piece is about; null when it was not said which. */
export const orderOf = (piece: Piece, background: Background, mentions: Mentions): OrderReference | null => {
  const { focus } = background
  const { isDescribed, isOneBefore, reference, status } = piece.order
  const byId = (id: string | null | undefined): OrderReference | null =>
    id === null || id === undefined ? null : { kind: "id", id }
  const byProduct = (name: string | null | undefined): OrderReference | null =>
    name === null || name === undefined ? null : { kind: "product", name }
  const isPlaced = reference?.kind === "position" && status !== "placed"
  const isNamed = piece.main?.hasNoun === true || piece.main?.isProper === true
  const kind = piece.main === undefined ? piece.tokens.find(({ tag }) => tag === "department")?.word : undefined
  const isSaidBefore =
    piece.hasPronoun || piece.tokens.length < 4 || /(?:^| )(?:ours|mine|that money|the money)(?: |$)/.test(piece.text)
  const isOther = /(?:^| )(?:another|new|any|other|an) order/.test(piece.text)
  const spokenOf = mentions.order ?? byId(focus.orderId)
  return (
    (isOneBefore ? oneBefore(background) : null) ??
    (isPlaced && status !== null && isDescribed ? { kind: "status", status, index: reference.index } : null) ??
    (reference?.kind === "id" ? reference : null) ??
    (otherOrderWords.test(piece.text) ? otherOrder(spokenOf, background) : null) ??
    byId(pick(piece.tokens, focus)?.orderId) ??
    // "the jacket I ordered this morning" is told by what it is.
    (reference?.kind === "age" && piece.main?.hasNoun === true ? null : reference) ??
    (status !== null && isDescribed ? { kind: "status", status } : null) ??
    (isNamed ? byProduct(piece.main?.written) : byProduct(kind)) ??
    (mentions.order === null && isSaidBefore ? byProduct(mentions.product) : null) ??
    (isOther ? null : spokenOf)
  )
}
