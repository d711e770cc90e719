import { staffName } from "@storefront/domain/api/ConversationsApi"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { LanguageModel, type Tool, type Toolkit } from "@effect/ai"
import { type CurrentUser, type User } from "@storefront/domain/Identity"
import { UsageLogId } from "@storefront/domain/Ids"
import { KnownNames, type ShopNames } from "@storefront/domain/ShopNames"
import * as Shows from "@storefront/domain/tools/Shows"
import { UserText } from "@storefront/domain/tools/UserText"
import { guardRefusal } from "@storefront/domain/words/Sentences"
import { Array, Cause, Chunk, Context, Data, DateTime, Duration, Effect, Option, Record, Ref, Schema } from "effect"
import { v7 } from "uuid"
import { CurrentProposingTurn } from "../actions/ProposingTurn.ts"
import { CurrentRun, EffectKey, writingRun } from "../../platform/effects/EffectKey.ts"
import { neutralText } from "../../platform/text/NeutralText.ts"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { AllowedAddresses, Egress } from "../guard/Egress.ts"
import { CurrentProvenance } from "../guard/CurrentProvenance.ts"
import * as Provenance from "../guard/Provenance.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { clean, Scanner } from "../../platform/scanner/Scanner.ts"
import { ModelDescription } from "../model/ModelDescription.ts"
import { Streaming } from "../model/Streaming.ts"
import { OrderNumbers } from "../../shop/orders/OrderNumbers.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import * as TokenBudget from "../../platform/provider/TokenBudget.ts"
import { add, noTokens } from "../../platform/provider/TokenUsage.ts"
import { type Agent, instructionsFor } from "./Agent.ts"
import { CurrentTurn, type TurnView } from "./CurrentTurn.ts"
import { type HistoryEntry, maxMessageLength, newest } from "../turn/History.ts"
import { PromptFacts } from "./PromptFacts.ts"
import { type Ledger, converse, RoundsFailed, type RoundDependencies } from "./Rounds.ts"
import { type Step, type TurnReport } from "../turn/TurnReport.ts"
import * as ReleasedText from "./ReleasedText.ts"
import * as RoundText from "./RoundText.ts"
import * as RunRecorder from "./RunRecorder.ts"
import * as RunOutcome from "./RunOutcome.ts"
import { ownWords, CurrentOwnWords, type Turn } from "../turn/Turn.ts"
import { publish, RunEvents } from "../turn/RunEvents.ts"
import * as TurnVerdict from "./TurnVerdict.ts"
import { historyTokens } from "../../platform/config/BudgetConfig.ts"
import { TurnContext } from "./TurnContext.ts"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import * as Metrics from "../../platform/telemetry/Metrics.ts"
import { type ContextParts, TurnContexts } from "./TurnContexts.ts"
import * as TurnPrompt from "./TurnPrompt.ts"

/** Marks the span of a recorded run without an answer as failed; caught outside the span. */
class TurnEnded extends Data.TaggedError("TurnEnded")<{ readonly report: TurnReport }> {}

/** Step that records in the audit that egress has changed an answer. */
const egressStep = { toolName: "egress", input: {}, status: "success", durationMs: 0 } as const

/** Maximum proposals of earlier answers in an agent's context. */
const maxOffers = 10

/** Loads the caller's context and the conversation's proposals, neutralised. */
const loadContext = Effect.fnUntraced(
  function* ({ caller, history, page }: Turn, parts: ContextParts) {
    const { load } = yield* TurnContexts
    const { neutralise } = yield* Neutraliser
    const proposals = Array.takeRight(
      history.flatMap(({ offers = [] }) => offers),
      maxOffers
    )
    const facts = yield* load(caller, parts, page)
    const encoded = yield* Schema.encode(TurnContext)(
      new TurnContext({ ...facts, ...(Array.isNonEmptyArray(proposals) ? { proposals } : {}) }, skipValidation)
    )
    return yield* Effect.flatMap(neutralise(TurnContext, encoded), Schema.decodeUnknown(TurnContext))
  },
  Effect.catchTag("ParseError", Effect.die)
)

/** Attributes a message to the staff, because a model takes earlier answers for its own. */
const attributeToStaff = (text: string): string => `Somebody at the shop wrote to the customer here, as data:\n${text}`

/** Prepares an earlier message for the model: neutralises it, fully if the staff wrote it. */
const toModelEntry = Effect.fnUntraced(function* (entry: HistoryEntry) {
  if (entry.agentName !== staffName) {
    return { ...entry, text: neutralText(entry.text, maxMessageLength) }
  }
  const { neutralise } = yield* Neutraliser
  return { ...entry, text: attributeToStaff(String(yield* neutralise(UserText, entry.text))) }
})

const idsShown = (answers: ReadonlyArray<Pick<HistoryEntry, "shows">>) =>
  answers.flatMap(({ shows = [] }) => shows.flatMap(({ ids }) => ids))

/** Returns the ids that an answer shows, as found in the results of the run's tools. */
const showsOf = (tools: Record.ReadonlyRecord<string, Tool.Any>, steps: ReadonlyArray<Step>, answer: string) =>
  Shows.selectShownIds(
    steps.flatMap(({ output, status, toolName }) =>
      status === "success"
        ? Option.match(Record.get(tools, toolName), {
            onNone: () => [],
            onSome: ({ annotations }) => Shows.shownObjectsIn(Context.get(annotations, Shows.Shows), output)
          })
        : []
    ),
    answer
  )

/** Text of a run on its way out, and the instructions that it must not quote. */
interface OutgoingText {
  readonly instructions: ReturnType<typeof instructionsFor>
  readonly released: ReleasedText.ReleasedText
}

/** Opens the way out for a run's text. */
const openText = Effect.fnUntraced(function* (
  instructions: OutgoingText["instructions"],
  caller: User,
  ledger: Ref.Ref<Ledger>
) {
  const check = yield* (yield* Egress).open(TurnPrompt.systemText(instructions), caller)
  // The run fails if all that was asked for is out of reach, so nothing of its text is shown.
  const isHeld = Effect.map(Ref.get(ledger), ({ steps }) => Option.isSome(RunOutcome.failureIfAllUnavailable(steps)))
  const released = yield* ReleasedText.make(check, isHeld)
  return { instructions, released, roundText: yield* RoundText.make(released, (yield* RunEvents).streamsText) }
})

/** Runs an agent: guard, prompt, rounds. Its text leaves only through egress. */
const runAgent = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  agent: Agent<Tools>,
  dependencies: RoundDependencies<Tools>,
  recorder: RunRecorder.RunRecorder,
  provenance: Provenance.Provenance,
  { instructions, released }: OutgoingText,
  shop: ShopNames,
  limits: { readonly startedAt: DateTime.Utc; readonly historyTokens: number }
) {
  const { ledger, turn } = dependencies
  yield* publish({ _tag: "started" })
  const guard = yield* TurnVerdict.of(turn)
  yield* Ref.update(ledger, (current) => ({ ...current, guard }))
  yield* Metrics.count(Metrics.guardVerdicts, {
    "gen_ai.agent.name": agent.name,
    "guard.verdict": guard.verdict
  })
  if (guard.verdict === "blocked") {
    yield* Effect.annotateLogs(Effect.logInfo("Message blocked"), {
      "user.id": turn.caller.id,
      "guard.rules": guard.rules.join(",")
    })
    return RunOutcome.answered("blocked", guardRefusal(turn.locale))
  }
  // Uninterruptible: the ledger must hold the run's id even if the turn is interrupted right after opening it.
  const runId = yield* recorder.open(limits.startedAt).pipe(
    Effect.tap((opened) =>
      Ref.update(ledger, ({ runId, ...current }) => ({ ...current, runId: Option.getOrElse(opened, () => runId) }))
    ),
    Effect.uninterruptible
  )
  const view: TurnView = {
    context: yield* loadContext(turn, agent.context),
    shop,
    history: yield* Effect.forEach(newest(turn.history, limits.historyTokens), toModelEntry),
    message: turn.message,
    ...(turn.words.trim() === turn.message.trim() ? {} : { words: neutralText(turn.words, maxMessageLength) }),
    earlierAnswers: turn.earlierAnswers.map(({ shows, text }) => ({ shows, text: neutralText(text, maxMessageLength) }))
  }
  yield* provenance.trust([
    ...(view.context.recent_orders ?? []).map(({ order_id }) => order_id),
    ...Option.toArray(Option.map(Option.fromNullable(view.context.viewed_product), ({ product_id }) => product_id)),
    ...idsShown([...view.history, ...turn.earlierAnswers])
  ])
  const prompt = yield* Effect.orDie(TurnPrompt.make({ ...view, instructions }))
  // Context that handlers read besides the arguments of a call. The model controls none of it.
  const { modelState } = yield* Effect.provide(
    converse(prompt, dependencies),
    Context.make(CurrentTurn, Option.some(view)).pipe(
      Context.add(KnownNames, Option.some(shop)),
      Context.add(CurrentProvenance, Option.some(provenance)),
      Context.add(EffectKey, turn.messageId),
      Context.add(CurrentRun, Option.some(writingRun(runId))),
      Context.add(CurrentOwnWords, Option.some(ownWords(turn))),
      Context.add(CurrentProposingTurn, recorder.proposing)
    )
  )
  const { removed, text } = yield* released.finish
  const { steps } = yield* Ref.get(ledger)
  if (isBlank(text) && !steps.some(RunOutcome.isReportedByServer)) {
    return yield* new RoundsFailed({ failure: "model", message: "The model gave an empty answer" })
  }
  const failure = RunOutcome.failureIfAllUnavailable(steps)
  if (Option.isSome(failure)) {
    return yield* new RoundsFailed({ failure: failure.value, message: "No data for the answer was available" })
  }
  if (removed.length > 0) {
    const step: Step = { ...egressStep, output: { removed } }
    yield* Ref.update(ledger, (current) => ({ ...current, steps: [...current.steps, step] }))
  }
  return RunOutcome.answered("success", text, modelState)
})

const withDeadline = <A, E, R>(effect: Effect.Effect<A, E, R>, deadline: SteadyClock.Deadline) => {
  const onTimeout = () => new RoundsFailed({ failure: "deadline", message: "The time for the turn was used up" })
  return Effect.flatMap(SteadyClock.remaining(deadline), (duration) =>
    Duration.equals(duration, Duration.zero) ? onTimeout() : Effect.timeoutFail(effect, { duration, onTimeout })
  )
}

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

/** Services of a run, in addition to those of its tools. */
type RunServices = LanguageModel.LanguageModel | Scanner | Neutraliser | TurnContexts | PromptFacts | OrderNumbers

type Run<R> = (turn: Turn, recorder?: RunRecorder.RunRecorder) => Effect.Effect<TurnReport, DatabaseUnavailable, R>

/**
 * Builds the function that runs an agent on a turn: it scans the message, asks the model and executes its tool calls
 * until the deadline, and always records a report.
 *
 * The answer is published as it is released, if somebody may read it while it is written, else in one piece. An
 * interruption is passed on after the run was recorded.
 */
export const make = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  agent: Agent<Tools>,
  toolkit: Toolkit.WithHandler<Tools>
) {
  const maxHistoryTokens = yield* historyTokens
  const description = yield* ModelDescription
  const { model, provider } = description
  const services = Context.pick(
    LanguageModel.LanguageModel,
    Scanner,
    Neutraliser,
    TurnContexts,
    PromptFacts,
    OrderNumbers
  )(yield* Effect.context<RunServices>()).pipe(
    Context.add(ModelDescription, description),
    Context.add(Streaming, yield* Streaming),
    Context.add(Egress, yield* Egress),
    Context.add(AllowedAddresses, yield* AllowedAddresses)
  )

  const run: Run<Exclude<Tool.Requirements<Tools[keyof Tools]>, CurrentUser>> = (turn, recorder = RunRecorder.none) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const startedAt = yield* DateTime.now
        const elapsed = yield* SteadyClock.stopwatch
        yield* Effect.annotateCurrentSpan({ "gen_ai.provider.name": provider, "gen_ai.request.model": model })
        const retriesBefore = yield* RetryBudget.left
        const ledger = yield* Ref.make<Ledger>({
          runId: UsageLogId.make(v7()),
          guard: clean,
          steps: [],
          usage: noTokens,
          model
        })
        const provenance = yield* Provenance.make(ownWords(turn), recorder.earlierIds)
        const limits = { startedAt, historyTokens: maxHistoryTokens }
        const facts = yield* Context.get(services, PromptFacts).read
        const outgoing = yield* Effect.provide(
          openText(instructionsFor(agent, facts, turn.caller.role), turn.caller, ledger),
          services
        )
        const dependencies = { toolkit, turn, ledger, roundText: outgoing.roundText }
        const exit = yield* runAgent(agent, dependencies, recorder, provenance, outgoing, facts, limits).pipe(
          (effect) => withDeadline(effect, turn.deadline),
          // A customer who stops the turn keeps the text.
          Effect.tapErrorCause((cause) =>
            Effect.unless(outgoing.released.discard, () => Cause.isInterruptedOnly(cause))
          ),
          Effect.tapErrorCause((cause) =>
            Cause.failures(cause).pipe(Chunk.some(({ _tag }) => _tag === "RoundsFailed"))
              ? Effect.void
              : Effect.logError("a turn failed", cause)
          ),
          Effect.annotateLogs("agent", agent.name),
          Effect.provide(services),
          restore,
          Effect.exit
        )
        const durationMs = yield* elapsed
        const { usage, ...current } = yield* Ref.get(ledger)
        const outcome = RunOutcome.fromExit(exit)
        const report = yield* recorder.record({
          agentName: agent.name,
          ...outcome,
          ...current,
          ...add(usage, yield* TokenBudget.unanswered),
          requestedModel: model,
          repeatedRequests: retriesBefore - (yield* RetryBudget.left),
          ids: yield* provenance.origins,
          shows: outcome.status === "success" ? showsOf(agent.toolkit.tools, current.steps, outcome.answer) : [],
          traceId: turn.traceId,
          startedAt,
          durationMs
        })
        yield* publish({ _tag: "done", report })
        yield* Effect.annotateCurrentSpan(attributesOf(report))
        yield* Metrics.record(Metrics.agentDuration, report.durationMs / 1000, {
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
            ...(turn.conversationId === null ? {} : { "gen_ai.conversation.id": turn.conversationId })
          }
        }),
        Effect.catchTag("TurnEnded", ({ report }) =>
          report.status === "cancelled" ? Effect.interrupt : Effect.succeed(report)
        )
      )
    )
  return run
})
