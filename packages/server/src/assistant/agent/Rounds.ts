import { Prompt, type Tool, type Toolkit } from "@effect/ai"
import { type UsageLogId } from "@storefront/domain/Ids"
import { actsAtOnce } from "@storefront/domain/tools/Writes"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { DirectAnswer } from "@storefront/domain/tools/DirectAnswer"
import { Array, Context, Data, Effect, Exit, Option, Record, Ref } from "effect"
import { withheld } from "../../platform/text/NeutralText.ts"
import { neutralized } from "../guard/Neutraliser.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { isCallInText } from "../model/CallInText.ts"
import { type EndName } from "../../platform/provider/ProviderFailed.ts"
import * as ModelRequest from "../model/ModelRequest.ts"
import * as Note from "../model/Note.ts"
import { type RoundText } from "./RoundText.ts"
import * as ToolExecution from "./ToolExecution.ts"
import * as ToolResult from "./ToolResult.ts"
import { type GuardReport } from "../../platform/scanner/Scanner.ts"
import { CurrentTextReceiver, type TextReceiver } from "../../platform/provider/TextReceiver.ts"
import { add, type TokenUsage } from "../../platform/provider/TokenUsage.ts"
import { type Step, type TurnFailure } from "../turn/TurnReport.ts"
import { type Turn } from "../turn/Turn.ts"
import { publish } from "../turn/RunEvents.ts"

/** Rounds of a turn: requests to the model, and executions of the tool calls in its answers. */

/** Maximum rounds of a turn in which the model may call tools. */
const maxRounds = 8

/** Maximum tool calls of one turn. */
const maxCalls = 16

/** Number of unreadable calls and calls written as text after which the model gets no more tools. */
const maxUnusableCalls = 2

/** The rounds ended without an answer. */
export class RoundsFailed extends Data.TaggedError("RoundsFailed")<{
  readonly failure: TurnFailure
  /** For operators; quotes no user text. */
  readonly message: string
}> {}

/** The model's tool call could not be parsed; the model is asked to repeat it. */
class UnreadableCall extends Data.TaggedError("UnreadableCall")<{ readonly message: string }> {}

/** Record of a run so far. It outlives the interruption of the run, so that its report is complete. */
export interface Ledger {
  /** Id under which the run was opened; else a new one. */
  readonly runId: UsageLogId
  readonly guard: GuardReport
  readonly steps: ReadonlyArray<Step>
  readonly usage: TokenUsage
  /** Name of the model that answered last. */
  readonly model: string
}

/** Final answer of the model. */
type ModelAnswer = Pick<ModelRequest.Answer, "text" | "modelState">

/** Values that every round of a turn needs. */
export interface RoundDependencies<Tools extends Record<string, Tool.Any>> {
  readonly toolkit: Toolkit.WithHandler<Tools>
  readonly turn: Turn
  readonly ledger: Ref.Ref<Ledger>
  readonly roundText: RoundText
}

const callLimitReached = ToolResult.failed(
  new ToolFailure({
    error: "conflict",
    message: "No more tools can be called for this message. Answer with what is known.",
    reason: "call_budget"
  })
)

const earlierWriteFailed = ToolResult.failed(
  new ToolFailure({
    error: "conflict",
    message:
      "Nothing was done, because something that should have been done before it failed. Look at that first, and call this again only if it is still right.",
    reason: "earlier_call_failed"
  })
)

const callAsTextNote = Note.make(
  "Your last answer was the call of a tool, written as text, and nobody has seen it. Call tools the way they were given to you, or answer in words."
)

const finalNote = Note.make(
  "No more tools can be called for this message. Answer the customer in words, with what is known, and say what could not be done."
)

/** Failures by the end of a model request; any other end counts as a failure of the model. */
const failureByEnd: { readonly [End in EndName]?: TurnFailure } = { circuit_open: "unavailable", over_budget: "budget" }

const failureOf = (end: Option.Option<EndName>): TurnFailure =>
  Option.getOrElse(
    Option.flatMapNullable(end, (name) => failureByEnd[name]),
    () => "model" as const
  )

/** Asks the model once, and adds its tokens to the ledger, even those of an unusable answer. */
const ask = (
  prompt: Prompt.Prompt,
  offered: ModelRequest.Offer,
  { ledger, roundText }: Pick<RoundDependencies<{}>, "ledger" | "roundText">,
  toolChoice?: ModelRequest.ToolChoice
) =>
  ModelRequest.ask(prompt, offered, toolChoice).pipe(
    Effect.provideService(CurrentTextReceiver, roundText.receiver),
    Effect.mapError(({ end, message }) =>
      Option.contains(end, "misread_call")
        ? new UnreadableCall({ message })
        : new RoundsFailed({ failure: failureOf(end), message })
    ),
    Effect.tap(({ model, usage }) =>
      Ref.update(ledger, (current) => ({ ...current, model, usage: add(current.usage, usage) }))
    ),
    Effect.tap(({ rejection }) =>
      Option.match(rejection, {
        onNone: () => Effect.void,
        onSome: (message) => new RoundsFailed({ failure: "model", message })
      })
    )
  )

/** Asks the model once; none if its call could not be parsed. */
const askForCalls = (...question: Parameters<typeof ask>) =>
  Effect.catchTag(Effect.asSome(ask(...question)), "UnreadableCall", () => Effect.succeedNone)

/**
 * Executes a call, and records it as a step with the tool's own result, even if it is interrupted. `receiver` gets text
 * that the tool's direct answer will begin with.
 */
const executeCall = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  { ledger, toolkit, turn }: RoundDependencies<Tools>,
  call: ModelRequest.ToolCall,
  refusal: Option.Option<ToolResult.ToolResult>,
  receiver: Option.Option<TextReceiver>
) {
  const { runId, steps } = yield* Ref.get(ledger)
  // The model's own ids of calls may repeat within a turn.
  const id = `${runId}:${steps.length}`
  yield* publish({ _tag: "tool_started", call: id, tool: call.name })
  const elapsed = yield* SteadyClock.stopwatch
  return yield* Option.match(refusal, {
    onSome: Effect.succeed,
    onNone: () => ToolExecution.execute(toolkit, call.name, call.params, turn.caller, call.id)
  }).pipe(
    Effect.provideService(CurrentTextReceiver, receiver),
    Effect.onExit((exit) =>
      Effect.flatMap(elapsed, (durationMs) => {
        const step: Step = {
          toolName: call.name,
          input: call.params,
          output: Exit.isSuccess(exit) ? exit.value.value : {},
          status: Exit.isFailure(exit) ? "cancelled" : exit.value.isFailure ? "error" : "success",
          durationMs
        }
        return Effect.zipRight(
          Ref.update(ledger, (current) => ({ ...current, steps: [...current.steps, step] })),
          publish({ _tag: "tool_finished", call: id, status: step.status, durationMs })
        )
      })
    )
  )
})

/** Returns the answer that a result gives in place of the model's; none if the guard withholds it from the model. */
const directAnswer = (
  annotations: Context.Context<never>,
  result: ToolResult.ToolResult,
  neutralised: ToolResult.ToolResult
) => {
  const answerIn = Context.get(annotations, DirectAnswer)
  return result.isFailure
    ? Option.none()
    : answerIn(neutralised.value).pipe(
        Option.filter((text) => text !== neutralized && text !== withheld),
        Option.flatMap(() => answerIn(result.value))
      )
}

/** Executed call: its result for the prompt, and its direct answer, if any. */
interface ExecutedCall {
  readonly part: Prompt.ToolResultPart
  readonly direct: Option.Option<string>
}

/**
 * Executes the calls of one answer in order. After a failed write, later writes are refused, because the model
 * requested them without knowing of the failure. Only the first `limit` calls are made. `receiver` is given to the
 * tools.
 */
const executeCalls = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  dependencies: RoundDependencies<Tools>,
  toolCalls: ReadonlyArray<ModelRequest.ToolCall>,
  limit: number,
  receiver: Option.Option<TextReceiver>
) {
  const hasFailed = yield* Ref.make(false)
  return yield* Effect.forEach(toolCalls, (call, index) =>
    Effect.gen(function* () {
      if (index >= limit) {
        return { part: yield* ToolExecution.toPromptPart(call, callLimitReached), direct: Option.none() }
      }
      const isWrite = Option.exists(Record.get(dependencies.toolkit.tools, call.name), actsAtOnce)
      const refusal = isWrite && (yield* Ref.get(hasFailed)) ? Option.some(earlierWriteFailed) : Option.none()
      const result = yield* executeCall(dependencies, call, refusal, receiver)
      yield* Effect.when(Ref.set(hasFailed, true), () => isWrite && result.isFailure)
      const neutralised = yield* ToolExecution.neutraliseResult(dependencies.toolkit, call.name, result)
      const executed: ExecutedCall = {
        part: yield* ToolExecution.toPromptPart(call, neutralised),
        direct: Option.flatMap(Record.get(dependencies.toolkit.tools, call.name), ({ annotations }) =>
          directAnswer(annotations, result, neutralised)
        )
      }
      return executed
    })
  )
})

const runRounds = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  opening: Prompt.Prompt,
  dependencies: RoundDependencies<Tools>
) {
  const offered = ModelRequest.offer(dependencies.toolkit.tools, dependencies.turn.caller.role)
  const isAnswer = (text: string) => !isCallInText(text, Object.keys(offered.tools))
  let prompt = opening
  let calls = 0
  let unusableCalls = 0
  for (let round = 0; round < maxRounds && calls < maxCalls && unusableCalls < maxUnusableCalls; round++) {
    const response = yield* askForCalls(prompt, offered, dependencies)
    if (Option.isNone(response)) {
      unusableCalls += 1
      prompt = Prompt.fromMessages([...prompt.content, callAsTextNote])
      continue
    }
    const { message, modelState, text, toolCalls } = response.value
    if (toolCalls.length > 0) {
      yield* dependencies.roundText.discard
      const isOnly = calls + toolCalls.length === 1
      const receiver = isOnly ? dependencies.roundText.receiver : Option.none()
      const executed = yield* executeCalls(dependencies, toolCalls, maxCalls - calls, receiver)
      calls += toolCalls.length
      const directText = isOnly ? Option.flatMap(Array.head(executed), ({ direct }) => direct) : Option.none()
      if (Option.isSome(directText)) {
        const answer: ModelAnswer = { text: directText.value, modelState }
        return answer
      }
      // The tool may have streamed an answer that turned out to be none.
      yield* dependencies.roundText.discard
      const content = executed.map(({ part }) => part)
      prompt = Prompt.fromMessages([...prompt.content, message, Prompt.toolMessage({ content })])
    } else if (isAnswer(text)) {
      const answer: ModelAnswer = { text, modelState }
      return answer
    } else {
      yield* dependencies.roundText.discard
      unusableCalls += 1
      prompt = Prompt.fromMessages([...prompt.content, message, callAsTextNote])
    }
  }
  const last = yield* askForCalls(prompt, offered, dependencies, "none")
  const { modelState, text }: ModelAnswer =
    Option.isSome(last) && last.value.toolCalls.length === 0 && isAnswer(last.value.text)
      ? last.value
      : yield* Effect.zipRight(
          dependencies.roundText.discard,
          ask(Prompt.fromMessages([...prompt.content, finalNote]), ModelRequest.noTools, dependencies)
        ).pipe(Effect.catchTag("UnreadableCall", ({ message }) => new RoundsFailed({ failure: "model", message })))
  return isAnswer(text)
    ? { text, modelState }
    : yield* new RoundsFailed({ failure: "model", message: "The model called tools in the round without tools" })
})

/**
 * Runs the rounds of a turn: asks the model, executes its tool calls one at a time in order, and asks again until it
 * makes none. After `maxRounds` or `maxCalls`, one round forbids calls but still lists the tools, which keeps the
 * provider's prompt cache valid. A model that calls one anyway is asked without tools. If the turn's only call gives a
 * direct answer, the model is not asked again.
 *
 * The turn's receiver gets the text as it arrives, also that of a direct answer from a tool that streams it. The text of
 * a round with a tool call is discarded before the tool runs, that of a failed request before the retry.
 */
export const converse = <Tools extends Record<string, Tool.Any>>(
  opening: Prompt.Prompt,
  dependencies: RoundDependencies<Tools>
) => Effect.tap(runRounds(opening, dependencies), ({ text }) => dependencies.roundText.finish(text))
