import { type Decision } from "@storefront/domain/confirmation/Decision"
import {
  type ActionNotFound,
  type ConversationBusy,
  type ConversationNotFound,
  type DatabaseUnavailable,
  type TooManyRequests
} from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type ProductReference } from "@storefront/domain/api/AgentApi"
import { MessageId, TurnId } from "@storefront/domain/Ids"
import { Deferred, Effect, Option, Scope } from "effect"
import { v7 } from "uuid"
import { turnTimeout } from "../../platform/config/LimitsConfig.ts"
import type * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import * as TokenBudget from "../../platform/provider/TokenBudget.ts"
import { type GuardReport, Scanner } from "../../platform/scanner/Scanner.ts"
import * as RunningTurns from "../agent/RunningTurns.ts"
import * as TurnVerdict from "../agent/TurnVerdict.ts"
import { RunEvents } from "../turn/RunEvents.ts"
import { currentTraceId } from "../turn/Turn.ts"
import * as TokenAllowances from "../usage/TokenAllowances.ts"
import { type Admission } from "./Admission.ts"
import { leaseOf } from "./HeldLeases.ts"
import { LiveTurns } from "./LiveTurns.ts"
import * as OrchestratorRun from "./OrchestratorRun.ts"
import * as RunFeed from "./RunFeed.ts"
import * as Settlement from "./Settlement.ts"
import * as TurnClosing from "./TurnClosing.ts"
import * as TurnFeed from "./TurnFeed.ts"
import { type IncomingMessage, type OpenedTurn, TurnOpening } from "./TurnOpening.ts"
import { type FrontTurn, type LeasedTurn, type UnplacedTurn } from "./TurnStates.ts"

/** Life of a turn from the moment at which its conversation is free: its message is stored, answered, and closed. */

/** Maximum concurrent turns of this process. */
const maxTurns = 64

/** Reasons why a turn does not begin. */
export type NotBegun = ConversationNotFound | ActionNotFound | ConversationBusy | TooManyRequests | DatabaseUnavailable

/** Turn whose message is stored. */
interface BegunTurn {
  readonly opened: OpenedTurn
  readonly allowance: TokenAllowances.Allowance
  readonly guard: GuardReport
  /** Report of the guard on the message; none if the guard failed. */
  readonly report: Option.Option<GuardReport>
}

/** Report in place of one that the guard failed to make: the message counts as blocked. */
const unscanned: GuardReport = { verdict: "blocked", rules: ["scanner_failed"] }

const asksModel = ({ _tag }: Decision) => _tag === "GoOn" || _tag === "Block"

/** Turn that is to begin. */
export interface BeginningTurn {
  readonly leased: LeasedTurn
  readonly message: Omit<IncomingMessage, "guard">
  /** Key of the client's address, whose guests share a token budget. */
  readonly client: string | undefined
  /** Product whose page the customer looks at. */
  readonly page?: ProductReference | undefined
  readonly deadline: SteadyClock.Deadline
  readonly feed: TurnFeed.TurnFeed
  /** Scope of what the turn occupies; closed at its end. */
  readonly scope: Scope.CloseableScope
}

/** Builds the life of turns of this process. */
export const make = Effect.fnUntraced(function* (agent: OrchestratorRun.Orchestrator, admission: Admission) {
  const budget = yield* turnTimeout
  const opening = yield* TurnOpening
  const scanner = yield* Scanner
  const orchestrator = yield* OrchestratorRun.make(agent)
  const settlement = yield* Settlement.make
  const close = yield* TurnClosing.make(admission)
  const turns = yield* RunningTurns.make(maxTurns)
  const allowances = yield* TokenAllowances.make
  const live = yield* LiveTurns

  /** Logs a defect of the guard, and returns none in its place. */
  const logDefects = (scan: Effect.Effect<GuardReport>) =>
    Effect.catchAllDefect(Effect.asSome(scan), (defect) =>
      Effect.as(Effect.logError("The guard failed", defect), Option.none())
    )

  /** Scans and stores the message, and reserves the turn's token allowance if a model will be asked. */
  const open = Effect.fnUntraced(function* (
    leased: LeasedTurn,
    message: Omit<IncomingMessage, "guard">,
    payer: TokenAllowances.Payer
  ) {
    const report = yield* logDefects(scanner.scan(message.words))
    const guard = Option.getOrElse(report, () => unscanned)
    const [opened, allowance] = yield* opening.open(leased, { ...message, guard }, (decision) =>
      asksModel(decision) ? allowances.reserve(payer) : Effect.succeed(TokenAllowances.free)
    )
    const begun: BegunTurn = { opened, allowance, guard, report }
    return begun
  })

  /** Builds the turn, with the guard's report on the conversation if a model will be asked. */
  const turnOf = Effect.fnUntraced(function* (
    leased: LeasedTurn,
    words: string,
    page: ProductReference | undefined,
    deadline: SteadyClock.Deadline,
    { opened: { decision, history, locale, messageId }, report }: BegunTurn
  ) {
    const turn: FrontTurn = {
      ...leased,
      message: words,
      messageId,
      words,
      history,
      earlierAnswers: [],
      ...(page === undefined ? {} : { page }),
      verdict:
        asksModel(decision) && Option.isSome(report)
          ? yield* logDefects(
              Effect.provideService(TurnVerdict.ofConversation({ history, words }, report.value), Scanner, scanner)
            )
          : Option.none(),
      locale,
      deadline
    }
    return turn
  })

  /** Answers the message. A turn that the customer stops is interrupted, and closed as such. */
  const converse = Effect.fnUntraced(function* (turn: FrontTurn, begun: BegunTurn, feed: TurnFeed.TurnFeed) {
    const { allowance, guard, opened } = begun
    const { isStopped, state, stopRequested } = feed
    const stoppedAfter = Effect.flatMap(isStopped, (stopped) =>
      stopped ? Effect.asSome(Effect.map(state, ({ text }) => text)) : Effect.succeedNone
    )
    const answering = asksModel(opened.decision)
      ? orchestrator({ ...opened, turn, allowance, stoppedAfter }, (report, outcome) =>
          Effect.flatMap(TokenBudget.left, (left) =>
            close({ turn, report, releaseTokens: allowance.release(left) }, outcome, feed)
          )
        )
      : settlement({ ...turn, ...opened, guard }, isStopped, (report, outcome) =>
          close({ turn, report, releaseTokens: Effect.void }, outcome, feed)
        )
    yield* answering.pipe(
      Effect.provideService(RunEvents, yield* RunFeed.make(feed, turn.door !== "rest")),
      Effect.raceFirst(stopRequested)
    )
  })

  /** Builds the fields of a turn that are known before its message is stored. */
  const unplaced = Effect.fnUntraced(function* (caller: User, door: LeasedTurn["door"], generation: number) {
    const turn: UnplacedTurn = {
      ...(yield* Effect.sync(() => ({
        id: TurnId.make(v7()),
        userMessageId: MessageId.make(v7()),
        answerId: MessageId.make(v7())
      }))),
      caller,
      generation,
      traceId: yield* currentTraceId,
      lease: leaseOf(budget),
      door
    }
    return turn
  })

  const payerOf = ({ id, role }: User, client = "") => (role === "guest" ? { guestsOf: client } : { user: id })

  /** Starts the turn in the background, and returns its fiber as soon as its message is stored. */
  const begin = ({ client, deadline, feed, leased, message, page, scope }: BeginningTurn) =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<unknown, NotBegun>()
      const running = yield* turns.start(
        Effect.uninterruptibleMask((restore) =>
          restore(open(leased, message, payerOf(leased.caller, client))).pipe(
            Effect.tap(feed.publish({ _tag: "started" })),
            Effect.onExit((exit) => Deferred.done(begun, exit)),
            Effect.flatMap((opened) =>
              turnOf(leased, message.words, page, deadline, opened).pipe(
                Effect.flatMap((turn) => restore(converse(turn, opened, feed))),
                Effect.onExit((exit) => Scope.close(scope, exit))
              )
            )
          )
        )
      )
      yield* Deferred.await(begun)
      return running
    })

  /** Makes a turn known to this process, with the current scope's owner as its first reader. */
  const accept = Effect.fnUntraced(function* (
    { answerId, caller, conversationId, id, traceId }: LeasedTurn,
    messageId: string
  ) {
    const feed = yield* TurnFeed.make
    yield* feed.attend
    // Open until the turn ends, even if the client disconnects.
    const scope = yield* Scope.make()
    yield* Scope.extend(live.add({ id, owner: caller.id, feed }), scope)
    yield* feed.publish({
      _tag: "accepted",
      turn_id: id,
      conversation_id: conversationId,
      message_id: messageId,
      answer_id: answerId,
      trace_id: traceId
    })
    return { feed, scope }
  })

  return { accept, begin, turns, unplaced }
})

/** Life of turns. */
export interface TurnLife extends Effect.Effect.Success<ReturnType<typeof make>> {}
