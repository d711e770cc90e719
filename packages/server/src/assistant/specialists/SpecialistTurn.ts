import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type ProposedAction } from "@storefront/domain/api/AgentApi"
import { UsageLogId } from "@storefront/domain/Ids"
import { describeWrites } from "@storefront/domain/tools/Writes"
import { type SpecialistCalls, type SpecialistReply } from "@storefront/domain/tools/OrchestratorTools"
import { type Shown } from "@storefront/domain/tools/Shows"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Array, Cause, type Context, Duration, Effect, Exit, Option, Ref, Schema } from "effect"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { v7 } from "uuid"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { cut, storable } from "../../platform/text/Text.ts"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { CurrentTextReceiver } from "../../platform/provider/TextReceiver.ts"
import { publish } from "../turn/RunEvents.ts"
import { type ConversationTurn, type EarlierAnswer } from "../turn/Turn.ts"
import { type AgentRun, AgentRuns } from "../usage/AgentRuns.ts"
import { SpecialistAccess } from "./SpecialistAccess.ts"
import { type SpecialistAnswer, type SpecialistRefused, type SpecialistUnavailable } from "./SpecialistAnswer.ts"
import { SpecialistClient } from "./SpecialistClient.ts"

/** Maximum questions to specialists in one turn. */
const maxCalls = 8

/** Time limit for reading the writes of a specialist that did not answer. */
const writesReadLimit = Duration.seconds(5)

/** Outcome of one question to a specialist. */
export interface SpecialistCall {
  readonly specialist: SpecialistName
  /** `blocked` by the specialist's guard. */
  readonly status: "success" | "error" | "blocked"
  /** Neutralised; empty unless the call succeeded. */
  readonly answer: string
  readonly shows: ReadonlyArray<Shown>
  /** One of its tools was refused because it needs an account. */
  readonly needsSignIn: boolean
  /** Names of the tools that have written. */
  readonly writes: ReadonlyArray<string>
  /** Its proposals; none unless the call succeeded, since those of a run without an answer are never shown. */
  readonly proposed: ReadonlyArray<ProposedAction>
  /** State that must be sent back to its model in later turns; none unless the call succeeded. */
  readonly modelState: Option.Option<unknown>
  readonly durationMs: number
  readonly tokensIn: number
  readonly tokensOut: number
}

/** Access to the specialists in one turn, and the log of the calls to them. */
export interface SpecialistTurn extends Context.Tag.Service<SpecialistCalls> {
  /** Calls made so far, oldest first. */
  readonly calls: Effect.Effect<ReadonlyArray<SpecialistCall>>
  /** Closes the runs whose writes are not final yet, and adds their writes to the log. */
  readonly settle: Effect.Effect<void, DatabaseUnavailable>
}

/** Question to a specialist, and the state of its run. */
interface Question {
  readonly run: AgentRun
  /** Sequence number among the questions to its specialist in the turn; see `numberOf`. */
  readonly number: number
  readonly call: SpecialistCall
  /** True if the run's writes are complete. */
  readonly isSettled: boolean
  /** True if the specialist had no tokens left. No other is asked then, so that nothing is half done. */
  readonly isOverBudget: boolean
}

/**
 * Returns the number of a question, a part of its idempotency key. A repeated question keeps its number. A question
 * after one without an answer keeps it too, as it is taken for a retry. Any other gets the next number, but only if the
 * highest one has written: a model may read more or less before it writes when the turn is repeated.
 */
const numberOf = (previous: ReadonlyArray<Question>, message: string): number => {
  const last = previous.at(-1)
  const repeated = previous.find(({ run }) => run.message === message)
  const highest = previous.reduce((most, { number }) => Math.max(most, number), 0)
  const hasWritten = previous.some(({ call, number }) => number === highest && call.writes.length > 0)
  return repeated?.number ?? (last?.call.status === "error" ? last.number : hasWritten ? highest + 1 : highest)
}

/** Maximum number of earlier answers sent with a question, and maximum characters of each. */
const maxEarlier = 4
const maxEarlierLength = 1_500

/** Returns the turn's newest answers, to be sent with the next question. */
const earlierAnswers = (previous: ReadonlyArray<Question>): ReadonlyArray<EarlierAnswer> =>
  previous
    .flatMap(({ call: { answer, shows } }) => (isBlank(answer) ? [] : [{ text: cut(answer, maxEarlierLength), shows }]))
    .slice(-maxEarlier)

const callLimitReached = new ToolFailure({
  error: "conflict",
  message: "No more specialists can be asked for this message. Answer with what is known.",
  reason: "call_budget"
})

const budgetExhausted = new ToolFailure({
  error: "unavailable",
  message: "Nobody else can be asked for this message. Say which part could not be done.",
  reason: "budget",
  retryable: false
})

const notGranted = (specialist: SpecialistName) =>
  new ToolFailure({
    error: "forbidden",
    message: "The customer has no access to this agent. It can be requested with POST /api/marketplace/request.",
    agent_name: specialist,
    reason: "not_granted"
  })

const refused = (specialist: SpecialistName) =>
  new ToolFailure({
    error: "forbidden",
    message: "The specialist does not answer this message. Do not send it again.",
    agent_name: specialist
  })

const notAnswered = (specialist: SpecialistName, { reason }: SpecialistUnavailable) =>
  new ToolFailure({
    error: "unavailable",
    message: "The specialist could not answer. Say which part could not be done.",
    agent_name: specialist,
    reason,
    retryable: true
  })

const unknownOutcome = (specialist: SpecialistName) =>
  new ToolFailure({
    error: "unavailable",
    message:
      "It is not known what the specialist has done. Say so, and that the customer can look it up. Do not ask again.",
    agent_name: specialist,
    reason: "outcome_unknown",
    retryable: false
  })

const SafeAnswer = Schema.Struct({ response: UserText, proposed: Schema.Array(UserText) })
const decodeSafe = Schema.decodeUnknown(SafeAnswer)

type AnswerExit = Exit.Exit<SpecialistAnswer, SpecialistUnavailable | SpecialistRefused>

const isOverBudget = (answer: AnswerExit) =>
  Option.exists(
    Option.flatMap(Exit.causeOption(answer), Cause.failureOption),
    (error) => error._tag === "SpecialistUnavailable" && error.reason === "budget"
  )

/** Builds the log entry of a call; an interrupted call is an error. */
const callOf = (specialist: SpecialistName, durationMs: number, answer: AnswerExit): SpecialistCall => {
  const call: SpecialistCall = {
    specialist,
    status: "error",
    answer: "",
    shows: [],
    needsSignIn: false,
    writes: [],
    proposed: [],
    modelState: Option.none(),
    durationMs,
    tokensIn: 0,
    tokensOut: 0
  }
  if (Exit.isSuccess(answer)) {
    const { modelState, needsSignIn, proposed, shows, text, usage, writes } = answer.value
    return { ...call, ...usage, writes, proposed, modelState, shows, needsSignIn, status: "success", answer: text }
  }
  return Option.match(Cause.failureOption(answer.cause), {
    onNone: () => call,
    onSome: (error) =>
      error._tag === "SpecialistRefused"
        ? { ...call, ...error.usage, status: "blocked" }
        : { ...call, ...error.usage, writes: error.writes }
  })
}

/** Builds the access to the specialists for a turn: one question at a time, and a limited number of them. */
export const make = Effect.gen(function* () {
  const client = yield* SpecialistClient
  const access = yield* SpecialistAccess
  const { neutralise } = yield* Neutraliser
  const runs = yield* AgentRuns

  return Effect.fnUntraced(function* (turn: ConversationTurn) {
    const permit = yield* Effect.makeSemaphore(1)
    const questions = yield* Ref.make<ReadonlyArray<Question>>([])
    // A repeated message carries the idempotency key of the turn in which it was first sent.
    const isRepeated = turn.messageId !== turn.traceId

    /** Neutralises an answer and makes it storable; it can become part of the conversation even if no model sees it. */
    const makeSafe = (answer: SpecialistAnswer) =>
      neutralise(SafeAnswer, { response: answer.text, proposed: answer.proposed.map(({ summary }) => summary) }).pipe(
        Effect.flatMap(decodeSafe),
        Effect.orDie,
        Effect.map(({ proposed, response }) => ({
          ...answer,
          text: response,
          own: UserText.make(storable(answer.text)),
          summaries: proposed
        }))
      )

    /** Closes a run, so that it writes no more, and returns the names of tools that have written for its message. */
    const close = Effect.fnUntraced(function* (run: AgentRun) {
      const writes = yield* runs.close(run)
      const closed = ({ call, ...question }: Question): Question => ({
        ...question,
        call: { ...call, writes: Array.union(call.writes, writes) },
        isSettled: true
      })
      const updated = yield* Ref.updateAndGet(
        questions,
        Array.map((question) => (question.run === run ? closed(question) : question))
      )
      return updated.flatMap((question) => (question.run === run ? question.call.writes : []))
    })

    const settle = Effect.flatMap(Ref.get(questions), (previous) =>
      Effect.forEach(
        previous.filter(({ isSettled }) => !isSettled),
        ({ run }) => close(run),
        { discard: true }
      )
    )

    /** Builds the reply for a call without an answer: lists the run's writes, or fails with the reason. */
    const replyWithoutAnswer = Effect.fnUntraced(function* (run: AgentRun, error: SpecialistUnavailable) {
      yield* Effect.annotateLogs(Effect.logWarning("A specialist did not answer"), {
        specialist: run.agentName,
        reason: error.reason
      })
      const writes = yield* close(run).pipe(
        Effect.disconnect,
        Effect.timeoutFail({ duration: writesReadLimit, onTimeout: () => unknownOutcome(run.agentName) }),
        Effect.catchTag("DatabaseUnavailable", (cause) =>
          Effect.zipRight(
            Effect.logWarning("What a specialist has written is not known", cause),
            Effect.fail(unknownOutcome(run.agentName))
          )
        )
      )
      return writes.length === 0
        ? yield* Effect.fail(notAnswered(run.agentName, error))
        : {
            response: UserText.make(`${describeWrites(writes)} Nothing more is known about it.`),
            isOwn: false,
            proposed: [],
            missing: []
          }
    })

    const ask = Effect.fnUntraced(function* (specialist: SpecialistName, message: string, answersDirectly = false) {
      const previous = yield* Ref.get(questions)
      if (previous.length >= maxCalls) {
        return yield* Effect.fail(callLimitReached)
      }
      if (previous.some(({ isOverBudget }) => isOverBudget)) {
        return yield* Effect.fail(budgetExhausted)
      }
      if (!(yield* access.isGranted(turn.caller, specialist))) {
        return yield* Effect.fail(notGranted(specialist))
      }
      const number = numberOf(
        previous.filter(({ call }) => call.specialist === specialist),
        message
      )
      const run: AgentRun = {
        ...turn,
        id: yield* Effect.sync(() => UsageLogId.make(v7())),
        agentName: specialist,
        earlierAnswers: earlierAnswers(previous),
        message,
        messageId: `${turn.messageId}:${specialist}:${number}`
      }
      const elapsed = yield* SteadyClock.stopwatch
      const text = answersDirectly ? yield* CurrentTextReceiver : Option.none()
      const log = Effect.fnUntraced(function* (answer: AnswerExit) {
        const call = callOf(specialist, yield* elapsed, answer)
        // A run of a repeated message need not report the writes of the first one.
        const isSettled = call.status !== "error" && !isRepeated
        yield* Ref.update(
          questions,
          Array.append<Question>({ run, number, call, isSettled, isOverBudget: isOverBudget(answer) })
        )
        const { durationMs, status } = call
        yield* publish({ _tag: "specialist_finished", call: run.id, status, durationMs })
      })
      yield* publish({ _tag: "specialist_started", call: run.id, specialist })
      const answered = yield* client.send(run, text).pipe(
        Effect.flatMap(makeSafe),
        Effect.onExit((answer) => log(answer)),
        Effect.map(({ missing, own, summaries }) => ({ response: own, isOwn: true, proposed: summaries, missing })),
        Effect.catchTags({
          SpecialistRefused: () => Effect.fail(refused(specialist)),
          SpecialistUnavailable: (error) => replyWithoutAnswer(run, error)
        })
      )
      const reply: SpecialistReply = { ...answered, durationMs: yield* elapsed }
      return reply
    }, permit.withPermits(1))

    const specialists: SpecialistTurn = {
      ask,
      settle,
      calls: Effect.map(
        Ref.get(questions),
        Array.map(({ call }) => call)
      )
    }
    return specialists
  })
})
