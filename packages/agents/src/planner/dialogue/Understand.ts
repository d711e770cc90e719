import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { Struct } from "effect"
import { orderName } from "../text/OrderNames.ts"
import { classified } from "../classify/ClassifiedClauses.ts"
import { tells } from "../classify/Tentative.ts"
import { readPiece } from "../classify/Piece.ts"
import { reading, saidAlways, writing } from "../Intents.ts"
import { type Background, type Focus, focusOf } from "../slots/Focus.ts"
import { says } from "../slots/Rest.ts"
import { foreignLanguage } from "../text/Language.ts"
import { split } from "../text/Clauses.ts"
import { tag, withAddresses } from "../text/Tags.ts"
import { tokenize } from "../text/Tokens.ts"
import { asksForRule } from "../text/RuleQuestions.ts"
import { plainWish, type Wish } from "../Wish.ts"
import { isCertain } from "./Certainty.ts"
import { offerPicked } from "./Offers.ts"
import { settled } from "./Settling.ts"
import { isServed, start } from "./State.ts"
import { ignoredIn, isLeftOpen, isUnread, light, silentIn } from "./Unread.ts"
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

/** The reading of a message. */
export interface Understood {
  /** The subject of the conversation before the message. */
  readonly focus: Focus
  /** The wishes in the order of the message; one of intent `unknown` holds the words that were not understood. */
  readonly wishes: ReadonlyArray<Wish>
  /** The likely readings of what is not understood. */
  readonly offers: ReadonlyArray<Wish>
}

type Reading = Omit<Understood, "focus">

const clear = (...wishes: ReadonlyArray<Wish>): Reading => ({ wishes, offers: [] })

/** Returns a wish without its words and its product, to compare. */
const question = (wish: Wish): string =>
  JSON.stringify(Struct.omit(wish, "certainty", "fromHistory", "product", "text"))

/** Asks in other words for what the last answer has told: that was not what was meant. */
const isRepeated = (wish: Wish, focus: Focus): boolean => {
  const isSame = (before: Wish) =>
    before.text !== wish.text &&
    question(before) === question(wish) &&
    (before.product?.name === wish.product?.name || (before.product !== null && wish.product?.name === focus.product))
  const isOffered = focus.offers.some(({ intent }) => intent === wish.intent)
  return reading.has(wish.intent) && wish.intent !== "cart" && !isOffered && focus.wishes.some(isSame)
}

/** Reads a message: its words are cut into clauses, each is told what it is, and the wishes are read from one after the other. */
const readMessage = (message: string, scene: Background): Reading => {
  const text = readable(message)
  if (foreignLanguage(text) !== null) {
    return clear(plainWish("other_language", text))
  }
  if (asksForRule(text)) {
    return clear(plainWish("shop_rule", text))
  }
  const tokens = withAddresses(text, tag(tokenize(text)))
  const picked = offerPicked(tokens, scene.focus)
  if (picked !== undefined) {
    return clear(picked)
  }
  const clauses = classified(fromBothEnds(split(tokens)))
  const pieces = withoutStories(clauses.map((clause) => readPiece(text, clause)))
  const { asides, offers, wishes } = pieces.reduce(step({ ...scene, pieces, message: text }), start)
  const unread = asides.filter(isUnread)
  const sure = wishes.filter((wish) => isCertain(wish, unread.length) && !isRepeated(wish, scene.focus))
  // Of several changes none is made before all are understood.
  const isOpen = ({ certainty, text }: Wish) => certainty > 0 || tells(text.toLowerCase())
  const isHeld =
    wishes.some((wish) => writing.has(wish.intent) && !sure.includes(wish) && isOpen(wish)) ||
    unread.some(({ piece }) => tells(piece.text))
  const certain = isHeld ? sure.filter(({ intent }) => !writing.has(intent)) : sure
  const served = settled(certain.filter((wish) => isServed(wish) || saidAlways.has(wish.intent)))
  const told = certain.length > 0 ? certain : silentIn(asides)
  const doubted = wishes.filter((wish) => !certain.includes(wish))
  const isSettled =
    told.some(({ intent }) => !light.has(intent)) || !unread.some(({ piece }) => piece.tokens.some(says))
  const open = served.length + doubted.length > 0 ? unread.filter(isLeftOpen) : isSettled ? [] : unread
  const unclear = [...doubted.map((wish) => wish.text), ...open.map(({ piece }) => piece.said)]
  const rest = unread.filter((aside) => !open.includes(aside))
  const all = [
    ...(served.length > 0 ? served : unclear.length > 0 ? [] : told),
    ...unclear.map((said) => plainWish("unknown", said)),
    ...ignoredIn(rest, pieces, served).map((said) => plainWish("ignored", said))
  ]
  return all.length > 0 ? { wishes: all, offers } : { wishes: [plainWish("unknown", text)], offers }
}

const readTurn = (turn: TurnView): Understood => {
  const recent = (turn.context.recent_orders ?? []).map(({ order_id }) => orderName(order_id))
  const focus = focusOf(turn.history)
  return { ...readMessage(turn.message, { focus, recent }), focus }
}

/** The readings of turns: the plan of a round asks for its turn more than once. */
const read = new WeakMap<TurnView, Understood>()

/** Reads what a message wants in the light of the history. Each turn is read once. */
export const understand = (turn: TurnView): Understood => {
  const understood = read.get(turn) ?? readTurn(turn)
  read.set(turn, understood)
  return understood
}

/** Characters of what was said that is read again. */
const remembered = 500

/** Returns the wishes of a message for later turns, their words cut. */
export const askedIn = (turn: TurnView): ReadonlyArray<Wish> =>
  understand(turn)
    .wishes.filter(isServed)
    .map((wish) => ({ ...wish, text: cut(wish.text, remembered) }))
