import { Array, Option } from "effect"
import { type Money } from "../../Money.ts"
import { type BindingAct } from "../../tools/Binding.ts"
import { isAskedAbout } from "./Acts.ts"
import { agrees } from "./Agreement.ts"
import { idsFor } from "./IdsFor.ts"
import { isInstruction } from "./Instruction.ts"
import { namedIds, namesAmount, price } from "./Names.ts"
import { lastQuestion, proposes } from "./Questions.ts"
import { isReply, tellsWhere, wantsAgain } from "./Replies.ts"

/** What was said in a conversation before the current message, oldest first. */
export type History = ReadonlyArray<{ readonly role: "user" | "assistant"; readonly text: string }>

/** The words that carry a consent, and what they name. */
interface Found {
  /** The customer's, and what they agree to. */
  readonly words: string
  /** What the customer told us to do, in their own words; empty where they agreed to a question of ours. */
  readonly told: string
  /** It is a mere yes to a question of ours, so the question has to say what to. */
  readonly isAnswer: boolean
  /** The answer of ours that it agrees to; empty when there is none. */
  readonly asked: string
  /** What it is given to; empty when nothing was named. */
  readonly ids: ReadonlyArray<string>
  /** It is given to each of the ids. Otherwise to one thing. */
  readonly isForEach: boolean
  /** It began before the current message, so something may have been done on it already. */
  readonly isContinued: boolean
  /** What the customer wants to be left alone. */
  readonly spared: ReadonlyArray<string>
}

/** A consent in its conversation. */
export interface Consent extends Found {
  /** All that was said there, by the customer and by us. */
  readonly spoken: string
}

/** How far back a wish may lie that was only asked about since. */
const patience = 3

/** What was said since the customer asked for the act, when they have only been asked back about it; else nothing. */
const continuedIn = (act: BindingAct, message: string, history: History): History => {
  const recent = history.slice(-2 * patience)
  const at = recent.findLastIndex(({ role, text }) => role === "user" && isInstruction(act, text))
  const since: History = [...recent.slice(at + 1), { role: "user", text: message }]
  const isOpen =
    at >= 0 &&
    since.length > 1 &&
    since.every(({ role, text }, index) =>
      role === "assistant"
        ? isAskedAbout[act].test(lastQuestion(text))
        : isReply(act, text, since[index - 1]?.text ?? "")
    )
  return isOpen ? [...recent.slice(at, at + 1), ...since] : []
}

const textOf = (said: History) => said.map(({ text }) => text).join("\n")

/** A mere yes needs to be told what to; one that names the act may also follow a question that names nothing. */
const agreed = (act: BindingAct, message: string, answer: string): Option.Option<Found> => {
  const asked = namedIds(lastQuestion(answer))
  const own = idsFor(act, [message], asked)
  const named = Array.union(own.ids, asked)
  const isAnswer = !isInstruction(act, message)
  const isBare = act === "order" ? !price.test(answer) : namedIds(answer).length === 0
  return !isAnswer && isBare
    ? Option.none()
    : Option.some({
        words: `${answer}\n${message}`,
        told: "",
        isAnswer,
        asked: answer,
        ids: named.length > 0 ? named : namedIds(answer),
        isForEach: named.length > 0,
        isContinued: false,
        spared: own.spared
      })
}

const told = (act: BindingAct, customer: History, answers: History): Found => {
  const [theirs, ours] = [textOf(customer), textOf(answers)]
  const { ids, spared } = idsFor(
    act,
    customer.map(({ text }) => text)
  )
  return {
    words: `${ours}\n${theirs}`,
    told: theirs,
    isAnswer: false,
    asked: "",
    ids: ids.length > 0 ? ids : namedIds(ours),
    isForEach: ids.length > 0,
    isContinued: ours !== "",
    spared
  }
}

/** A place is given to the orders that the question for it names. */
const answeredWhere = (message: string, answer: string): Option.Option<Found> => {
  const ids = namedIds(lastQuestion(answer))
  return ids.length === 0
    ? Option.none()
    : Option.some({
        words: message,
        told: "",
        isAnswer: true,
        asked: answer,
        ids,
        isForEach: true,
        isContinued: false,
        spared: []
      })
}

/** Whether a message wants the same once more that the customer's last one has asked for, and got without a question. */
const isAgain = (act: BindingAct, message: string, history: History): boolean => {
  const [before, ours] = history.slice(-2)
  return (
    wantsAgain(act, message) &&
    before?.role === "user" &&
    ours?.role === "assistant" &&
    lastQuestion(ours.text) === "" &&
    Option.isSome(found(act, before.text, history.slice(0, -2)))
  )
}

const found = (act: BindingAct, message: string, history: History): Option.Option<Found> => {
  const at = history.findLastIndex(({ role }) => role === "assistant")
  const answer = history[at]?.text ?? ""
  // A message whose turn failed has no answer: it was sent again.
  const answers = [...history.slice(at + 1).map(({ text }) => text), message]
  const yes = proposes(act, answer) && answers.every((text) => agrees(act, text))
  const consent = yes ? agreed(act, message, answer) : Option.none()
  if (Option.isSome(consent)) {
    return consent
  }
  if (isInstruction(act, message) || isAgain(act, message, history)) {
    return Option.some(told(act, [{ role: "user", text: message }], []))
  }
  if (act === "readdress" && tellsWhere(message, answer)) {
    return answeredWhere(message, answer)
  }
  const continued = continuedIn(act, message, history)
  const [ours, theirs] = Array.partition(continued, ({ role }) => role === "user")
  return continued.length > 0 ? Option.some(told(act, theirs, ours)) : Option.none()
}

/**
 * The customer's consent to an act, found in their own words: a yes to the last question of the previous answer, which
 * proposes it, an instruction that names the act, or their answers to what was asked back about it. What an agent says,
 * quotes or claims is none. `docs/decisions/0016-consent.md`.
 */
export const consentTo = (act: BindingAct, message: string, history: History): Option.Option<Consent> =>
  Option.map(found(act, message, history), (consent) => ({ ...consent, spoken: `${textOf(history)}\n${message}` }))

/** Whether an order at a total is what was agreed to: an instruction leaves the total to us, unless we had named one. */
export const coversTotal = ({ asked, isAnswer, words }: Consent, total: Money): boolean =>
  (!isAnswer && asked === "") || namesAmount(words, total)
