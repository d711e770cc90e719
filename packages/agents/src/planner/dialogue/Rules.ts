import { type Subject, subjectOf } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { type Piece, readIn } from "../classify/Piece.ts"
import { mentionsAt } from "../slots/Mentions.ts"
import { withPicked } from "../slots/Selection.ts"
import { isBounded } from "../text/ClauseWords.ts"
import { reasoning, refinement } from "./Completing.ts"
import { counting, recounting } from "./Counting.ts"
import { refusing, replacing, swapping } from "./Correcting.ts"
import { answering, followUp, fragment, preferring, reordering, selector, unlisted } from "./Fragments.ts"
import { addressing, unaddressed } from "./Addresses.ts"
import { collected, withEarlierItems } from "./Collecting.ts"
import { remembering } from "./Remembering.ts"
import { occasion } from "./Gift.ts"
import { type Here, type Message, pass, previousOf, type Rule, type State } from "./State.ts"
import { buying } from "./Buying.ts"
import { rethinking, withdrawing } from "./SecondThoughts.ts"
import { takenFor } from "./TakenFor.ts"
import { aside, choosing, wanted } from "./Wants.ts"

/** Only leads to the question: "I was thinking of that vacuum, do you have any?" */
const leading =
  /(?:^| )(?:think|thinking|consider|eye|eyeing|look up|find|see|notice|read about|hear of|hear about)(?: |$)/

/** The wishes before the last one, without the one that only led to it. */
const withoutLead = (before: State, after: State): State => {
  const [lead, wish, last] = [before.wishes.at(-1), after.wishes.at(-1), before.last]
  const about = wish?.order?.kind === "product" ? wish.order.name : wish?.product?.name
  const leads = last !== null && !isBounded(last) && (leading.test(last.text) || (last.isBare && last.joiner !== "and"))
  const of = lead?.product?.name ?? lead?.filters.query ?? undefined
  const isOfIt = about !== undefined && [about, wish?.product?.instead].includes(of)
  const isLead = leads && isOfIt && (lead?.intent === "find_products" || lead?.intent === "product_details")
  const isVague = lead?.intent === "find_products" && occasion.test(lead.text) && before.last?.main?.hasNoun !== true
  const isOccasion = isVague && wish?.intent === "find_products" && wish.filters.query !== null
  return wish !== undefined && (isLead || isOccasion)
    ? { ...after, wishes: [...before.wishes.slice(0, -1), wish] }
    : after
}

const ofWish = (wish: Wish): Subject | null =>
  wish.intent === "cart" && /\b(?:coupon|code|voucher|discount)\b/i.test(wish.text) ? "coupon" : subjectOf(wish.intent)

/** What a piece speaks of: what the message asked for before it, an order it has named, else what was asked last. */
const spokenOf = (state: State, { focus }: Message): Subject | null => {
  const [here, before] = [state.wishes.at(-1), focus.wishes.at(-1)]
  if (here !== undefined || state.mentions.order !== null) {
    return (here && ofWish(here)) ?? (state.mentions.order === null ? null : "order")
  }
  const isPlaced = before?.intent === "checkout" && focus.orderId !== null
  return before === undefined ? null : isPlaced ? "order" : ofWish(before)
}

const rules: ReadonlyArray<Rule> = [
  unlisted,
  recounting,
  reordering,
  rethinking,
  withdrawing,
  buying,
  choosing,
  unaddressed,
  addressing,
  answering,
  preferring,
  replacing,
  swapping,
  refinement,
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

/** What is told around a wish can only be what to remember. */
const storyRules: ReadonlyArray<Rule> = [remembering]

/** Reads the next piece of a message. */
export const step =
  (message: Message) =>
  (state: State, alone: Piece): State => {
    // "the novel and the tent, both into my cart" is of no order that was spoken of before.
    const isPut = ({ label, mood, sentence }: Piece) =>
      sentence === alone.sentence && label === "add_to_cart" && mood === "request"
    const subject = spokenOf(state, message)
    const isApart = subject === "order" && alone.isBare && message.pieces.some(isPut)
    const piece = readIn(isApart ? null : subject, alone)
    const pieces = message.pieces.map((other) => (other === alone ? piece : other))
    const left = pieces[pieces.indexOf(piece) - 1]
    const here: Here = {
      ...message,
      pieces,
      piece,
      label: takenFor(piece, pieces, left),
      noted: mentionsAt(piece, withPicked(piece, state.mentions, message.focus)),
      left,
      previous: previousOf(state),
      before: isApart ? undefined : message.focus.wishes.at(-1)
    }
    for (const rule of piece.isStory ? storyRules : rules) {
      const next = rule(state, here)
      if (next !== undefined) {
        return withEarlierItems(state, withoutLead(state, next))
      }
    }
    return pass(state, here)
  }
