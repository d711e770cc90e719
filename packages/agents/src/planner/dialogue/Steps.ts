import { type Piece, readIn } from "../classify/Piece.ts"
import { mentionsAt } from "../slots/Focus.ts"
import { withPicked } from "../slots/Selection.ts"
import { isBounded } from "../text/ClauseWords.ts"
import { confirmation, doubting, reasoning, refinement } from "./Agreeing.ts"
import { renoting, replacing, swapping } from "./Correcting.ts"
import { answering, followUp, fragment, preferring, selector, unlisted } from "./Fragments.ts"
import { addressing, collected, refusing, remembering, sharing, withEarlierItems } from "./Joining.ts"
import { type Here, type Message, pass, previousOf, type Rule, type State } from "./State.ts"
import { subjectOf } from "./Subject.ts"
import { agreeing, buying, rethinking, takenFor } from "./SecondThoughts.ts"
import { aside, choosing, unaddressed, wanted } from "./Wants.ts"

/** Only leads to the question: "I was thinking of that vacuum, do you have any?" */
const leadsTo = (text: string): boolean =>
  /(?:^| )(?:think|thinking|consider|eye|eyeing|look up|find|see|notice|read about|hear of|hear about)(?: |$)/.test(
    text
  )

/** The wishes before the last one, without the one that only led to it. */
const withoutLead = (before: State, after: State): State => {
  const [lead, wish] = [before.wishes.at(-1), after.wishes.at(-1)]
  const about = wish?.order?.kind === "product" ? wish.order.name : wish?.product?.name
  const isLead =
    after.wishes.length > before.wishes.length &&
    lead !== undefined &&
    wish !== undefined &&
    about !== undefined &&
    (lead.intent === "find_products" || lead.intent === "product_details") &&
    wish.intent !== lead.intent &&
    before.last !== null &&
    (before.last.main?.isDefinite === true || before.last.isBare) &&
    !isBounded(before.last) &&
    (leadsTo(before.last.text) || (before.last.isBare && before.last.joiner !== "and")) &&
    [about, wish.product?.instead].includes(lead.product?.name ?? lead.filters.query ?? undefined)
  return isLead ? { ...after, wishes: [...before.wishes.slice(0, -1), wish] } : after
}

const rules: ReadonlyArray<Rule> = [
  unlisted,
  renoting,
  rethinking,
  buying,
  agreeing,
  choosing,
  unaddressed,
  addressing,
  answering,
  preferring,
  replacing,
  swapping,
  refinement,
  doubting,
  refusing,
  sharing,
  reasoning,
  remembering,
  collected,
  selector,
  fragment,
  followUp,
  confirmation,
  aside,
  wanted
]

/** What is told around a wish can only be what to remember. */
const storyRules: ReadonlyArray<Rule> = [remembering]

/** Reads the next piece of a message. */
export const step =
  (message: Message) =>
  (state: State, alone: Piece): State => {
    const [first, last] = [alone.tokens[0], alone.tokens.at(-1)]
    const piece = readIn(subjectOf(state, message), alone)
    const pieces = message.pieces.map((other) => (other === alone ? piece : other))
    const here: Here = {
      ...message,
      pieces,
      piece,
      label: takenFor(piece, message.asked, message.focus.wishes.length > 0 || state.wishes.length > 0),
      text: message.message.slice(first?.start ?? 0, last?.end ?? 0),
      noted: mentionsAt(piece, withPicked(piece, state.mentions, message.focus)),
      left: pieces[pieces.indexOf(piece) - 1],
      previous: previousOf(state),
      before: message.focus.wishes.at(-1)
    }
    for (const rule of piece.isStory ? storyRules : rules) {
      const next = rule(state, here)
      if (next !== undefined) {
        return withEarlierItems(state, withoutLead(state, next))
      }
    }
    return pass(state, here)
  }
