import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { Struct } from "effect"
import { orderName } from "../text/OrderNames.ts"
import { classified } from "../classify/ClassifiedClauses.ts"
import { isIntent, isTold, silent } from "../classify/Labels.ts"
import { readPiece } from "../classify/Piece.ts"
import { cartChanges, type Intent, intentOwner, ofOrder, ofProduct, saidAlways, writing } from "../Intents.ts"
import { type Background, type Focus, focusOf } from "../slots/Focus.ts"
import { foreignLanguage } from "../text/Language.ts"
import { split } from "../text/Clauses.ts"
import { tag, type TaggedToken, withAddresses } from "../text/Tags.ts"
import { placeOf } from "../slots/Selection.ts"
import { tokenize, wordsOf } from "../text/Tokens.ts"
import { plainWish, type Wish } from "../Wish.ts"
import { reasoned } from "./Completing.ts"
import { isCertain } from "./Certainty.ts"
import { isServed, start, type State } from "./State.ts"
import { step } from "./Rules.ts"
import { withoutStories } from "./Story.ts"

/** Of longer messages the beginning and the end are read: that is where people ask. */
const readCharacters = 3_000

/** The parts of a message that are read. */
export const readable = (message: string): string =>
  message.length <= readCharacters
    ? message
    : `${message.slice(0, readCharacters / 2)}\n${message.slice(-readCharacters / 2)}`

/** Clauses that are read, from both ends. */
const mostClauses = 80

const fromBothEnds = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.length <= mostClauses ? items : [...items.slice(0, mostClauses / 2), ...items.slice(-mostClauses / 2)]

/** "check out, and ship it to …": the cart is ready before it is paid. */
const paidLast = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> => {
  const at = wishes.findIndex(({ intent }) => intent === "checkout")
  const checkout = wishes[at]
  const last = wishes.findLastIndex(({ intent }) => cartChanges.has(intent))
  return checkout === undefined || last < at
    ? wishes
    : [...wishes.slice(0, at), ...wishes.slice(at + 1, last + 1), checkout, ...wishes.slice(last + 1)]
}

/** What only tells of an order that went wrong, when nothing is said to be done about it. */
const onlyTells = (intent: Intent): boolean =>
  (["find_products", "list_orders", "purchase_history"].includes(intent) ||
    ((ofOrder.has(intent) || ofProduct.has(intent)) && !writing.has(intent))) &&
  !reasoned.has(intent) &&
  intentOwner[intent] !== "review-sentiment"

/** "one item was broken, what can I do?" is one thing, unless it is said what is to be done. */
const problemOf = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> => {
  const problem = wishes.find(({ intent }) => intent === "order_problem")
  const others = wishes.filter(({ intent }) => intent !== "order_problem")
  const isOnlyTold = others.every(({ intent }) => onlyTells(intent))
  const order = others.find((wish) => wish.order !== null)?.order ?? problem?.order ?? null
  return problem === undefined
    ? wishes
    : isOnlyTold
      ? [{ ...problem, order }]
      : others.map((wish) => (reasoned.has(wish.intent) ? { ...wish, reason: wish.reason ?? problem.text } : wish))
}

const isOwn =
  /\b(?:mine|I|(?:my|our)(?: \w+)? (?:cart|basket|orders?|parcels?|packages?|account|address|coupons?|returns?))\b/i

/** What some wishes leave nothing to ask for of. */
const overruling: ReadonlyArray<readonly [by: (wish: Wish) => boolean, overruled: (wish: Wish) => boolean]> = [
  // "the one with the shirts, cancel that": what is told to be done is not asked about as well.
  [
    ({ intent }) => intent === "cancel_order",
    ({ intent, text }) =>
      (intent === "cancel_question" && !/cancel.*\?/isu.test(text)) ||
      (intent === "track_order" && !/\?|\bwhe(?:re|n)\b/iu.test(text))
  ],
  // "number 2 and number 4, add them": what is not in the list is not what was spoken of before.
  [({ intent }) => intent === "not_listed", ({ fromHistory, intent }) => fromHistory && cartChanges.has(intent)],
  // "my sister ordered a jacket, where is her parcel?", "log in as Carol and show the cart": all of it is somebody else's.
  [
    ({ intent }) => intent === "others_data",
    ({ intent, text }) =>
      ["find_products", "product_details"].includes(intent) ||
      ((cartChanges.has(intent) || (intentOwner[intent] !== null && !ofProduct.has(intent))) && !isOwn.test(text))
  ]
]

const withoutOverruled = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> =>
  wishes.filter((wish) => !overruling.some(([by, overruled]) => overruled(wish) && wishes.some(by)))

/** What is read of a message. */
export interface Understood {
  /** What is asked for, in its order; what is not understood is a wish for something `unknown`, in the customer's words. */
  readonly wishes: ReadonlyArray<Wish>
  /** What could be meant by that. */
  readonly offers: ReadonlyArray<Wish>
}

const clear = (...wishes: ReadonlyArray<Wish>): Understood => ({ wishes, offers: [] })

const picks =
  /^(?:(?:ok|okay|yes|then|just|well|the|number|option) )*([1-9])(?: (?:please|then|of course|thanks|sure))*$/

/** The offer that a message picks by its place: "1", "ok 2, do that", "the second one". */
const offerPicked = (tokens: ReadonlyArray<TaggedToken>, { offers }: Focus): Wish | undefined => {
  const end = tokens.findIndex(({ kind }) => kind === "mark")
  const alone = picks.exec(wordsOf(end < 1 ? tokens : tokens.slice(0, end)))?.[1]
  const place = alone === undefined ? placeOf(tokens) : Number(alone) - 1
  return place === undefined || tokens.length > longestPick ? undefined : offers[place]
}

/** Tokens of a message that only picks something. */
const longestPick = 10

/** What is asked, whatever the words, and of whatever product. */
const question = (wish: Wish): string =>
  JSON.stringify(Struct.omit(wish, "certainty", "fromHistory", "product", "text"))

/** Asks in other words for what the last answer has told: that was not what was meant. */
const isRepeated = (wish: Wish, focus: Focus): boolean => {
  const isSame = (before: Wish) =>
    before.text !== wish.text &&
    question(before) === question(wish) &&
    (before.product?.name === wish.product?.name || (before.product !== null && wish.product?.name === focus.product))
  const isOffered = focus.offers.some(({ intent }) => intent === wish.intent)
  return !writing.has(wish.intent) && wish.intent !== "cart" && !isOffered && focus.wishes.some(isSame)
}

/** Clauses that ask something, and are not understood though the others are. */
const isLeftOpen = ({ piece }: State["asides"][number]): boolean =>
  piece.mood === "question" && piece.said.includes(" ")

/** Reads a message: its words are cut into clauses, each is told what it is, and the wishes are read from one after the other. */
const readMessage = (message: string, scene: Background): Understood => {
  const text = readable(message)
  if (foreignLanguage(text) !== null) {
    return clear(plainWish("other_language", text))
  }
  const tokens = withAddresses(text, tag(tokenize(text)))
  const picked = offerPicked(tokens, scene.focus)
  if (picked !== undefined) {
    return clear(picked)
  }
  const clauses = classified(fromBothEnds(split(tokens)))
  const pieces = withoutStories(clauses.map((clause) => readPiece(text, clause)))
  const { asides, offers, wishes } = pieces.reduce(step({ ...scene, pieces, message: text }), start)
  const unread = asides.filter((aside) => (!isTold(aside.label) || isDoubted(aside)) && !aside.piece.isStory)
  const certain = wishes.filter((wish) => isCertain(wish, unread.length) && !isRepeated(wish, scene.focus))
  const answered = withoutOverruled(certain.filter((wish) => isServed(wish) || saidAlways.has(wish.intent)))
  const served = problemOf(paidLast(answered))
  const told = certain.length > 0 ? certain : silentIn(asides)
  const doubted = wishes.filter((wish) => !certain.includes(wish))
  const isSettled = told.some(({ intent }) => intent !== "decline")
  const open = served.length + doubted.length > 0 ? unread.filter(isLeftOpen) : isSettled ? [] : unread
  const unclear = [...doubted.map((wish) => wish.text), ...open.map(({ piece }) => piece.said)]
  const all = [
    ...(served.length > 0 ? served : unclear.length > 0 ? [] : told),
    ...unclear.map((said) => plainWish("unknown", said))
  ]
  return all.length > 0 ? { wishes: all, offers } : { wishes: [plainWish("unknown", text)], offers }
}

/** Who declines in so many words wants something else, "never mind, just delete it"; and so may who only seems to chat. */
const isDoubted = ({ label, piece }: State["asides"][number]): boolean =>
  (label === "decline" && piece.tokens.length > longestRefusal && !forbids.test(piece.text)) ||
  piece.sureness < leastSure

const forbids = /^(?:(?:no|please|and|but|so|well) )*(?:do )?not /

/** Tokens of a clause that only declines. */
const longestRefusal = 5

/** How sure it has to be that a clause asks for nothing. */
const leastSure = 0.4

/** What a message says that asks for nothing: the first of the kinds that are answered. */
const silentIn = (asides: State["asides"]): ReadonlyArray<Wish> =>
  silent
    .filter((label) => isTold(label) && asides.some((aside) => aside.label === label && !isDoubted(aside)))
    .slice(0, 1)
    .flatMap((label) => (isIntent(label) ? [plainWish(label, "")] : []))

const readTurn = (turn: TurnView): Understood => {
  const recent = turn.context.recent_orders.map(({ order_id }) => orderName(order_id))
  return readMessage(turn.message, { focus: focusOf(turn.history), recent })
}

/** What was read of a turn, which a playbook asks for in every round. */
const read = new WeakMap<TurnView, Understood>()

/** Reads what a message wants in the light of the history. Each turn is read once. */
export const understand = (turn: TurnView): Understood => {
  const understood = read.get(turn) ?? readTurn(turn)
  read.set(turn, understood)
  return understood
}

/** Characters of what was said that is read again. */
const remembered = 500

/** What a message asks for, as later turns are to know it. */
export const askedIn = (turn: TurnView): ReadonlyArray<Wish> =>
  understand(turn)
    .wishes.filter(isServed)
    .map((wish) => ({ ...wish, text: cut(wish.text, remembered) }))
