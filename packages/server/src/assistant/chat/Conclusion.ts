import { AnswerFailed, ServiceUnavailable, TimedOut, TooManyRequests } from "@storefront/domain/Errors"
import * as Shows from "@storefront/domain/tools/Shows"
import { block } from "@storefront/domain/words/ConfirmationBlock"
import { type Locale } from "@storefront/domain/words/Locale"
import * as ActionOutcomes from "@storefront/domain/words/ActionOutcomes"
import { partialAnswer } from "@storefront/domain/words/Sentences"
import { proposalText } from "@storefront/domain/words/ProposalText"
import { Array, DateTime, Effect, Either, Number, type Option } from "effect"
import { type PendingAction } from "../actions/PendingActions.ts"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { type Allowance } from "../usage/TokenAllowances.ts"
import { type SpecialistCall } from "../specialists/SpecialistTurn.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { consultations, type Receipt, type StoredAnswer } from "./StoredAnswer.ts"
import { textAboveBlock } from "./TextAboveBlock.ts"
import { type ServerAnswer } from "./Settlement.ts"

/** Conclusion of a turn for the customer: the composed answer, or the error in its place. */

/** Reason why the customer gets no answer. */
export type NoAnswer = AnswerFailed | ServiceUnavailable | TimedOut | TooManyRequests

/** Response to the customer at the end of a turn: the answer, or the error. */
export type Conclusion = Either.Either<StoredAnswer, NoAnswer>

/** Builds the error for a turn that cannot be served at the moment. */
export const unavailable = () => new ServiceUnavailable({ message: "The assistant is temporarily unavailable" })

const secondsToMidnight = Effect.map(DateTime.now, (now) =>
  Math.ceil(DateTime.distance(now, DateTime.endOf(now, "day")) / 1_000)
)

/** Builds the error for a turn that ran out of tokens. */
export const outOfTokens = ({ limitedBy }: Allowance) =>
  limitedBy === "turn"
    ? Effect.succeed(
        new TooManyRequests({
          message: "This message needs more tokens than one message may use. Ask for less at a time",
          retryAfterSeconds: 1
        })
      )
    : Effect.map(
        secondsToMidnight,
        (retryAfterSeconds) =>
          new TooManyRequests({
            message: "You have used up your daily limit for the assistant. It is reset at midnight UTC",
            retryAfterSeconds
          })
      )

const errorOf = ({ failure }: TurnReport, budgetError: TooManyRequests): NoAnswer => {
  switch (failure) {
    case "budget":
      return budgetError
    case "unavailable":
    case "shutdown":
      return unavailable()
    case "deadline":
      return new TimedOut({ message: "The assistant took too long to answer" })
    default:
      return new AnswerFailed()
  }
}

/** Parts of an answer that the server appends to the model's text. */
export interface Additions {
  readonly locale: Locale
  /** Lines below the model's text. */
  readonly receipts: ReadonlyArray<Receipt>
  /** Actions that the message dropped and the turn did not propose again; one line each below the receipts. */
  readonly dropped: ReadonlyArray<PendingAction>
  /** Proposals of the block, which must come last. */
  readonly proposals: ReadonlyArray<PendingAction>
}

/** Joins the parts of an answer: text and receipts, which models see later, then dropped proposals and the block. */
const compose = (parts: ReadonlyArray<string>, { dropped, locale, proposals, receipts }: Additions) => {
  const receiptLines = receipts.map(({ summary }) => summary).join("\n")
  const ownText = [...parts, receiptLines].filter((part) => !isBlank(part)).join("\n\n")
  const droppedLines = dropped.map(({ terms }) => ActionOutcomes.reportSuperseded(terms, locale)).join("\n")
  const question = Array.match(proposals, {
    onEmpty: () => "",
    onNonEmpty: (some) =>
      block(
        Array.map(some, (action) => proposalText(action, locale)),
        locale
      )
  })
  return {
    content: [ownText, droppedLines, question].filter((part) => part !== "").join("\n\n"),
    ownLength: ownText.length,
    shown: proposals.map(({ id }) => id),
    writes: receipts,
    locale
  }
}

/**
 * Concludes a turn in which the model was asked. If the orchestrator failed after specialists had answered or written,
 * the answer is partial and consists of the specialists' texts. Every answer has the receipts and the block. A
 * cancelled turn has no answer.
 */
export const make = (
  report: TurnReport,
  calls: ReadonlyArray<SpecialistCall>,
  budgetError: TooManyRequests,
  additions: Additions
): Conclusion => {
  const received = calls.flatMap(({ answer, status }) => (status === "success" ? [answer] : []))
  const hasOutcome = received.length > 0 || calls.some(({ writes }) => writes.length > 0)
  // The model gave no text because of proposals that are no longer pending, or of receipts that omit an answer.
  const isSilent =
    report.status === "success" &&
    isBlank(report.answer) &&
    additions.proposals.length === 0 &&
    (additions.receipts.length === 0 || !received.every(isBlank))
  const partial = isSilent || (report.status === "error" && hasOutcome)
  const above = (text: string) => (additions.proposals.length > 0 ? textAboveBlock(text) : text)
  return report.failure !== null && !partial
    ? Either.left(errorOf(report, budgetError))
    : Either.right({
        ...compose(
          partial ? [partialAnswer(additions.locale), ...received.map(above)] : [above(report.answer)],
          additions
        ),
        reported: [],
        ...consultations(calls),
        modelStates: Array.filterMap([...calls, report], ({ modelState }) => modelState),
        shows: Shows.mergeShown(calls.flatMap(({ shows }) => shows)),
        partial,
        tokensIn: report.tokensIn + Number.sumAll(calls.map((call) => call.tokensIn)),
        tokensOut: report.tokensOut + Number.sumAll(calls.map((call) => call.tokensOut))
      })
}

/** Concludes a message that was settled without a model; an error if the state of an action is unknown. */
export const ofSettled = (words: Option.Option<ServerAnswer>, additions: Omit<Additions, "proposals">): Conclusion =>
  Either.map(Either.fromOption(words, unavailable), ({ calls, shown, shows, texts, reported }) => ({
    ...compose(texts, { ...additions, proposals: shown }),
    reported,
    ...consultations(calls),
    modelStates: [],
    shows,
    partial: false,
    tokensIn: 0,
    tokensOut: 0
  }))
