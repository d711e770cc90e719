import { shopCurrencyName } from "@storefront/domain/ShopSettings"
import { type SpecialistName } from "@storefront/domain/Topology"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { wishesToStore, understand } from "../dialogue/Understand.ts"
import { type Intent, intentOwner } from "../Intents.ts"
import { type Calls, type Playbook, type Answer } from "../Playbook.ts"
import { type Wish } from "../Wish.ts"
import { explainsRest } from "../slots/UnusedWords.ts"
import { paragraph, withUnusedWords } from "./Formatting.ts"
import { missingWords } from "./UnmentionedWords.ts"
import { type AnswerPart, joinParts, partText, runPart } from "./Flows.ts"

/** Answers of a specialist, by intent. */
export type Answers = {
  /** `answered` are the wishes of the turn before this one. */
  readonly [I in Intent]?: (wish: Wish, turn: TurnView, answered: ReadonlyArray<Wish>) => AnswerPart | string
}

/**
 * Reports amounts in another currency, and unused words, unless the plan of the intent does or they are in the name of
 * the product that was found.
 */
function* explained({ foreignAmount, intent, rest }: Wish, part: AnswerPart | string): AnswerPart {
  const flow = partText(part)
  let names = ""
  let step = flow.next([])
  while (step.done !== true) {
    if ("kept" in step.value) {
      names += ` ${(step.value.kept.products ?? []).map(({ name }) => name).join(" ")}`
    }
    step = flow.next(yield step.value)
  }
  const isUsed = explainsRest.has(intent) || (names !== "" && missingWords(rest, names) === null)
  return paragraph(
    foreignAmount === null
      ? null
      : `Prices here are in ${shopCurrencyName()}, so I took no account of “${foreignAmount}”.`,
    withUnusedWords(isUsed ? null : rest, step.value)
  )
}

/** Makes the playbook of a specialist: it answers its own wishes in order, or says what it can do. */
export const specialist = (name: SpecialistName, answers: Answers, offer: (turn: TurnView) => AnswerPart | string) => {
  const answer = (turn: TurnView, wish: Wish, answered: ReadonlyArray<Wish> = []): Calls<Answer> =>
    runPart(explained(wish, answers[wish.intent]?.(wish, turn, answered) ?? offer(turn)))
  const playbook: Playbook = function* (turn) {
    const { wishes: allWishes } = understand(turn)
    const ownWishes = allWishes.filter(({ intent }) => intentOwner[intent] === name)
    // An intent has one owner, but several specialists may answer it.
    const wishes = ownWishes.length > 0 ? ownWishes : allWishes.filter(({ intent }) => intent in answers)
    const { state, text } = yield* wishes.length > 0
      ? joinParts(wishes, (wish) => answer(turn, wish, wishes.slice(0, wishes.indexOf(wish))))
      : runPart(offer(turn))
    return { text, state: { ...state, wishes: wishesToStore(turn) } }
  }
  return { answer, playbook }
}
