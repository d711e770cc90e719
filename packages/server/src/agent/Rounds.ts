import { Prompt, type Tool, type Toolkit } from "@effect/ai"
import { type UsageLogId } from "@storefront/domain/Ids"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Clock, Data, Effect, Exit, Option, Ref } from "effect"
import * as ModelRequest from "../model/ModelRequest.ts"
import { CurrentRun, EffectKey, type WritingRun } from "../effects/EffectKey.ts"
import * as ToolExecution from "./ToolExecution.ts"
import { type ConsentCheck, CurrentConsentCheck } from "../guard/Consent.ts"
import * as ToolResult from "./ToolResult.ts"
import { CurrentProvenance, type Provenance } from "../guard/Provenance.ts"
import { type GuardReport } from "../guard/Scanner.ts"
import { type Step, type TurnFailure } from "../usage/TurnReport.ts"
import { type TurnRequest } from "./Turn.ts"

/** Model calls of one turn that may ask for tools; one without tools can follow. */
const maxRounds = 8

/** Tool calls of one turn. */
const maxCalls = 16

/** Unreadable answers after which the model gets no more tools. */
const maxUnreadable = 2

/** The turn ended without an answer. */
export class RoundsFailed extends Data.TaggedError("RoundsFailed")<{
  readonly failure: TurnFailure
  /** For operators; quotes nobody. */
  readonly message: string
}> {}

/** What happened in a turn so far; it outlives the interruption of the turn. */
export interface Ledger {
  /** In the log; another one when the run turned out not to have been opened under its own. */
  readonly runId: UsageLogId
  readonly guard: GuardReport
  readonly steps: ReadonlyArray<Step>
  readonly tokensIn: number
  readonly tokensOut: number
  /** Name of the model that answered last. */
  readonly model: string
}

/** What the rounds of a turn work with. */
export interface Workbench<Tools extends Record<string, Tool.Any>> {
  readonly toolkit: Toolkit.WithHandler<Tools>
  readonly request: TurnRequest
  readonly ledger: Ref.Ref<Ledger>
  readonly run: WritingRun
  readonly provenance: Provenance
  readonly consent: ConsentCheck
}

const overBudget = ToolResult.failed(
  new ToolFailure({
    error: "conflict",
    message: "No more tools can be called for this message. Answer with what is known.",
    reason: "call_budget"
  })
)

const unreadable = Prompt.makeMessage("system", {
  content: "Your last answer could not be read. Call only the tools you were given, each with one JSON object."
})

/** Asks once and keeps the figures. */
const ask = (prompt: Prompt.Prompt, offered: ModelRequest.Offer, ledger: Ref.Ref<Ledger>) =>
  ModelRequest.ask(prompt, offered).pipe(
    Effect.tap((answer) =>
      Effect.forEach(Option.toArray(answer), ({ model, tokensIn, tokensOut }) =>
        Ref.update(ledger, (sofar) => ({
          ...sofar,
          model,
          tokensIn: sofar.tokensIn + tokensIn,
          tokensOut: sofar.tokensOut + tokensOut
        }))
      )
    ),
    Effect.mapError(
      ({ circuitOpen, message }) => new RoundsFailed({ failure: circuitOpen ? "unavailable" : "model", message })
    )
  )

/**
 * Executes a call and keeps it as a step with the tool's own result, also when it is interrupted. What the model gets
 * to see is neutralised.
 */
const perform = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  { consent, ledger, provenance, request, run, toolkit }: Workbench<Tools>,
  call: ModelRequest.ToolCall
) {
  yield* request.onProgress({ _tag: "ToolStarted", tool: call.name })
  const startedAt = yield* Clock.currentTimeMillis
  const result = yield* ToolExecution.execute(toolkit, call.name, call.params, request.caller).pipe(
    Effect.provideService(EffectKey, request.turnId),
    Effect.provideService(CurrentRun, Option.some(run)),
    Effect.provideService(CurrentProvenance, Option.some(provenance)),
    Effect.provideService(CurrentConsentCheck, Option.some(consent)),
    Effect.onExit((exit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const step: Step = {
          toolName: call.name,
          input: call.params,
          output: Exit.isSuccess(exit) ? exit.value.value : {},
          status: Exit.isFailure(exit) ? "cancelled" : exit.value.isFailure ? "error" : "success",
          durationMs: Math.max(0, now - startedAt)
        }
        return Ref.update(ledger, (sofar) => ({ ...sofar, steps: [...sofar.steps, step] }))
      })
    )
  )
  return yield* ToolExecution.show(toolkit, call.name, result)
})

/**
 * The rounds of a turn: asks the model, executes the tools it wants one at a time in its order, and asks again until
 * it wants none. At most 8 rounds and 16 tool calls, then one round without tools.
 */
export const converse = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  opening: Prompt.Prompt,
  bench: Workbench<Tools>
) {
  const offered = ModelRequest.offer(bench.toolkit.tools)
  let prompt = opening
  let calls = 0
  let misreadings = 0
  for (let round = 0; round < maxRounds && calls < maxCalls && misreadings < maxUnreadable; round++) {
    const answer = yield* ask(prompt, offered, bench.ledger)
    if (Option.isNone(answer)) {
      misreadings += 1
      prompt = Prompt.fromMessages([...prompt.content, unreadable])
      continue
    }
    const { message, text, toolCalls } = answer.value
    if (toolCalls.length === 0) {
      return text
    }
    const before = calls
    const results = yield* Effect.forEach(toolCalls, (call, index) =>
      Effect.flatMap(before + index < maxCalls ? perform(bench, call) : Effect.succeed(overBudget), (result) =>
        ToolExecution.asPart(call, result)
      )
    )
    calls += toolCalls.length
    prompt = Prompt.fromMessages([...prompt.content, message, Prompt.toolMessage({ content: results })])
  }
  const last = yield* ask(prompt, ModelRequest.noTools, bench.ledger)
  return yield* Option.match(last, {
    onNone: () =>
      new RoundsFailed({ failure: "model", message: "The model gave no answer in the round without tools" }),
    onSome: ({ text }) => Effect.succeed(text)
  })
})
