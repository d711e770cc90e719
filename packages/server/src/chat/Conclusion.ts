import { AnswerFailed, ServiceUnavailable, TimedOut } from "@storefront/domain/Errors"
import { Array, Either, Number } from "effect"
import { type SpecialistCall } from "../specialists/SpecialistTurn.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { type StoredAnswer } from "./TurnRepository.ts"

/** Why the customer gets no answer. */
export type NoAnswer = AnswerFailed | ServiceUnavailable | TimedOut

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

/**
 * What the customer gets out of a turn: the answer of the orchestrator or, when it failed after specialists had
 * answered it, what they said. A turn that was stopped has no answer.
 */
export const make = (
  report: TurnReport,
  calls: ReadonlyArray<SpecialistCall>
): Either.Either<StoredAnswer, NoAnswer> => {
  const received = calls.flatMap(({ answer, status }) => (status === "success" ? [answer] : []))
  const partial = report.status === "error" && received.length > 0
  return report.failure !== null && !partial
    ? Either.left(errorOf(report))
    : Either.right({
        content: partial ? ["I could only complete part of your request.", ...received].join("\n\n") : report.answer,
        agentsInvolved: Array.dedupe(calls.map((call) => call.specialist)),
        specialists: calls.map((call) => ({
          agent_name: call.specialist,
          status: call.status,
          duration_ms: call.durationMs
        })),
        partial,
        tokensIn: report.tokensIn + Number.sumAll(calls.map((call) => call.tokensIn)),
        tokensOut: report.tokensOut + Number.sumAll(calls.map((call) => call.tokensOut))
      })
}
