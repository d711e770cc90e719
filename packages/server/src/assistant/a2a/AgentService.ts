import { type Tool } from "@effect/ai"
import { HttpRouter } from "@effect/platform"
import { Context, DateTime, Duration, Effect, Exit, Layer, Option } from "effect"
import { BindingActs } from "../actions/BindingActs.ts"
import { Confirmations } from "../actions/Confirmations.ts"
import { PendingActions } from "../actions/PendingActions.ts"
import * as AgentCards from "./AgentCards.ts"
import * as AgentRoutes from "./AgentRoutes.ts"
import * as HttpBinding from "./HttpBinding.ts"
import { errorFormat } from "./ProtocolError.ts"
import { type AgentRequest } from "./AgentRequest.ts"
import * as ConfirmRun from "./ConfirmRun.ts"
import * as ProposedOutcome from "./ProposedOutcome.ts"
import { type SendRequest } from "./SendRequest.ts"
import * as TaskStore from "./TaskStore.ts"
import { registry } from "../../platform/config/AgentsConfig.ts"
import { agentHopTimeout } from "../../platform/config/LimitsConfig.ts"
import { databaseIdentity } from "../../platform/database/DatabaseIdentity.ts"
import * as Health from "../../platform/http/Health.ts"
import { Dependencies } from "../../platform/http/DependencyHealth.ts"
import * as HttpProgram from "../../platform/http/HttpProgram.ts"
import * as KeyedGate from "../../platform/limits/KeyedGate.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import * as TokenBudget from "../../platform/provider/TokenBudget.ts"
import { ModelDescription } from "../model/ModelDescription.ts"
import * as TokenAllowances from "../usage/TokenAllowances.ts"
import * as BackgroundRetry from "../../platform/database/BackgroundRetry.ts"
import { messageKeyOf } from "../../platform/effects/EffectKey.ts"
import { ToolEffects } from "../../platform/effects/ToolEffects.ts"
import { AgentRuns } from "../usage/AgentRuns.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { UsageLog } from "../usage/UsageLog.ts"
import { type Agent, AgentMisconfigured, check } from "../agent/Agent.ts"
import { AgentCredentials } from "./AgentCredentials.ts"
import * as AgentRuntime from "../agent/AgentRuntime.ts"
import { type RunRecorder } from "../agent/RunRecorder.ts"
import { CallerDirectory } from "./CallerDirectory.ts"
import * as RunningTurns from "../agent/RunningTurns.ts"

/** Maximum concurrent turns of one agent; more are answered with 503. */
const maxTurns = 256

/** Maximum open streams of one person at an agent; more are answered with 429. */
const maxStreams = 100

/** Maximum time an answer waits for its run to be logged; after that, logging continues in the background. */
const maxLogWait = Duration.seconds(10)

/** Services that record runs, proposals and confirmations. */
type Collaborators = AgentRuns | PendingActions | Confirmations

/** Builds a specialist's HTTP program, and the effect that drains its turns at shutdown. */
const make = Effect.fn("AgentService.make")(function* <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>) {
  yield* check(agent)
  const name = agent.name
  if (name === "orchestrator") {
    return yield* new AgentMisconfigured({ agentName: name, message: "The orchestrator is not a specialist" })
  }
  const usage = yield* UsageLog
  const runs = yield* AgentRuns
  const { security, verify } = yield* AgentCredentials
  const addresses = yield* registry
  const { model } = yield* ModelDescription
  const allowances = yield* TokenAllowances.make
  const run = yield* AgentRuntime.make(agent, yield* agent.toolkit)
  const outlasting = yield* BackgroundRetry.make
  const turns = yield* RunningTurns.make(maxTurns)

  const collaborators = Context.pick(AgentRuns, PendingActions, Confirmations)(yield* Effect.context<Collaborators>())

  /** Answers a question by the model. */
  const answerQuestion = (
    { retries, tokens }: AgentRequest,
    { isFromChat: isFromFrontDoor, run: question }: SendRequest,
    record: RunRecorder["record"]
  ) => {
    const { caller, conversationId, deadline } = question
    /** Reserves tokens of the person's day if the client sends no budget of its own. */
    const takeAllowance = Option.match(tokens, {
      onNone: () => allowances.reserve({ user: caller.id }),
      onSome: (tokens) => Effect.succeed({ ...TokenAllowances.free, tokens })
    })
    return {
      turn: Effect.flatMap(takeAllowance, (allowance) =>
        Effect.ensuring(
          run(question, {
            open: (startedAt) => Effect.as(runs.open(question, startedAt), Option.some(question.id)),
            record,
            earlierIds: conversationId === null ? Effect.succeed([]) : usage.idsOf(conversationId, caller.id),
            proposing:
              isFromFrontDoor && conversationId !== null ? Option.some({ ...question, conversationId }) : Option.none()
          }),
          TokenBudget.left.pipe(
            Effect.flatMap((left) => allowance.release(left)),
            Effect.catchTag("DatabaseUnavailable", (error) => Effect.logError("Tokens could not be given back", error))
          )
        ).pipe(TokenBudget.within(allowance.tokens), RetryBudget.within(deadline, retries))
      ),
      outcome: (report: TurnReport) => Effect.provide(ProposedOutcome.of(report, question), collaborators)
    }
  }

  const router = AgentRoutes.make({
    specialist: name,
    card: AgentCards.make({ name, skills: agent.skills, url: addresses[name], model, security }),
    startedAt: yield* DateTime.now,
    limit: yield* agentHopTimeout,
    tasks: yield* TaskStore.make,
    streams: KeyedGate.make({ running: maxStreams, waiting: 0 }),
    turns,
    work: (request, sent) => {
      const { confirmation, run } = sent
      const record = (report: TurnReport) =>
        Effect.flatMap(
          outlasting.startAndWait(
            usage.record({ ...run, report, messageKey: messageKeyOf(run.messageId) }),
            maxLogWait
          ),
          Option.getOrElse(() => Exit.succeed(report))
        )
      const { conversationId } = run
      return Option.isSome(confirmation) && conversationId !== null
        ? Effect.provide(
            ConfirmRun.make({ run: { ...run, conversationId }, confirmation: confirmation.value, record }),
            collaborators
          )
        : Effect.succeed(answerQuestion(request, sent, record))
    }
  }).pipe(
    HttpRouter.concat(
      Health.router({ ...Health.databaseChecks, turns: turns.accepting }, yield* Dependencies, databaseIdentity)
    )
  )
  const program = HttpProgram.serve(router, {
    // Trace context is accepted only from an authenticated service.
    continuesTrace: (headers) => Effect.isSuccess(verify(headers)),
    budget: () => Option.none(),
    caching: (route) => (route === HttpBinding.cardPath ? Option.some("public, max-age=300") : Option.none()),
    errors: () => errorFormat
  })
  return { program, drain: turns.drain }
})

/**
 * HTTP program of a specialist: agent card, messages, tasks and health. Its layers are fresh, so that several
 * specialists can share a process; only services provided from outside are shared. `acts` are the binding acts that it
 * proposes, and performs once they are confirmed.
 */
export const service = <Tools extends Record<string, Tool.Any>, E, R, E2 = never, R2 = never>(
  agent: Agent<Tools>,
  handlers: Layer.Layer<Tool.HandlersFor<Tools>, E, R>,
  acts: Layer.Layer<BindingActs, E2, R2> = BindingActs.layer(Effect.succeed([]))
) =>
  Layer.unwrapScoped(
    Effect.map(make(agent), ({ drain, program }) =>
      Layer.scopedDiscard(Effect.addFinalizer(() => drain)).pipe(
        // Layers are torn down in reverse: turns end before their requests and the port.
        Layer.provide(program)
      )
    )
  ).pipe(
    Layer.provide([handlers, CallerDirectory.layer]),
    Layer.provide(Layer.provide(Confirmations.layer, [acts, ToolEffects.layer])),
    Layer.provide(PendingActions.layer),
    Layer.fresh
  )
