import { type Subject, subjectOf } from "../Intents.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { isCourtesy } from "../classify/Labels.ts"
import { type ReadClause, rereadWithSubject } from "../classify/ReadClause.ts"
import { afterClause } from "../slots/Mentions.ts"
import { withPickedItem } from "../slots/Anaphora.ts"
import { reasonRule, refinementRule } from "./SlotCarryover.ts"
import { quantityRule, quantityChangeRule } from "./Quantities.ts"
import { exclusionRule, replacementRule } from "./Corrections.ts"
import { answerRule, followUpRule, fragmentRule, topicRule, outOfListRule } from "./Ellipsis.ts"
import { addressRule } from "./Addresses.ts"
import { itemListRule, withEarlierItems } from "./ItemLists.ts"
import { memoryContentRule } from "./MemoryContent.ts"
import { type ClauseContext, type MessageContext, addAside, prevWishOf, type Rule, type State, equal } from "./State.ts"
import { undoRule, withdrawalRule } from "./Undo.ts"
import { correctedLabel } from "./LabelCorrection.ts"
import { isCertain } from "./Certainty.ts"
import { offersFor } from "./Offers.ts"
import { asideRule, wishRule } from "./WishRule.ts"

const subjectOfWish = (wish: Wish): Subject | null =>
  wish.intent === "cart" && /\b(?:coupon|code|voucher|discount)\b/i.test(wish.text) ? "coupon" : subjectOf(wish.intent)

/** Returns the current subject: of this message's last wish or a named order, else of the previous message. */
const currentSubject = (state: State, { focus }: MessageContext): Subject | null => {
  const [current, earlier] = [state.wishes.at(-1), focus.wishes.at(-1)]
  if (current !== undefined || state.mentions.order !== null) {
    return (current && subjectOfWish(current)) ?? (state.mentions.order === null ? null : "order")
  }
  const isOrderPlaced = earlier?.intent === "checkout" && focus.isConfirmed
  return earlier === undefined ? null : isOrderPlaced ? "order" : subjectOfWish(earlier)
}

/**
 * The first rule that returns a state decides, so the order is the contract: rules for narrow patterns come before
 * those for wide ones, and the last two take whatever is left.
 */
const rules: ReadonlyArray<Rule> = [
  outOfListRule,
  quantityChangeRule,
  undoRule,
  withdrawalRule,
  addressRule,
  answerRule,
  refinementRule,
  replacementRule,
  exclusionRule,
  quantityRule,
  reasonRule,
  memoryContentRule,
  itemListRule,
  topicRule,
  fragmentRule,
  followUpRule,
  asideRule,
  wishRule
]

/** Sets the offers at the first clause that is not understood. */
const withOffers = (before: State, after: State, context: ClauseContext): State => {
  const wish = after.wishes.length > before.wishes.length ? after.wishes.at(-1) : undefined
  const isUnclear = wish === undefined ? !isCourtesy(context.label) : !isCertain(wish, 0)
  return isUnclear && after.offers.length === 0
    ? { ...after, offers: offersFor(wish ?? wishOf("unknown", context.clause.raw), context, before.mentions) }
    : after
}

/** Records a clause that changed nothing as an aside; drops new asides if the clause became part of a wish. */
const withAside = (before: State, after: State, { label, clause }: ClauseContext): State =>
  !equal(before.wishes, after.wishes)
    ? { ...after, asides: before.asides }
    : after.asides === before.asides && equal(before.mentions, after.mentions) && after.wishClause === before.wishClause
      ? { ...after, asides: [...before.asides, { label, clause }] }
      : after

/** Rules for stories around a wish, which can only add to a memory. */
const storyRules: ReadonlyArray<Rule> = [memoryContentRule]

/** Reads the next clause of a message. */
export const applyRules =
  (message: MessageContext) =>
  (state: State, isolated: ReadClause): State => {
    // "the novel and the tent, both into my cart" is not about an order mentioned before.
    const isCartAddition = ({ label, mood, sentence }: ReadClause) =>
      sentence === isolated.sentence && label === "add_to_cart" && mood === "request"
    const subject = currentSubject(state, message)
    const ignoresOrder = subject === "order" && isolated.isBare && message.clauses.some(isCartAddition)
    const clause = rereadWithSubject(ignoresOrder ? null : subject, isolated)
    const clauses = message.clauses.map((other) => (other === isolated ? clause : other))
    const prevClause = clauses[clauses.indexOf(clause) - 1]
    const context: ClauseContext = {
      ...message,
      clauses,
      clause,
      label: correctedLabel(clause, clauses),
      newMentions: afterClause(clause, withPickedItem(clause, state.mentions, message.focus)),
      prevClause,
      prevWish: prevWishOf(state),
      lastWish: ignoresOrder ? undefined : message.focus.wishes.at(-1)
    }
    for (const rule of clause.isStory ? storyRules : rules) {
      const next = rule(state, context)
      if (next !== undefined) {
        return withOffers(state, withEarlierItems(state, withAside(state, next, context)), context)
      }
    }
    return withOffers(state, addAside(state, context), context)
  }
