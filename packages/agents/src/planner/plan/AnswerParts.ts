import { Predicate } from "effect"
import { effectKeyReusedReason } from "../../tools/EffectKeyReused.ts"
import { type Calls, type ToolOutcome } from "../Playbook.ts"

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
