import { type Tool } from "@effect/ai"
import { HttpRouter } from "@effect/platform"
import { DateTime, Duration, Effect, Exit, Layer, Option } from "effect"
import * as AgentCards from "./AgentCards.ts"
import * as AgentRoutes from "./AgentRoutes.ts"
import { errorFormat } from "./ProtocolError.ts"
import * as TaskStore from "./TaskStore.ts"
import { registry } from "../config/AgentsConfig.ts"
import { historyTokens } from "../config/BudgetConfig.ts"
import { agentHopTimeout } from "../config/LimitsConfig.ts"
import { databaseIdentity } from "../database/DatabaseIdentity.ts"
import * as Health from "../http/Health.ts"
import { Dependencies } from "../http/Standing.ts"
import * as HttpProgram from "../http/HttpProgram.ts"
import * as KeyedGate from "../limits/KeyedGate.ts"
import * as RetryBudget from "../model/RetryBudget.ts"
import * as TokenBudget from "../model/TokenBudget.ts"
import { embeddedProvider, ModelDescription } from "../model/ModelDescription.ts"
import * as TokenAllowances from "../usage/TokenAllowances.ts"
import * as Outlasting from "../database/Outlasting.ts"
import { messageKeyOf } from "../effects/EffectKey.ts"
import { AgentRuns } from "../usage/AgentRuns.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { UsageLog } from "../usage/UsageLog.ts"
import { type Agent, AgentMisconfigured, check } from "../agent/Agent.ts"
import { AgentCredentials } from "./AgentCredentials.ts"
import * as AgentRuntime from "../agent/AgentRuntime.ts"
import { CallerDirectory } from "./CallerDirectory.ts"
import * as RunningTurns from "../agent/RunningTurns.ts"

/** Turns of one agent at a time; more are answered 503. */
const maxTurns = 256

/** Streams that one person can have open at an agent; more are answered 429. */
const maxStreams = 100

/** How long an answer waits until its run is in the log; after that it goes there behind the answer. */
const patience = Duration.seconds(10)

/** The program of a specialist, and how its turns end. */
const make = Effect.fn("AgentService.make")(function* <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>) {
  yield* check(agent)
  const name = agent.name
  if (name === "orchestrator") {
    return yield* new AgentMisconfigured({ agentName: name, message: "The orchestrator is not a specialist" })
  }
  const usage = yield* UsageLog
  const runs = yield* AgentRuns
  const { card: security, verify } = yield* AgentCredentials
  const addresses = yield* registry
  const { model, provider } = yield* ModelDescription
  const allowances = yield* TokenAllowances.make
  const historyLimit = yield* historyTokens
  const toolkit = yield* agent.toolkit
  const outlasting = yield* Outlasting.make
  const turns = yield* RunningTurns.make(maxTurns)

  const router = AgentRoutes.make({
    specialist: name,
    card: AgentCards.make({ name, skills: agent.skills, url: addresses[name], model, security }),
    startedAt: yield* DateTime.now,
    limit: yield* agentHopTimeout,
    tasks: yield* TaskStore.make,
    streams: KeyedGate.make({ running: maxStreams, waiting: 0 }),
    turns,
    run: (
      { conversationId, customerMessage, deadline, history, messageId, retries, runId, text, tokens, user },
      onProgress
    ) => {
      const run = { id: runId, agentName: name, caller: user, messageId, conversationId, input: text, deadline }
      const record = (report: TurnReport) =>
        usage.record({ report, caller: user, conversationId, messageKey: messageKeyOf(messageId), input: text })
      /** Of a client without a budget of its own, for whom the person has to pay. */
      const ownAllowance =
        Option.isSome(tokens) || provider === embeddedProvider
          ? Effect.succeed({ ...TokenAllowances.free, tokens: Option.getOrElse(tokens, () => TokenBudget.unlimited) })
          : allowances.take(user.id)
      const turn = AgentRuntime.run(agent, toolkit, {
        turnId: messageId,
        message: text,
        customerMessage,
        earlierIds: conversationId === null ? Effect.succeed([]) : usage.idsOf(conversationId, user.id),
        earlierCalls: (trace, toolName) =>
          usage.callsOf({ trace, conversation: conversationId, owner: user.id, toolName }),
        history,
        historyTokens: historyLimit,
        caller: user,
        conversationId,
        deadline,
        onProgress,
        begin: ({ startedAt, traceId }) =>
          Effect.as(Effect.orDie(runs.open({ ...run, traceId }, startedAt)), Option.some(runId)),
        record: (report) =>
          Effect.flatMap(
            outlasting.finish(record(report), patience),
            Option.getOrElse(() => Exit.succeed(report))
          )
      })
      return Effect.flatMap(ownAllowance, (allowance) =>
        Effect.ensuring(
          turn,
          Effect.catchAllDefect(
            Effect.flatMap(TokenBudget.left, (left) => allowances.giveBack(user.id, allowance, left)),
            (defect) => Effect.logError("Tokens could not be given back", defect)
          )
        ).pipe(TokenBudget.within(allowance.tokens), RetryBudget.within(deadline, retries))
      )
    }
  }).pipe(
    HttpRouter.concat(
      Health.router({ ...Health.databaseChecks, turns: turns.accepting }, yield* Dependencies, databaseIdentity)
    )
  )
  const program = HttpProgram.serve(router, {
    // A trace counts, as the person does, only behind the proof of who sends it.
    continues: (headers) => Effect.isSuccess(Effect.sandbox(verify(headers))),
    budget: () => Option.none(),
    caching: (route) => (route === AgentRoutes.cardPath ? Option.some("public, max-age=300") : Option.none()),
    errors: errorFormat
  })
  return { program, drain: turns.drain }
})

/**
 * The HTTP program of a specialist: agent card, messages, tasks and health, with guard, runtime and audit behind them.
 * Everything of it is its own, so that several can live in one process; only what is provided from outside is shared.
 */
export const service = <Tools extends Record<string, Tool.Any>, E, R>(
  agent: Agent<Tools>,
  handlers: Layer.Layer<Tool.HandlersFor<Tools>, E, R>
) =>
  Layer.unwrapScoped(
    Effect.map(make(agent), ({ drain, program }) =>
      Layer.scopedDiscard(Effect.addFinalizer(() => drain)).pipe(
        // What is built first is taken down last: turns end before their requests and the port do.
        Layer.provide(program)
      )
    )
  ).pipe(Layer.provide(handlers), Layer.provide(CallerDirectory.layer), Layer.fresh)
