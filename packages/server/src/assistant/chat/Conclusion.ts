import * as Shows from "@storefront/domain/tools/Shows"
import { type Card } from "@storefront/domain/turn/TurnEvents"
import { block } from "@storefront/domain/words/ConfirmationBlock"
import { type Locale } from "@storefront/domain/words/Locale"
import * as ActionOutcomes from "@storefront/domain/words/ActionOutcomes"
import { partialAnswer } from "@storefront/domain/words/Sentences"
import { proposalText } from "@storefront/domain/words/ProposalText"
import { Array, Either, Number, Option } from "effect"
import { type PendingAction } from "../actions/PendingActions.ts"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { type SpecialistCall } from "../specialists/SpecialistTurn.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { type NoAnswerReason } from "./NoAnswer.ts"
import { consultations, type Receipt, type StoredAnswer } from "./StoredAnswer.ts"
import { textAboveBlock } from "./TextAboveBlock.ts"
import { type ServerAnswer } from "./Settlement.ts"

/** Conclusion of a turn for the customer: the composed answer, or the error in its place. */

/** Conclusion of a turn: the answer, or the reason why there is none. */
export type Conclusion = Either.Either<StoredAnswer, NoAnswerReason>

/** Parts of an answer that the server appends to the model's text. */
export interface Additions {
  readonly locale: Locale
  /** Lines below the model's text. */
  readonly receipts: ReadonlyArray<Receipt>
  /** Actions that the message dropped and the turn did not propose again; one line each below the receipts. */
  readonly dropped: ReadonlyArray<PendingAction>
  /** Proposals of the block, which must come last. */
  readonly proposals: ReadonlyArray<PendingAction>
  /** Stored beside the text. */
  readonly cards: ReadonlyArray<Card>
}

/** Joins the parts of an answer: text and receipts, which models see later, then dropped proposals and the block. */
const compose = (parts: ReadonlyArray<string>, { cards, dropped, locale, proposals, receipts }: Additions) => {
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
    cards,
    locale
  }
}

/** Outcome of a turn in which the model was asked. */
export interface ModelOutcome {
  readonly report: TurnReport
  readonly calls: ReadonlyArray<SpecialistCall>
  /** Reason if the run ran out of tokens. */
  readonly outOfTokens: "budget" | "turn_budget"
  /** Text that was released before the customer stopped the turn; none unless it was stopped. */
  readonly stoppedAfter: Option.Option<string>
}

/**
 * Concludes a turn in which the model was asked. If the orchestrator failed after specialists had answered or written,
 * the answer is partial and consists of the specialists' texts. Every answer has the receipts, and the block unless the
 * customer stopped the turn. A turn cancelled otherwise has no answer.
 */
export const make = ({ calls, outOfTokens, report, stoppedAfter }: ModelOutcome, additions: Additions): Conclusion => {
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
  const composed = Option.match(stoppedAfter, {
    onSome: (text) => compose([text], { ...additions, proposals: [] }),
    onNone: () =>
      compose(partial ? [partialAnswer(additions.locale), ...received.map(above)] : [above(report.answer)], additions)
  })
  if (Option.isSome(stoppedAfter) && isBlank(composed.content)) {
    return Either.left("stopped")
  }
  return report.failure !== null && !partial && Option.isNone(stoppedAfter)
    ? Either.left(report.failure === "budget" ? outOfTokens : report.failure)
    : Either.right({
        ...composed,
        reported: [],
        ...consultations(calls),
        modelStates: Array.filterMap([...calls, report], ({ modelState }) => modelState),
        shows: Shows.mergeShown(calls.flatMap(({ shows }) => shows)),
        partial: partial && Option.isNone(stoppedAfter),
        stopped: Option.isSome(stoppedAfter),
        tokensIn: report.tokensIn + Number.sumAll(calls.map((call) => call.tokensIn)),
        tokensOut: report.tokensOut + Number.sumAll(calls.map((call) => call.tokensOut))
      })
}

/**
 * Concludes a message that was settled without a model. Has no answer if the state of an action is unknown, or if
 * nothing was done before the customer stopped the turn.
 */
export const ofSettled = (
  words: Either.Either<ServerAnswer, NoAnswerReason>,
  isStopped: boolean,
  additions: Omit<Additions, "proposals">
): Conclusion =>
  Either.map(words, ({ calls, shown, shows, texts, reported }) => ({
    ...compose(texts, { ...additions, proposals: shown }),
    reported,
    ...consultations(calls),
    modelStates: [],
    shows,
    partial: false,
    stopped: isStopped,
    tokensIn: 0,
    tokensOut: 0
  }))
