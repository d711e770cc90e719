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

/** The words that carry a consent, what they name, and what was said around them. */
export interface Consent {
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
  /** All that was said in the conversation, by the customer and by us. */
  readonly spoken: string
}

type Found = Omit<Consent, "spoken">

const unspecified = { told: "", isAnswer: false, asked: "", isContinued: false, spared: [] }

const textOf = (messages: History) => messages.map(({ text }) => text).join("\n")

/** Given to each of the ids that are named for it, or else to one of those that a text only speaks of. */
const givenTo = (named: ReadonlyArray<string>, text: string) => ({
  ids: named.length > 0 ? named : namedIds(text),
  isForEach: named.length > 0
})

/** What the customer told us in messages, while we only asked back. */
const toldIn = (act: BindingAct, customer: History, answers: History): Found => {
  const [theirs, ours] = [textOf(customer), textOf(answers)]
  const messages = customer.map(({ text }) => text)
  const { ids, spared } = idsFor(act, messages)
  return {
    ...unspecified,
    ...givenTo(ids, ours),
    words: `${ours}\n${theirs}`,
    told: theirs,
    isContinued: ours !== "",
    spared
  }
}

/**
 * A yes to the last question of our previous answer. A mere one needs to be told what to; one that names the act may also
 * follow a question that names nothing, and then is an instruction.
 */
const agreed = (act: BindingAct, message: string, history: History): Option.Option<Found> => {
  const at = history.findLastIndex(({ role }) => role === "assistant")
  const answer = history[at]?.text ?? ""
  // A message whose turn failed has no answer: it was sent again.
  const replies = [...history.slice(at + 1).map(({ text }) => text), message]
  if (!proposes(act, answer) || !replies.every((text) => agrees(act, text))) {
    return Option.none()
  }
  const isAnswer = !isInstruction(act, message)
  const isBare = act === "order" ? !price.test(answer) : namedIds(answer).length === 0
  const asked = namedIds(lastQuestion(answer))
  const own = idsFor(act, [message], asked)
  return !isAnswer && isBare
    ? Option.none()
    : Option.some({
        ...unspecified,
        ...givenTo(Array.union(own.ids, asked), answer),
        words: `${answer}\n${message}`,
        isAnswer,
        asked: answer,
        spared: own.spared
      })
}

/** An instruction, or one more thing that is wanted alike: what the last message asked for, and got without a question. */
const instructed = (act: BindingAct, message: string, history: History): Option.Option<Found> => {
  const [before, ours] = history.slice(-2)
  const isAgain = () =>
    wantsAgain(act, message) &&
    before?.role === "user" &&
    ours?.role === "assistant" &&
    lastQuestion(ours.text) === "" &&
    Option.isSome(found(act, before.text, history.slice(0, -2)))
  return isInstruction(act, message) || isAgain()
    ? Option.some(toldIn(act, [{ role: "user", text: message }], []))
    : Option.none()
}

/** A place, given to the orders that our question for it names. */
const placed = (message: string, answer: string): Option.Option<Found> => {
  const ids = namedIds(lastQuestion(answer))
  return ids.length > 0
    ? Option.some({ ...unspecified, ...givenTo(ids, ""), words: message, isAnswer: true, asked: answer })
    : Option.none()
}

/** How far back a wish may lie that was only asked about since. */
const patience = 3

/** An instruction of before, about which the customer has only been asked back since. */
const continued = (act: BindingAct, message: string, history: History): Option.Option<Found> => {
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
  const [ours, theirs] = Array.partition([...recent.slice(at, at + 1), ...since], ({ role }) => role === "user")
  return isOpen ? Option.some(toldIn(act, theirs, ours)) : Option.none()
}

const found = (act: BindingAct, message: string, history: History): Option.Option<Found> => {
  const answer = history.findLast(({ role }) => role === "assistant")?.text ?? ""
  return agreed(act, message, history).pipe(
    Option.orElse(() => instructed(act, message, history)),
    Option.orElse(() =>
      act === "readdress" && tellsWhere(message, answer) ? placed(message, answer) : continued(act, message, history)
    )
  )
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
