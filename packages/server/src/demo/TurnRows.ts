import type { Row, Rows, Value } from "./Loader.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import type { SpecialistRun, ToolStep, TurnScript } from "./ToolSteps.ts"
import { type TurnStatus } from "../assistant/turn/TurnReport.ts"
import { iso } from "./World.ts"

/** Owner, end and outcome of a turn. */
export interface TurnFrame {
  readonly userId: string
  /** Null when the conversation is not part of the seed. */
  readonly conversationId: string | null
  readonly endMillis: number
  readonly outcome: TurnStatus
}

/** Answer to a message that the guard blocked. */
export const refusal = "I can't help with that request. I can help with products, orders, prices, reviews and delivery."

/** Name of the embedded model in the usage log. */
const model = "embedded-planner-1"

/** Result of a tool call that timed out. */
const timedOut = { error: "unavailable", message: "The tool did not answer in time. Try again later.", retryable: true }

const errorMessages = { error: "A tool did not answer in time", cancelled: "The service was shut down" } as const

interface Run {
  readonly agent: string
  readonly message: string
  readonly status: TurnStatus
  readonly steps: ReadonlyArray<ToolStep>
  /** Duration of each step. */
  readonly stepMillis: ReadonlyArray<number>
  readonly durationMillis: number
  readonly tokensIn: number
  readonly tokensOut: number
}

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

/** Draws a run's duration and tokens: one model round per step, and one for the answer; none when blocked. */
const runOf = (
  random: SeededRandom,
  agent: string,
  message: string,
  status: TurnStatus,
  steps: ReadonlyArray<ToolStep>,
  stepMillis: ReadonlyArray<number>
): Run => {
  const rounds = status === "blocked" ? 0 : steps.length + 1
  return {
    agent,
    message,
    status,
    steps,
    stepMillis,
    durationMillis: sum(stepMillis) + 4 + rounds * random.int(180, 900),
    tokensIn: rounds * random.int(520, 940),
    tokensOut: rounds * random.int(28, 120)
  }
}

const specialistRun = (random: SeededRandom, { agent, message, steps }: SpecialistRun, status: TurnStatus): Run =>
  runOf(
    random,
    agent,
    message,
    status,
    steps,
    steps.map(() => random.int(3, 45))
  )

/** Makes the orchestrator's step that calls a specialist. */
const specialistCall = ({ agent, answer, message }: SpecialistRun, { durationMillis, status }: Run): ToolStep => ({
  tool: "call_specialist_agent",
  input: { agent_name: agent, message },
  output:
    status === "success"
      ? { agent_name: agent, status, response: answer, duration_ms: durationMillis }
      : { error: "unavailable", message: "The specialist did not answer. Try again later.", agent_name: agent }
})

const lastOutput = ({ agent, status }: Run, { output }: ToolStep) =>
  status === "cancelled" ? {} : status === "error" && agent !== "orchestrator" ? timedOut : output

const logRows = (random: SeededRandom, frame: TurnFrame, traceId: string, run: Run, endMillis: number): Rows => {
  const id = random.uuid(endMillis)
  const last = run.steps.length - 1
  return {
    usage_logs: [
      {
        id,
        user_id: frame.userId,
        agent_name: run.agent,
        conversation_id: frame.conversationId,
        trace_id: traceId,
        model,
        input_summary: run.message.slice(0, 500),
        tokens_in: run.tokensIn,
        tokens_out: run.tokensOut,
        tool_calls_count: run.steps.length,
        duration_ms: run.durationMillis,
        status: run.status,
        error_message: run.status === "error" || run.status === "cancelled" ? errorMessages[run.status] : null,
        created_at: iso(endMillis)
      }
    ],
    agent_execution_steps: run.steps.map((step, index) => ({
      usage_log_id: id,
      step_index: index,
      tool_name: step.tool,
      tool_input: step.input,
      tool_output: index === last ? lastOutput(run, step) : step.output,
      status: index === last && run.status !== "success" ? run.status : "success",
      duration_ms: run.stepMillis[index] ?? 0
    }))
  }
}

/** Returns the answer that the customer saw. */
const answerOf = ({ answer }: TurnScript, outcome: TurnStatus) => (outcome === "blocked" ? refusal : answer)

const messageRows = (
  random: SeededRandom,
  { conversationId, endMillis, outcome }: TurnFrame,
  traceId: string,
  script: TurnScript,
  runs: ReadonlyArray<Run>,
  orchestrator: Run
): ReadonlyArray<Row> => {
  if (conversationId === null) {
    return []
  }
  const guard: Value =
    outcome === "blocked" ? { verdict: "blocked", rules: ["instruction-override"] } : { verdict: "clean", rules: [] }
  const askedMillis = endMillis - orchestrator.durationMillis
  return [
    {
      id: random.uuid(askedMillis),
      conversation_id: conversationId,
      role: "user",
      content: script.message,
      agent_name: null,
      agents_involved: [],
      metadata: { trace_id: traceId, guard },
      tokens_in: 0,
      tokens_out: 0,
      created_at: iso(askedMillis)
    },
    {
      id: random.uuid(endMillis),
      conversation_id: conversationId,
      role: "assistant",
      content: answerOf(script, outcome),
      agent_name: "orchestrator",
      agents_involved: [...new Set(runs.map((run) => run.agent))],
      metadata: {
        trace_id: traceId,
        duration_ms: orchestrator.durationMillis,
        specialists: runs.map(({ agent, durationMillis, status }) => ({
          agent_name: agent,
          status,
          duration_ms: durationMillis
        })),
        guard,
        model,
        partial: false
      },
      tokens_in: sum([orchestrator, ...runs].map((run) => run.tokensIn)),
      tokens_out: sum([orchestrator, ...runs].map((run) => run.tokensOut)),
      created_at: iso(endMillis)
    }
  ]
}

/**
 * Makes the rows of a turn: a usage log of the orchestrator and of each specialist under one trace id, with their
 * steps, and two messages where the conversation is seeded. The last specialist has the turn's outcome.
 */
export const turnRows = (random: SeededRandom, frame: TurnFrame, script: TurnScript): Rows => {
  const traceId = random.hex(32)
  const scripts = frame.outcome === "blocked" ? [] : script.runs
  const runs = scripts.map((run, index) =>
    specialistRun(random, run, index === scripts.length - 1 ? frame.outcome : "success")
  )
  const orchestrator = runOf(
    random,
    "orchestrator",
    script.message,
    frame.outcome,
    scripts.flatMap((run, index) => (runs[index] === undefined ? [] : [specialistCall(run, runs[index])])),
    runs.map((run) => run.durationMillis + 6)
  )
  // A specialist answers before the next is asked, and the last one before the orchestrator's answer.
  const startMillis = frame.endMillis - orchestrator.durationMillis
  const specialists = runs.map((run, index) => {
    const before = sum(orchestrator.stepMillis.slice(0, index + 1))
    return logRows(random, frame, traceId, run, startMillis + before)
  })
  const all = [...specialists, logRows(random, frame, traceId, orchestrator, frame.endMillis)]
  return {
    messages: messageRows(random, frame, traceId, script, runs, orchestrator),
    usage_logs: all.flatMap((rows) => rows["usage_logs"] ?? []),
    agent_execution_steps: all.flatMap((rows) => rows["agent_execution_steps"] ?? [])
  }
}
