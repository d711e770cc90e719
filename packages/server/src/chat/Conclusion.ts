import { AnswerFailed, ServiceUnavailable, TimedOut } from "@storefront/domain/Errors"
import { type SpecialistCall } from "../agent/SpecialistTurn.ts"
import { type TurnReport } from "../agent/Turn.ts"

/** Why the customer gets no answer. */
export type NoAnswer = AnswerFailed | ServiceUnavailable | TimedOut

/** What the customer gets out of a turn. */
export type Conclusion =
  | {
      readonly _tag: "Answer"
      readonly response: string
      /** Some of what was asked is missing. */ readonly partial: boolean
    }
  | { readonly _tag: "NoAnswer"; readonly error: NoAnswer }

/** Refusal of a turn that cannot be made now. */
export const unavailable = () => new ServiceUnavailable({ message: "The assistant is temporarily unavailable" })

const errorOf = ({ failure }: TurnReport): NoAnswer => {
  switch (failure) {
    case "unavailable":
    case "shutdown":
      return unavailable()
    case "deadline":
      return new TimedOut({ message: "The assistant took too long to answer" })
    default:
      return new AnswerFailed()
  }
}

/** The answer of the orchestrator; without one, what specialists have answered before it failed. */
export const make = (report: TurnReport, calls: ReadonlyArray<SpecialistCall>): Conclusion => {
  if (report.failure === null) {
    return { _tag: "Answer", response: report.answer, partial: false }
  }
  const answers = calls.flatMap(({ answer, status }) => (status === "success" ? [answer] : []))
  return report.status === "error" && answers.length > 0
    ? {
        _tag: "Answer",
        response: ["I could only complete part of your request.", ...answers].join("\n\n"),
        partial: true
      }
    : { _tag: "NoAnswer", error: errorOf(report) }
}
