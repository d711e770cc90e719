import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { Struct } from "effect"
import { classifyClauses } from "../classify/ClassifiedClauses.ts"
import { isCommand } from "../classify/SpeechActs.ts"
import { readClause } from "../classify/ReadClause.ts"
import { lookups, alwaysAnswered, writing } from "../Intents.ts"
import { type Conversation, type Focus, focusOf } from "../slots/Focus.ts"
import { isContentWord } from "../slots/UnusedWords.ts"
import { foreignLanguage } from "../text/Language.ts"
import { split } from "../text/Clauses.ts"
import { shopWords } from "../text/ShopWords.ts"
import { tag, withAddresses } from "../text/Tags.ts"
import { tokenize } from "../text/Tokens.ts"
import { asksForRule } from "../text/RuleQuestions.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { isCertain } from "./Certainty.ts"
import { pickedOffer } from "./Offers.ts"
import { resolveConflicts } from "./ConflictResolution.ts"
import { isServed, start } from "./State.ts"
import { ignoredTexts, isOpenQuestion, isUnclear, courtesyIntents, courtesyWish } from "./Asides.ts"
import { applyRules } from "./ClauseRules.ts"
import { markStories } from "./Stories.ts"
import { takeValues, wishWithValues } from "./Variants.ts"

/** Entry point of natural language understanding: a turn in, its wishes out. */

/** Characters read of a message. Of a longer one both ends are read, where requests usually are. */
const maxCharacters = 3_000

export const readablePart = (message: string): string =>
  message.length <= maxCharacters
    ? message
    : `${message.slice(0, maxCharacters / 2)}\n${message.slice(-maxCharacters / 2)}`

/** Clauses read of a message, half of them from each end. */
const maxClauses = 80

const fromBothEnds = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.length <= maxClauses ? items : [...items.slice(0, maxClauses / 2), ...items.slice(-maxClauses / 2)]

export interface Interpretation {
  /** Focus of the conversation before the message. */
  readonly focus: Focus
  /** Wishes in the order of the message; intents `unknown` and `ignored` hold words that were not used. */
  readonly wishes: ReadonlyArray<Wish>
  /** Likely readings of the first unclear clause. */
  readonly offers: ReadonlyArray<Wish>
}

type MessageResult = Omit<Interpretation, "focus">

const onlyWishes = (...wishes: ReadonlyArray<Wish>): MessageResult => ({ wishes, offers: [] })

/** Returns the slots of a wish as text for comparison, except its words and its product. */
const slotsKey = (wish: Wish): string =>
  JSON.stringify(Struct.omit(wish, "certainty", "fromHistory", "product", "text"))

/** Returns whether a wish rephrases an answered question, so that its last reading was probably wrong. */
const isRephrased = (wish: Wish, focus: Focus): boolean => {
  const isSameQuestion = (earlier: Wish) =>
    earlier.text !== wish.text &&
    slotsKey(earlier) === slotsKey(wish) &&
    (earlier.product?.name === wish.product?.name || (earlier.product !== null && wish.product?.name === focus.product))
  const isOffered = focus.offers.some(({ intent }) => intent === wish.intent)
  return lookups.has(wish.intent) && wish.intent !== "cart" && !isOffered && focus.wishes.some(isSameQuestion)
}

/** Reads a message: splits it into clauses, labels each of them, and applies the rules clause by clause. */
const readMessage = (message: string, conversation: Conversation): MessageResult => {
  const text = readablePart(message)
  if (foreignLanguage(text) !== null) {
    return onlyWishes(wishOf("other_language", text))
  }
  if (asksForRule(text)) {
    return onlyWishes(wishOf("shop_rule", text))
  }
  const tokens = withAddresses(text, tag(tokenize(text), conversation.words))
  const picked = pickedOffer(tokens, conversation.focus)
  if (picked !== undefined) {
    return onlyWishes(picked)
  }
  const stated = takeValues(split(tokens), conversation.focus)
  const continued = wishWithValues(stated, conversation.focus)
  if (continued !== undefined) {
    return onlyWishes({ ...continued, text })
  }
  const classifiedClauses = classifyClauses(fromBothEnds(stated))
  const clauses = markStories(classifiedClauses.map((clause) => readClause(text, clause)))
  const { asides, offers, wishes } = clauses.reduce(applyRules({ ...conversation, clauses, message: text }), start)
  const unclearAsides = asides.filter(isUnclear)
  const sure = wishes.filter((wish) => isCertain(wish, unclearAsides.length) && !isRephrased(wish, conversation.focus))
  // No change is made unless all changes of the message are understood.
  const mayBeMeant = ({ certainty, text }: Wish) => certainty > 0 || isCommand(text.toLowerCase())
  const isWithheld =
    wishes.some((wish) => writing.has(wish.intent) && !sure.includes(wish) && mayBeMeant(wish)) ||
    unclearAsides.some(({ clause }) => isCommand(clause.lemmas))
  const accepted = isWithheld ? sure.filter(({ intent }) => !writing.has(intent)) : sure
  const served = resolveConflicts(accepted.filter((wish) => isServed(wish) || alwaysAnswered.has(wish.intent)))
  const fallback = accepted.length > 0 ? accepted : courtesyWish(asides)
  const doubtful = wishes.filter((wish) => !accepted.includes(wish))
  const isComplete =
    fallback.some(({ intent }) => !courtesyIntents.has(intent)) ||
    !unclearAsides.some(({ clause }) => clause.tokens.some(isContentWord))
  const open =
    served.length + doubtful.length > 0 ? unclearAsides.filter(isOpenQuestion) : isComplete ? [] : unclearAsides
  const unclear = [...doubtful.map((wish) => wish.text), ...open.map(({ clause }) => clause.raw)]
  const rest = unclearAsides.filter((aside) => !open.includes(aside))
  const result = [
    ...(served.length > 0 ? served : unclear.length > 0 ? [] : fallback),
    ...unclear.map((text) => wishOf("unknown", text)),
    ...ignoredTexts(rest, clauses, served).map((text) => wishOf("ignored", text))
  ]
  return result.length > 0 ? { wishes: result, offers } : { wishes: [wishOf("unknown", text)], offers }
}

const readTurn = (turn: TurnView): Interpretation => {
  const focus = focusOf(turn.history)
  return { ...readMessage(turn.message, { focus, words: shopWords(turn.shop, focus.group?.options) }), focus }
}

/** Interpretations by turn, since a playbook replays its turn in every round. */
const interpretations = new WeakMap<TurnView, Interpretation>()

/** Interprets the message of a turn, once per turn object. */
export const understand = (turn: TurnView): Interpretation => {
  const interpretation = interpretations.get(turn) ?? readTurn(turn)
  interpretations.set(turn, interpretation)
  return interpretation
}

/** Characters stored of a wish's text. */
const maxStoredText = 500

/** Returns the wishes to store for later turns. */
export const wishesToStore = (turn: TurnView): ReadonlyArray<Wish> =>
  understand(turn)
    .wishes.filter(isServed)
    .map((wish) => ({ ...wish, text: cut(wish.text, maxStoredText) }))
