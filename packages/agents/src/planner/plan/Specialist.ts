import { type SpecialistName } from "@storefront/domain/Topology"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { askedIn, understand } from "../dialogue/Understand.ts"
import { type Intent, intentOwner } from "../Intents.ts"
import { type Calls, type Playbook, type Said } from "../Playbook.ts"
import { type Wish } from "../Wish.ts"
import { explainsRest } from "../slots/Rest.ts"
import { paragraph } from "./Blocks.ts"
import { type AnswerPart, joinParts, partText, whole } from "./Steps.ts"

/** Answers of a specialist by intent. */
export type Answers = {
  /** `before` are the wishes of the turn that were already answered. */
  readonly [I in Intent]?: (wish: Wish, turn: TurnView, answered: ReadonlyArray<Wish>) => AnswerPart | string
}

/** Says which words were not taken into account, unless the plan does. */
function* withUnusedWords({ intent, rest }: Wish, part: AnswerPart | string): AnswerPart {
  const text = yield* partText(part)
  const notice = rest === null || explainsRest.has(intent) ? null : `I took no account of “${rest}”.`
  return notice === null ? text : text === "" ? notice : paragraph(notice, text)
}

/** Makes a specialist that answers its own wishes one after the other; without any, it says what it can do. */
export const specialist = (name: SpecialistName, answers: Answers, offer: (turn: TurnView) => AnswerPart | string) => {
  const answer = (turn: TurnView, wish: Wish, answered: ReadonlyArray<Wish> = []): Calls<Said> =>
    whole(withUnusedWords(wish, answers[wish.intent]?.(wish, turn, answered) ?? offer(turn)))
  const playbook: Playbook = function* (turn) {
    const { wishes: allWishes } = understand(turn)
    const ownWishes = allWishes.filter(({ intent }) => intentOwner[intent] === name)
    // Without a wish of its own, it answers any that it can.
    const wishes = ownWishes.length > 0 ? ownWishes : allWishes.filter(({ intent }) => intent in answers)
    const { state, text } = yield* wishes.length > 0
      ? joinParts(wishes, (wish) => answer(turn, wish, wishes.slice(0, wishes.indexOf(wish))))
      : whole(offer(turn))
    return { text, state: { ...state, wishes: askedIn(turn) } }
  }
  return { answer, playbook }
}
