import { AnswerFailed, ServiceUnavailable, TimedOut, TooManyRequests } from "@storefront/domain/Errors"
import { told } from "@storefront/domain/tools/Acts"
import { Array, DateTime, Effect, Either, Number, Option } from "effect"
import { type Allowance } from "../usage/TokenAllowances.ts"
import { type SpecialistCall } from "../specialists/SpecialistTurn.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { type StoredAnswer } from "./TurnRepository.ts"

/** Why the customer gets no answer. */
export type NoAnswer = AnswerFailed | ServiceUnavailable | TimedOut | TooManyRequests

/** How a turn ended for the customer. */
export type Conclusion = Either.Either<StoredAnswer, NoAnswer>

/** Whether it matters that the customer hears of it. */
export const tellsOfWriting = (conclusion: Conclusion): boolean =>
  Option.exists(Either.getRight(conclusion), ({ hasWritten }) => hasWritten)

/** Refusal of a turn that cannot be made now. */
export const unavailable = () => new ServiceUnavailable({ message: "The assistant is temporarily unavailable" })

const secondsToMidnight = Effect.map(DateTime.now, (now) =>
  Math.ceil(DateTime.distance(now, DateTime.endOf(now, "day")) / 1_000)
)

/** Refusal of a turn for which there were not enough tokens. */
export const overBudget = ({ limitedBy }: Allowance) =>
  limitedBy === "turn"
    ? Effect.succeed(
        new TooManyRequests({
          message: "This message needs more than one message may use. Ask for less at a time",
          retryAfterSeconds: 1
        })
      )
    : Effect.map(
        secondsToMidnight,
        (retryAfterSeconds) =>
          new TooManyRequests({
            message: "You have used what the assistant may use for you in a day. It is back at midnight UTC",
            retryAfterSeconds
          })
      )

const errorOf = ({ failure }: TurnReport, refused: TooManyRequests): NoAnswer => {
  switch (failure) {
    case "budget":
      return refused
    case "unavailable":
    case "shutdown":
      return unavailable()
    case "deadline":
      return new TimedOut({ message: "The assistant took too long to answer" })
    default:
      return new AnswerFailed()
  }
}

/** What specialists have done that did not answer, and that the text does not tell. */
const untold = (text: string, calls: ReadonlyArray<SpecialistCall>) =>
  Array.dedupe(calls.map(({ untold }) => told(untold))).filter((done) => done !== "" && !text.includes(done))

/**
 * What the customer gets out of a turn: the answer of the orchestrator or, when it failed after specialists had
 * answered it or had done something, what they said and did. What was done is told in any case. A turn that was stopped
 * has no answer.
 */
export const make = (
  report: TurnReport,
  calls: ReadonlyArray<SpecialistCall>,
  refused: TooManyRequests
): Conclusion => {
  const received = calls.flatMap(({ answer, status }) => (status === "success" ? [answer] : []))
  const done = untold(report.answer, calls)
  const partial = report.status === "error" && received.length + done.length > 0
  return report.failure !== null && !partial
    ? Either.left(errorOf(report, refused))
    : Either.right({
        content: [
          ...(partial ? ["I could only complete part of your request.", ...received] : [report.answer]),
          ...done
        ].join("\n\n"),
        agentsInvolved: Array.dedupe(calls.map((call) => call.specialist)),
        specialists: calls.map((call) => ({
          agent_name: call.specialist,
          status: call.status,
          duration_ms: call.durationMs
        })),
        partial,
        hasWritten: calls.some(({ written }) => written.length > 0),
        tokensIn: report.tokensIn + Number.sumAll(calls.map((call) => call.tokensIn)),
        tokensOut: report.tokensOut + Number.sumAll(calls.map((call) => call.tokensOut))
      })
}
