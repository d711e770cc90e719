import { type SpecialistName } from "@storefront/domain/Topology"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { unagreed } from "../dialogue/Agreeing.ts"
import { understand } from "../dialogue/Understand.ts"
import { binding, type Intent, intentOwner, writing, writingTools } from "../Intents.ts"
import { type Calls, type Playbook } from "../Playbook.ts"
import { type Wish } from "../Wish.ts"
import { aboutAccount } from "./About.ts"
import { type AnswerPart, inParts, whole } from "./Steps.ts"

/** How a specialist answers what it is asked for: its own intents, and those that it can serve besides. */
export type Answers = {
  /** `before` are the wishes of the turn that were answered already; one that only repeats a part of them is answered with "". */
  readonly [I in Intent]?: (wish: Wish, turn: TurnView, before: ReadonlyArray<Wish>) => AnswerPart | string
}

/** What a part says, and whether a tool changed something for it. */
function* observed(part: Calls<string>): Calls<{ readonly said: string; readonly hasWritten: boolean }> {
  let hasWritten = false
  let step = part.next()
  while (step.done !== true) {
    const outcomes = yield step.value
    hasWritten ||= outcomes.some(({ call, isFailure }) => !isFailure && writingTools.has(call.name))
    step = part.next(outcomes)
  }
  return { said: step.value, hasWritten }
}

/**
 * A specialist that answers one wish after the other; those of other specialists with what it offers.
 * Once a change that was wanted could not be made, because something has to be asked, found or repaired first, what binds
 * is only asked about: "use coupon NOPE and check out" does not order at the full price. The same asked of two things stands
 * for each by itself.
 */
export const specialist = (
  name: SpecialistName,
  ownAnswers: Answers,
  offer: (turn: TurnView) => AnswerPart | string
) => {
  const answers: Answers = { profile: aboutAccount, ...ownAnswers }
  const answer = (turn: TurnView, wish: Wish, before: ReadonlyArray<Wish> = []): Calls<string> =>
    whole(answers[wish.intent]?.(wish, turn, before) ?? offer(turn))
  const playbook: Playbook = function* (turn) {
    const all = understand(turn)
    const own = all.filter(({ intent }) => intentOwner[intent] === name)
    // What it can serve too, if nothing is its own.
    const wishes = own.length > 0 ? own : all.filter(({ intent }) => intent in answers)
    const heldUp = new Set<Intent>()
    const answered = function* (wish: Wish): Calls<string> {
      const { intent } = wish
      const isHeldBack = binding.has(intent) && [...heldUp].some((other) => other !== intent)
      const before = wishes.slice(0, wishes.indexOf(wish))
      const { hasWritten, said } = yield* observed(answer(turn, isHeldBack ? unagreed(wish) : wish, before))
      if (writing.has(intent) && !hasWritten && said !== "") {
        heldUp.add(intent)
      }
      return said
    }
    return yield* wishes.length > 0 ? inParts(wishes, answered) : whole(offer(turn))
  }
  return { answer, playbook }
}
