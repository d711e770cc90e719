import { type Subject, subjectOf } from "../Intents.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { isTold } from "../classify/Labels.ts"
import { type ReadClause, readIn } from "../classify/Piece.ts"
import { mentionsAt } from "../slots/Mentions.ts"
import { withPicked } from "../slots/Selection.ts"
import { reasoning, refinement } from "./Completing.ts"
import { counting, recounting } from "./Counting.ts"
import { refusing, replacing } from "./Correcting.ts"
import { answering, followUp, fragment, selector, unlisted } from "./Fragments.ts"
import { addressing } from "./Addresses.ts"
import { collected, withEarlierItems } from "./Collecting.ts"
import { remembering } from "./Remembering.ts"
import { type ClauseContext, type MessageContext, pass, previousOf, type Rule, type State, isSame } from "./State.ts"
import { rethinking, withdrawing } from "./SecondThoughts.ts"
import { correctedLabel } from "./TakenFor.ts"
import { isCertain } from "./Certainty.ts"
import { offersFor } from "./Offers.ts"
import { aside, wanted } from "./Wants.ts"

const ofWish = (wish: Wish): Subject | null =>
  wish.intent === "cart" && /\b(?:coupon|code|voucher|discount)\b/i.test(wish.text) ? "coupon" : subjectOf(wish.intent)

/** Returns the subject of a piece: of this message's last wish or a named order, else of the previous message. */
const spokenOf = (state: State, { focus }: MessageContext): Subject | null => {
  const [here, before] = [state.wishes.at(-1), focus.wishes.at(-1)]
  if (here !== undefined || state.mentions.order !== null) {
    return (here && ofWish(here)) ?? (state.mentions.order === null ? null : "order")
  }
  const isPlaced = before?.intent === "checkout" && focus.isConfirmed
  return before === undefined ? null : isPlaced ? "order" : ofWish(before)
}

const rules: ReadonlyArray<Rule> = [
  unlisted,
  recounting,
  rethinking,
  withdrawing,
  addressing,
  answering,
  refinement,
  replacing,
  refusing,
  counting,
  reasoning,
  remembering,
  collected,
  selector,
  fragment,
  followUp,
  aside,
  wanted
]

/** Collects offers for the first piece that is not understood. */
const withOffers = (before: State, after: State, here: ClauseContext): State => {
  const wish = after.wishes.length > before.wishes.length ? after.wishes.at(-1) : undefined
  const isUnclear = wish === undefined ? !isTold(here.label) : !isCertain(wish, 0)
  return isUnclear && after.offers.length === 0
    ? { ...after, offers: offersFor(wish ?? wishOf("unknown", here.piece.said), here, before.mentions) }
    : after
}

/** Notes a piece that changed nothing as an aside, unless it became part of a wish. */
const withAside = (before: State, after: State, { label, piece }: ClauseContext): State =>
  !isSame(before.wishes, after.wishes)
    ? { ...after, asides: before.asides }
    : after.asides === before.asides && isSame(before.mentions, after.mentions) && after.last === before.last
      ? { ...after, asides: [...before.asides, { label, piece }] }
      : after

/** Rules for the story around a wish: it can only contribute something to remember. */
const storyRules: ReadonlyArray<Rule> = [remembering]

/** Reads the next piece of a message. */
export const step =
  (message: MessageContext) =>
  (state: State, alone: ReadClause): State => {
    // "the novel and the tent, both into my cart" is not about an order mentioned before.
    const isPut = ({ label, mood, sentence }: ReadClause) =>
      sentence === alone.sentence && label === "add_to_cart" && mood === "request"
    const subject = spokenOf(state, message)
    const isApart = subject === "order" && alone.isBare && message.pieces.some(isPut)
    const piece = readIn(isApart ? null : subject, alone)
    const pieces = message.pieces.map((other) => (other === alone ? piece : other))
    const left = pieces[pieces.indexOf(piece) - 1]
    const here: ClauseContext = {
      ...message,
      pieces,
      piece,
      label: correctedLabel(piece, pieces),
      noted: mentionsAt(piece, withPicked(piece, state.mentions, message.focus)),
      left,
      previous: previousOf(state),
      before: isApart ? undefined : message.focus.wishes.at(-1)
    }
    for (const rule of piece.isStory ? storyRules : rules) {
      const next = rule(state, here)
      if (next !== undefined) {
        return withOffers(state, withEarlierItems(state, withAside(state, next, here)), here)
      }
    }
    return withOffers(state, pass(state, here), here)
  }
