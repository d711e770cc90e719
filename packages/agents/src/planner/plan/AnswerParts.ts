import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type SpecialistName } from "@storefront/domain/Topology"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { Predicate, Struct } from "effect"
import { effectKeyReusedReason } from "../../tools/EffectKeyReused.ts"
import { unagreed } from "../dialogue/Agreeing.ts"
import { wishesFor } from "../dialogue/Understand.ts"
import { binding, type Intent, toolsOf, writing } from "../Intents.ts"
import { type Calls, type Playbook, type ToolOutcome } from "../Playbook.ts"
import { type Wish } from "../Wish.ts"

/** Tool calls on the way to one part of an answer. */
export type AnswerPart = Calls<string>

/** Calls that one turn may plan. */
const maxCalls = 7

const later = "That is as much as I can look up at once; please ask me about the rest again."

const isOtherRequest = ({ isFailure, result }: ToolOutcome): boolean =>
  isFailure && Predicate.hasProperty(result, "reason") && result.reason === effectKeyReusedReason

const otherRequest =
  "I changed nothing now: the id of this message was used before, for something else, which still stands. Please look at how things are, and tell me what you want."

/**
 * Answers one thing after the other, in paragraphs. The first thing that needs more calls than a turn may plan ends the
 * answer, which says so.
 */
export function* inParts<A>(asked: ReadonlyArray<A>, answer: (asked: A) => AnswerPart): AnswerPart {
  const parts: Array<string> = []
  let calls = 0
  for (const item of asked) {
    const part = answer(item)
    let step = part.next()
    while (step.done !== true) {
      if (calls === maxCalls) {
        return [...parts, later].join("\n\n")
      }
      calls++
      const outcome = yield step.value
      if (isOtherRequest(outcome)) {
        return [...parts, otherRequest].join("\n\n")
      }
      step = part.next(outcome)
    }
    parts.push(step.value)
  }
  return parts.join("\n\n")
}

/** What is said, with or without looking something up. */
export function* spoken(part: AnswerPart | string): AnswerPart {
  return typeof part === "string" ? part : yield* part
}

/** What to say when a tool was out of reach. */
export const notAvailable = (what: string): string =>
  `I could not look up ${what} just now. Please try again in a moment.`

/** Puts what a tool answers into words. A failure is worded too, or is said to be about what was out of reach. */
export function* told<A>(
  asked: Calls<A | ToolFailure>,
  failed: string | ((failure: ToolFailure) => AnswerPart | string),
  word: (answer: A) => AnswerPart | string
): AnswerPart {
  const answer = yield* asked
  return yield* spoken(
    !(answer instanceof ToolFailure) ? word(answer) : typeof failed === "string" ? notAvailable(failed) : failed(answer)
  )
}

/** How a specialist answers what it is asked for: its own intents, and those that it can serve besides. */
export type Answers = { readonly [I in Intent]?: (wish: Wish, turn: TurnView) => AnswerPart | string }

/** Answers one wish; those of other specialists with what this one offers. */
export const answering =
  (answers: Answers, offer: string) =>
  (turn: TurnView, wish: Wish): AnswerPart =>
    spoken(answers[wish.intent]?.(wish, turn) ?? offer)

const writingTools = toolsOf(writing)

/** What a part says, and whether a tool changed something for it. */
function* observed(part: AnswerPart): Calls<{ readonly said: string; readonly hasWritten: boolean }> {
  let hasWritten = false
  let step = part.next()
  while (step.done !== true) {
    const outcome = yield step.value
    hasWritten ||= !outcome.isFailure && writingTools.includes(outcome.call.name)
    step = part.next(outcome)
  }
  return { said: step.value, hasWritten }
}

/**
 * The playbook of a specialist that answers one wish after the other, as it splits them. Once a change that was wanted
 * could not be made, because something has to be asked, found or repaired first, what binds is only asked about: "use
 * coupon NOPE and check out" is no order at the full price. The same asked of two things stands for each by itself.
 */
export const specialist = (
  name: SpecialistName,
  answers: Answers,
  offer: string,
  split: (wish: Wish) => ReadonlyArray<Wish> = (wish) => [wish]
): Playbook =>
  function* (turn) {
    const answer = answering(answers, offer)
    const wishes = wishesFor(turn, name, Struct.keys(answers))
    const heldUp = new Set<Intent>()
    const answered = function* (wish: Wish): AnswerPart {
      const { intent } = wish
      const isHeldBack = binding.has(intent) && [...heldUp].some((other) => other !== intent)
      const { hasWritten, said } = yield* observed(answer(turn, isHeldBack ? unagreed(wish) : wish))
      if (writing.has(intent) && !hasWritten) {
        heldUp.add(intent)
      }
      return said
    }
    return wishes.length > 0 ? yield* inParts(wishes.flatMap(split), answered) : offer
  }

/** A product name with its article: "the Ridge Runner", but "The Slow Pantry Cookbook". */
export const theProduct = (name: string): string => (/^(?:the|an?) /i.test(name) ? name : `the ${name}`)

/** `2 × Ember Lamp`; a single one by its name alone. */
export const amountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? name : `${quantity} × ${name}`

/** `2 × Ember Lamp`; a single one with its article. */
export const theAmountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? theProduct(name) : amountOf({ name, quantity })

/** How many rows to ask a tool for: as many as the customer wants, if tools give that many. */
export const rows = (wanted: number | null, otherwise: number): number =>
  Math.min(mostRows, Math.max(1, wanted ?? otherwise))

/** How people reach the shop's own staff: by what the shop has set, or without saying how. */
export const contact = ({ context: { support_contact: address } }: TurnView): string =>
  address === undefined ? "our support" : `our support (${address})`
