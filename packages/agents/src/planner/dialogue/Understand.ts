import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { Struct } from "effect"
import { orderName } from "../text/OrderNames.ts"
import { classified } from "../classify/ClassifiedClauses.ts"
import { isCommand } from "../classify/Tentative.ts"
import { readPiece } from "../classify/Piece.ts"
import { reading, saidAlways, writing } from "../Intents.ts"
import { type Background, type Focus, focusOf } from "../slots/Focus.ts"
import { isContentWord } from "../slots/Rest.ts"
import { foreignLanguage } from "../text/Language.ts"
import { split } from "../text/Clauses.ts"
import { tag, withAddresses } from "../text/Tags.ts"
import { tokenize } from "../text/Tokens.ts"
import { asksForRule } from "../text/RuleQuestions.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { isCertain } from "./Certainty.ts"
import { offerPicked } from "./Offers.ts"
import { settled } from "./Settling.ts"
import { isServed, start } from "./State.ts"
import { ignoredIn, isUnansweredQuestion, isUnread, courtesyIntents, silentIn } from "./Unread.ts"
import { step } from "./Rules.ts"
import { withoutStories } from "./Story.ts"

/** Characters read of a message. Of a longer one the beginning and the end are read, since people ask there. */
const readCharacters = 3_000

/** Returns the parts of a message that are read. */
export const readable = (message: string): string =>
  message.length <= readCharacters
    ? message
    : `${message.slice(0, readCharacters / 2)}\n${message.slice(-readCharacters / 2)}`

/** Maximum number of clauses read, half of them from each end. */
const mostClauses = 80

const fromBothEnds = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.length <= mostClauses ? items : [...items.slice(0, mostClauses / 2), ...items.slice(-mostClauses / 2)]

/** Reading of a message, given the conversation. */
export interface Understood {
  /** Subject of the conversation before the message. */
  readonly focus: Focus
  /** Wishes in the order of the message; those of intent `unknown` hold the words that were not understood. */
  readonly wishes: ReadonlyArray<Wish>
  /** Likely readings of what was not understood. */
  readonly offers: ReadonlyArray<Wish>
}

type Reading = Omit<Understood, "focus">

const clear = (...wishes: ReadonlyArray<Wish>): Reading => ({ wishes, offers: [] })

/** Returns a wish as text for comparison, without its words and its product. */
const question = (wish: Wish): string =>
  JSON.stringify(Struct.omit(wish, "certainty", "fromHistory", "product", "text"))

/** Returns whether a wish rephrases an answered question: the answer was not the one that was wanted. */
const isRepeated = (wish: Wish, focus: Focus): boolean => {
  const isSame = (before: Wish) =>
    before.text !== wish.text &&
    question(before) === question(wish) &&
    (before.product?.name === wish.product?.name || (before.product !== null && wish.product?.name === focus.product))
  const isOffered = focus.offers.some(({ intent }) => intent === wish.intent)
  return reading.has(wish.intent) && wish.intent !== "cart" && !isOffered && focus.wishes.some(isSame)
}

/** Reads a message: splits it into clauses, labels each of them, and reads one wish after the other. */
const readMessage = (message: string, scene: Background): Reading => {
  const text = readable(message)
  if (foreignLanguage(text) !== null) {
    return clear(wishOf("other_language", text))
  }
  if (asksForRule(text)) {
    return clear(wishOf("shop_rule", text))
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
  // Of several changes none is made before all of them are understood.
  const isOpen = ({ certainty, text }: Wish) => certainty > 0 || isCommand(text.toLowerCase())
  const isHeld =
    wishes.some((wish) => writing.has(wish.intent) && !sure.includes(wish) && isOpen(wish)) ||
    unread.some(({ piece }) => isCommand(piece.text))
  const certain = isHeld ? sure.filter(({ intent }) => !writing.has(intent)) : sure
  const served = settled(certain.filter((wish) => isServed(wish) || saidAlways.has(wish.intent)))
  const told = certain.length > 0 ? certain : silentIn(asides)
  const doubted = wishes.filter((wish) => !certain.includes(wish))
  const isSettled =
    told.some(({ intent }) => !courtesyIntents.has(intent)) ||
    !unread.some(({ piece }) => piece.tokens.some(isContentWord))
  const open = served.length + doubted.length > 0 ? unread.filter(isUnansweredQuestion) : isSettled ? [] : unread
  const unclear = [...doubted.map((wish) => wish.text), ...open.map(({ piece }) => piece.said)]
  const rest = unread.filter((aside) => !open.includes(aside))
  const all = [
    ...(served.length > 0 ? served : unclear.length > 0 ? [] : told),
    ...unclear.map((said) => wishOf("unknown", said)),
    ...ignoredIn(rest, pieces, served).map((said) => wishOf("ignored", said))
  ]
  return all.length > 0 ? { wishes: all, offers } : { wishes: [wishOf("unknown", text)], offers }
}

const readTurn = (turn: TurnView): Understood => {
  const recent = (turn.context.recent_orders ?? []).map(({ order_id }) => orderName(order_id))
  const focus = focusOf(turn.history)
  return { ...readMessage(turn.message, { focus, recent }), focus }
}

/** Readings by turn: a plan reads its turn in every round. */
const read = new WeakMap<TurnView, Understood>()

/** Reads what a message wants, given the history. Each turn is read once. */
export const understand = (turn: TurnView): Understood => {
  const understood = read.get(turn) ?? readTurn(turn)
  read.set(turn, understood)
  return understood
}

/** Characters kept of the words of a wish. */
const remembered = 500

/** Returns the wishes of a message for later turns, with their words shortened. */
export const askedIn = (turn: TurnView): ReadonlyArray<Wish> =>
  understand(turn)
    .wishes.filter(isServed)
    .map((wish) => ({ ...wish, text: cut(wish.text, remembered) }))
