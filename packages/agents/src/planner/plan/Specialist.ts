import { type SpecialistName } from "@storefront/domain/Topology"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { understand } from "../dialogue/Understand.ts"
import { type Intent, intentOwner } from "../Intents.ts"
import { type Calls, type Playbook } from "../Playbook.ts"
import { type Wish } from "../Wish.ts"
import { aboutAccount } from "./About.ts"
import { type AnswerPart, inParts, whole } from "./Steps.ts"

/** How a specialist answers what it is asked for: its own intents, and those that it can serve besides. */
export type Answers = {
  /** `before` are the wishes of the turn that were answered already; one that only repeats a part of them is answered with "". */
  readonly [I in Intent]?: (wish: Wish, turn: TurnView, before: ReadonlyArray<Wish>) => AnswerPart | string
}

/** A specialist that answers one wish after the other; those of other specialists with what it offers. */
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
    const answered = (wish: Wish) => answer(turn, wish, wishes.slice(0, wishes.indexOf(wish)))
    return yield* wishes.length > 0 ? inParts(wishes, answered) : whole(offer(turn))
  }
  return { answer, playbook }
}
