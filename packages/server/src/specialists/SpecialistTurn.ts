import { type User } from "@storefront/domain/Identity"
import { type ConversationId } from "@storefront/domain/Ids"
import { type SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Array, Cause, Clock, type Context, type DateTime, Effect, Exit, Option, Ref, Schema } from "effect"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { type HistoryEntry } from "../agent/History.ts"
import { SpecialistAccess } from "./SpecialistAccess.ts"
import {
  type SpecialistAnswer,
  SpecialistClient,
  type SpecialistRefused,
  type SpecialistUnavailable
} from "./SpecialistClient.ts"

/** Questions to specialists in one turn. */
const maxCalls = 8

/** What came of one question to a specialist. */
export interface SpecialistCall {
  readonly specialist: SpecialistName
  /** `blocked`: by the guard of the specialist. */
  readonly status: "success" | "error" | "blocked"
  /** Neutralised; empty unless it is a success. */
  readonly answer: string
  readonly durationMs: number
  readonly tokensIn: number
  readonly tokensOut: number
}

/** The turn that specialists are asked in. */
export interface AskingTurn {
  readonly caller: User
  readonly conversationId: ConversationId
  /** The conversation before the current message, oldest first; every specialist gets it. */
  readonly history: ReadonlyArray<HistoryEntry>
  readonly deadline: DateTime.Utc
}

/** The specialists of one turn, and the log of its calls. */
export interface SpecialistTurn extends Context.Tag.Service<SpecialistCalls> {
  /** The calls that were made, in their order. */
  readonly calls: Effect.Effect<ReadonlyArray<SpecialistCall>>
}

const callBudget = new ToolFailure({
  error: "conflict",
  message: "No more specialists can be asked for this message. Answer with what is known.",
  reason: "call_budget"
})

const notGranted = (specialist: SpecialistName) =>
  new ToolFailure({
    error: "forbidden",
    message: "The customer has no access to this agent. It can be requested with POST /api/marketplace/request.",
    agent_name: specialist,
    reason: "not_granted"
  })

const toFailure = (specialist: SpecialistName, error: SpecialistUnavailable | SpecialistRefused) =>
  error._tag === "SpecialistRefused"
    ? new ToolFailure({
        error: "forbidden",
        message: "The specialist does not answer this message. Do not send it again.",
        agent_name: specialist
      })
    : new ToolFailure({
        error: "unavailable",
        message: "The specialist could not answer. Say which part could not be done.",
        agent_name: specialist,
        reason: error.reason,
        retryable: true
      })

const Shown = Schema.Struct({ response: UserText })
const decodeShown = Schema.decodeUnknown(Shown)

type Answer = Exit.Exit<SpecialistAnswer, SpecialistUnavailable | SpecialistRefused>

/** One line of the log; a call that was interrupted is an error. */
const entry = (specialist: SpecialistName, durationMs: number, answer: Answer): SpecialistCall => {
  const call = { specialist, status: "error" as const, answer: "", durationMs, tokensIn: 0, tokensOut: 0 }
  if (Exit.isSuccess(answer)) {
    return { ...call, ...answer.value.usage, status: "success", answer: answer.value.text }
  }
  return Option.match(Cause.failureOption(answer.cause), {
    onNone: () => call,
    onSome: ({ _tag, usage }) => ({ ...call, ...usage, status: _tag === "SpecialistRefused" ? "blocked" : "error" })
  })
}

/** Specialists for one turn: one question at a time, and not too many. */
export const make = Effect.fn("SpecialistTurn.make")(function* (turn: AskingTurn) {
  const client = yield* SpecialistClient
  const access = yield* SpecialistAccess
  const { neutralise } = yield* Neutraliser
  const permit = yield* Effect.makeSemaphore(1)
  const calls = yield* Ref.make<ReadonlyArray<SpecialistCall>>([])

  /** Harmless and storable: whether or not a model sees it, the answer can become part of the conversation. */
  const shown = (answer: SpecialistAnswer) =>
    neutralise(Shown, { response: answer.text }).pipe(
      Effect.flatMap(decodeShown),
      Effect.orDie,
      Effect.map(({ response }) => ({ ...answer, text: response }))
    )

  const ask = Effect.fnUntraced(function* (specialist: SpecialistName, message: string) {
    if ((yield* calls).length >= maxCalls) {
      return yield* Effect.fail(callBudget)
    }
    if (!(yield* access.isGranted(turn.caller, specialist))) {
      return yield* Effect.fail(notGranted(specialist))
    }
    const startedAt = yield* Clock.currentTimeMillis
    const answer = yield* client.send({ ...turn, specialist, message }).pipe(
      Effect.flatMap(shown),
      Effect.onExit((result) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Ref.update(calls, Array.append(entry(specialist, now - startedAt, result)))
        )
      ),
      Effect.mapError((error) => toFailure(specialist, error))
    )
    const endedAt = yield* Clock.currentTimeMillis
    return { response: answer.text, durationMs: endedAt - startedAt }
  }, permit.withPermits(1))

  const specialists: SpecialistTurn = { ask, calls: Ref.get(calls) }
  return specialists
})
