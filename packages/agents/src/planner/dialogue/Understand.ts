import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { orderName } from "../text/OrderNames.ts"
import { classified } from "../classify/ClassifiedClauses.ts"
import { silent } from "../classify/Labels.ts"
import { readPiece } from "../classify/Piece.ts"
import { cartChanges, type Intent, intentOwner, ofOrder, ofProduct, saidAlways, writing } from "../Intents.ts"
import { after, type Background, noFocus, remembered } from "../slots/Focus.ts"
import { foreignLanguage } from "../text/Language.ts"
import { split } from "../text/Clauses.ts"
import { tag, withAddresses, withNote } from "../text/Tags.ts"
import { tokenize } from "../text/Tokens.ts"
import { plainWish, type Wish } from "../Wish.ts"
import { reasoned } from "./Completing.ts"
import { giftOf } from "./Gift.ts"
import { isServed, start } from "./State.ts"
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

/** What a message wants: its words are cut into clauses, each is told what it is, and the wishes are read from one after the other. */
const readMessage = (message: string, scene: Background): ReadonlyArray<Wish> => {
  const text = readable(message)
  if (foreignLanguage(text) !== null) {
    return [plainWish("other_language", text)]
  }
  const tokens = withNote(text, withAddresses(text, tag(tokenize(text))))
  const clauses = classified(fromBothEnds(split(tokens)))
  const pieces = withoutStories(clauses.map((clause) => readPiece(text, clause)))
  const { asides, wishes } = pieces.reduce(step({ ...scene, pieces, message: text }), start)
  const answered = withoutOverruled(wishes.filter((wish) => isServed(wish) || saidAlways.has(wish.intent)))
  const served = giftOf(text, problemOf(paidLast(answered)), pieces)
  if (served.length > 0 || wishes.length > 0) {
    return served.length > 0 ? served : wishes
  }
  const said = silent.find((label) => asides.includes(label)) ?? "unknown"
  return [plainWish(said === "confirm" || said === "context" ? "smalltalk" : said, message)]
}

const readTurn = (turn: TurnView): ReadonlyArray<Wish> => {
  const recent = turn.context.recent_orders.map(({ order_id }) => orderName(order_id))
  let focus = noFocus
  let asked: ReadonlyArray<Wish> = []
  for (const { role, text } of remembered(turn.history)) {
    if (role === "user") {
      asked = readMessage(text, { focus, recent }).filter(isServed)
      focus = asked.length > 0 ? { ...focus, wishes: asked } : focus
    } else {
      focus = after(focus, asked, text)
    }
  }
  return readMessage(turn.message, { focus, recent })
}

/** What was read of a turn, which a playbook asks for in every round. */
const known = new WeakMap<TurnView, ReadonlyArray<Wish>>()

/** What a message wants in the light of the history: one wish or more, in its order. Each turn is read once. */
export const understand = (turn: TurnView): ReadonlyArray<Wish> => {
  const wishes = known.get(turn) ?? readTurn(turn)
  known.set(turn, wishes)
  return wishes
}
