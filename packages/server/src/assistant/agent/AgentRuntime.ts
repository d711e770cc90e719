import { type LanguageModel, type Tool, type Toolkit } from "@effect/ai"
import { type CurrentUser } from "@storefront/domain/Identity"
import { TraceId, UsageLogId } from "@storefront/domain/Ids"
import { writtenBy } from "@storefront/domain/tools/Writes"
import { proposedBy } from "@storefront/domain/tools/Proposed"
import { guardRefusal } from "@storefront/domain/words/Sentences"
import { Array, Cause, Context, Data, DateTime, Duration, Effect, Exit, Option, Record, Ref, Schema } from "effect"
import { v4, v7 } from "uuid"
import { CurrentProposingTurn } from "../actions/ProposingTurn.ts"
import { CurrentRun, EffectKey, writingRun } from "../../platform/effects/EffectKey.ts"
import { neutralText } from "../../platform/text/NeutralText.ts"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { Egress } from "../guard/Egress.ts"
import { CurrentGuard } from "../guard/CurrentGuard.ts"
import { CurrentOwnWords, ownWords } from "../guard/OwnWords.ts"
import { withoutForgedQuestion } from "../guard/ForgedQuestion.ts"
import * as Provenance from "../guard/Provenance.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { clean, Scanner } from "../../platform/scanner/Scanner.ts"
import { ModelDescription } from "../model/ModelDescription.ts"
import { type OrderNumbers } from "../../shop/orders/OrderNumbers.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import * as TokenBudget from "../model/TokenBudget.ts"
import { add, noTokens } from "../../platform/provider/TokenUsage.ts"
import { storable } from "../../platform/text/Text.ts"
import { type Agent } from "./Agent.ts"
import { CurrentTurn, type TurnView } from "./CurrentTurn.ts"
import { longestMessage, newest } from "./History.ts"
import { PromptFacts } from "./PromptFacts.ts"
import { type Ledger, converse, RoundsFailed, type Workbench } from "./Rounds.ts"
import { type Step, type TurnFailure, type TurnReport, type TurnStatus } from "../usage/TurnReport.ts"
import { type RunBeginning, type TurnRequest } from "./Turn.ts"
import { TurnContext } from "./TurnContext.ts"
import * as Measures from "../../platform/telemetry/Measures.ts"
import { type ContextParts, TurnContexts } from "./TurnContexts.ts"
import * as TurnPrompt from "./TurnPrompt.ts"

const decodeTraceId = Schema.decodeOption(TraceId)

/** Ends the span of a turn without an answer, after it was recorded. */
class TurnEnded extends Data.TaggedError("TurnEnded")<{ readonly report: TurnReport }> {}

/** How a turn ended. */
interface Outcome {
  readonly status: TurnStatus
  readonly answer: string
  readonly modelState: Option.Option<unknown>
  readonly failure: TurnFailure | null
  readonly errorMessage: string | null
}

const ended = (
  status: "success" | "blocked",
  answer: string,
  modelState: Outcome["modelState"] = Option.none()
): Outcome => ({
  status,
  answer,
  modelState,
  failure: null,
  errorMessage: null
})

const failed = (status: TurnStatus, failure: TurnFailure, errorMessage: string): Outcome => ({
  status,
  answer: "",
  modelState: Option.none(),
  failure,
  errorMessage
})

const outcomeOf = (exit: Exit.Exit<Outcome, RoundsFailed>): Outcome => {
  if (Exit.isSuccess(exit)) {
    return exit.value
  }
  return Cause.isInterrupted(exit.cause)
    ? failed("cancelled", "shutdown", "The turn was interrupted")
    : Option.match(Cause.failureOption(exit.cause), {
        onSome: ({ failure, message }) => failed("error", failure, message),
        onNone: () => failed("error", "unavailable", "A dependency of the agent failed")
      })
}

const isUnavailable = Schema.is(
  Schema.Struct({ error: Schema.Literal("unavailable"), reason: Schema.optional(Schema.String) })
)

/** Why tools and specialists failed, where that is why the turn does, too, when nothing else was found. */
const failureFor: Record.ReadonlyRecord<string, TurnFailure> = {
  timeout: "deadline",
  unavailable: "unavailable",
  outcome_unknown: "unavailable",
  budget: "budget"
}

/**
 * Why there is no answer when everything that was asked for was out of reach: what the model then says is an apology.
 * None when something was found, or nothing looked for.
 */
const foundNothing = (steps: ReadonlyArray<Step>): Option.Option<TurnFailure> => {
  const outputs = steps.map(({ output }) => output).filter(isUnavailable)
  return steps.length === 0 || outputs.length < steps.length
    ? Option.none()
    : Option.orElseSome(
        Array.findFirst(outputs, ({ reason = "" }) => Record.get(failureFor, reason)),
        () => "model" as const
      )
}

const hasProposals = Schema.is(Schema.Struct({ proposed: Schema.NonEmptyArray(Schema.String) }))

/** The answer of a specialist that left all of it to the shop. */
const isLeftToShop = Schema.is(
  Schema.Struct({ agent_name: Schema.String, response: Schema.String.pipe(Schema.filter(isBlank)) })
)

/** Returns whether the shop itself tells or asks the customer about a step: then the model may have nothing to say. */
const isToldByShop = (step: Step) =>
  writtenBy([step]).length > 0 ||
  Option.isSome(proposedBy(step.output)) ||
  hasProposals(step.output) ||
  isLeftToShop(step.output)

/** How the audit tells that an answer was changed before it left. */
const egressStep = { toolName: "egress", input: {}, status: "success", durationMs: 0 } as const

/** Pieces of about a line, cut at white space, that joined are the text. */
const piecesOf = (text: string): ReadonlyArray<string> => text.match(/[\s\S]{1,80}(?:\s|$)|[\s\S]{1,80}/gu) ?? []

/** As many messages of the customer, the current one among them, are also read as one. */
const readTogether = 3

/**
 * The guard's opinion of a message: of what the agent is asked and of the customer's own words, alone and behind their last
 * ones. What an earlier message is suspected of counts only if it would be blocked.
 */
const scan = Effect.fnUntraced(function* ({ customerMessage, history, message }: TurnRequest) {
  const { scan, scanContent } = yield* Scanner
  const current = yield* Effect.forEach(Array.dedupe([message, customerMessage]), scan)
  const earlier = yield* Effect.forEach(
    history.filter((entry) => entry.role === "user"),
    (entry) => scan(entry.text)
  )
  // By the rules alone: together they are longer than the messages that the trained part knows.
  const together = yield* scanContent(ownWords({ customerMessage, history }).slice(-readTogether).join("\n"))
  return (
    [...current, ...earlier, together].find(({ verdict }) => verdict === "blocked") ??
    current.find(({ verdict }) => verdict === "flagged") ??
    clean
  )
})

/** Proposals of earlier answers that an agent is told of. */
const maxOffers = 10

/** What the agent may know about the caller and the proposals of the conversation, neutralised. */
const loadContext = Effect.fnUntraced(function* ({ caller, history }: TurnRequest, parts: ContextParts) {
  const { load } = yield* TurnContexts
  const { neutralise } = yield* Neutraliser
  const proposals = Array.takeRight(
    history.flatMap(({ offers = [] }) => offers),
    maxOffers
  )
  const known = yield* load(caller, parts)
  const encoded = yield* Schema.encode(TurnContext)(
    new TurnContext({ ...known, ...(Array.isNonEmptyArray(proposals) ? { proposals } : {}) })
  )
  return yield* Effect.flatMap(neutralise(TurnContext, encoded), Schema.decodeUnknown(TurnContext))
}, Effect.orDie)

/** A turn from the guard to the answer. */
const answer = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  agent: Agent<Tools>,
  bench: Workbench<Tools>,
  runGuard: Provenance.Provenance,
  beginning: RunBeginning
) {
  const { ledger, request } = bench
  yield* request.onProgress({ _tag: "Working" })
  const guard = yield* scan(request)
  yield* Ref.update(ledger, (sofar) => ({ ...sofar, guard }))
  yield* Measures.count(Measures.guardVerdicts, {
    "gen_ai.agent.name": agent.name,
    "guard.verdict": guard.verdict
  })
  if (guard.verdict === "blocked") {
    yield* Effect.annotateLogs(Effect.logInfo("Message blocked"), {
      "user.id": request.caller.id,
      "guard.rules": guard.rules.join(",")
    })
    return ended("blocked", guardRefusal(request.locale))
  }
  // What is told of the run belongs to what was opened, also when it is given up at that moment.
  const opened = yield* request.begin(beginning).pipe(
    Effect.tap((opened) =>
      Ref.update(ledger, ({ runId, ...sofar }) => ({ ...sofar, runId: Option.getOrElse(opened, () => runId) }))
    ),
    Effect.uninterruptible
  )
  const turn: TurnView = {
    context: yield* loadContext(request, agent.context),
    history: newest(request.history, request.historyTokens).map((entry) => ({
      ...entry,
      text: neutralText(entry.text, longestMessage)
    })),
    message: request.message
  }
  const instructions = agent.instructions(yield* PromptFacts)
  const opening = yield* Effect.orDie(TurnPrompt.make({ ...turn, instructions }))
  const { modelState, text: said } = yield* Effect.provide(
    converse(opening, bench),
    Context.make(CurrentTurn, Option.some(turn)).pipe(
      Context.add(CurrentGuard, Option.some(runGuard)),
      Context.add(EffectKey, request.turnId),
      Context.add(CurrentRun, Option.some(writingRun(opened))),
      Context.add(CurrentOwnWords, Option.some(ownWords(request))),
      Context.add(
        CurrentProposingTurn,
        Option.map(request.proposing, (turn) => ({ ...turn, traceId: beginning.traceId }))
      )
    )
  )
  const checked = (yield* Egress).check(storable(said), TurnPrompt.systemText(instructions))
  const text = withoutForgedQuestion(checked.text).trim()
  const { steps } = yield* Ref.get(ledger)
  if (isBlank(text) && !steps.some(isToldByShop)) {
    return yield* new RoundsFailed({ failure: "model", message: "The model gave an empty answer" })
  }
  const reason = foundNothing(steps)
  if (Option.isSome(reason)) {
    return yield* new RoundsFailed({ failure: reason.value, message: "Nothing that the answer needed was available" })
  }
  if (checked.removed.length > 0) {
    const step: Step = { ...egressStep, output: { removed: checked.removed } }
    yield* Ref.update(ledger, (sofar) => ({ ...sofar, steps: [...sofar.steps, step] }))
  }
  yield* Effect.forEach(piecesOf(text), (piece) => request.onProgress({ _tag: "AnswerDelta", text: piece }), {
    discard: true
  })
  return ended("success", text, modelState)
})

/** Interrupts what is still running when the deadline has passed. */
const within = <A, R>(effect: Effect.Effect<A, RoundsFailed, R>, deadline: SteadyClock.Deadline) => {
  const onTimeout = () => new RoundsFailed({ failure: "deadline", message: "The time for the turn was used up" })
  return Effect.flatMap(SteadyClock.left(deadline), (duration) =>
    Duration.equals(duration, Duration.zero) ? onTimeout() : Effect.timeoutFail(effect, { duration, onTimeout })
  )
}

/** The trace of a turn, as its report tells it; where tracing is off, one that nobody else has. */
export const currentTraceId = Effect.map(Effect.orDie(Effect.currentSpan), ({ traceId }) =>
  Option.getOrElse(decodeTraceId(traceId.toLowerCase()), () => TraceId.make(v4().replaceAll("-", "")))
)

const errorOf = ({ failure }: TurnReport) => (failure === null ? {} : { "error.type": failure })

const attributesOf = (report: TurnReport) => ({
  "turn.status": report.status,
  "guard.verdict": report.guard.verdict,
  "guard.rules": report.guard.rules.join(","),
  "gen_ai.response.model": report.model,
  "gen_ai.usage.input_tokens": report.tokensIn,
  "gen_ai.usage.output_tokens": report.tokensOut,
  ...errorOf(report)
})

/**
 * One turn of an agent: scans the message, asks the model, executes the tools it wants, and records a report of it
 * whatever happens, within the deadline.
 *
 * The answer comes in pieces when it is complete, because text before a tool call is not part of it. Interruption is
 * passed on after it was recorded.
 */
export const run = <Tools extends Record<string, Tool.Any>>(
  agent: Agent<Tools>,
  toolkit: Toolkit.WithHandler<Tools>,
  request: TurnRequest
): Effect.Effect<
  TurnReport,
  never,
  | LanguageModel.LanguageModel
  | Scanner
  | Neutraliser
  | TurnContexts
  | PromptFacts
  | OrderNumbers
  | Exclude<Tool.Requirements<Tools[keyof Tools]>, CurrentUser>
> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const startedAt = yield* DateTime.now
      const elapsed = yield* SteadyClock.stopwatch
      const traceId = yield* currentTraceId
      const { model, provider } = yield* ModelDescription
      yield* Effect.annotateCurrentSpan({ "gen_ai.provider.name": provider, "gen_ai.request.model": model })
      const mayRepeat = yield* RetryBudget.left
      const ledger = yield* Ref.make<Ledger>({
        runId: UsageLogId.make(v7()),
        guard: clean,
        steps: [],
        usage: noTokens,
        model
      })
      const guard = yield* Provenance.make(ownWords(request), request.earlierIds)
      const exit = yield* answer(agent, { toolkit, request, ledger }, guard, { traceId, startedAt }).pipe(
        (effect) => within(effect, request.deadline),
        Effect.tapDefect((cause) => Effect.logError("a turn failed", cause)),
        Effect.annotateLogs("agent", agent.name),
        restore,
        Effect.exit
      )
      const durationMs = yield* elapsed
      const { usage, ...sofar } = yield* Ref.get(ledger)
      const report = yield* request.record({
        agentName: agent.name,
        ...outcomeOf(exit),
        ...sofar,
        ...add(usage, yield* TokenBudget.lost),
        requestedModel: model,
        repeatedRequests: mayRepeat - (yield* RetryBudget.left),
        ids: yield* guard.origins,
        traceId,
        startedAt,
        durationMs
      })
      yield* request.onProgress({ _tag: "Recorded", report })
      yield* Effect.annotateCurrentSpan(attributesOf(report))
      yield* Measures.record(Measures.agentDuration, report.durationMs / 1000, {
        "gen_ai.agent.name": agent.name,
        ...errorOf(report)
      })
      return report.failure === null ? report : yield* new TurnEnded({ report })
    }).pipe(
      Effect.withSpan(`invoke_agent ${agent.name}`, {
        captureStackTrace: false,
        attributes: {
          "gen_ai.operation.name": "invoke_agent",
          "gen_ai.agent.name": agent.name,
          ...(request.conversationId === null ? {} : { "gen_ai.conversation.id": request.conversationId })
        }
      }),
      Effect.catchTag("TurnEnded", ({ report }) =>
        report.status === "cancelled" ? Effect.interrupt : Effect.succeed(report)
      )
    )
  )
