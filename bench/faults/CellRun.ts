import { Deferred, Effect, Option } from "effect"
import * as Chat from "../support/Chat.ts"
import * as Tasks from "../support/Tasks.ts"
import { type Cell } from "./Cells.ts"
import { faults } from "./Faults.ts"
import { type Lane, turnBudgetMillis } from "./Lane.ts"
import * as Observation from "./Observation.ts"
import * as Stopping from "./Stopping.ts"
import { type Measurement } from "./Verdict.ts"

/** How long a customer waits for an answer: longer than a turn may take. */
const patience = turnBudgetMillis + 4_000

/** How often a customer sends a message again: one that stands for a yes that was not heard may only show the question. */
const maxAgain = 3

/** How long late writes are waited for after the fault, and after a message that met none. */
const quiet = { first: 1_000, again: 200 }

/** A lease can be given back when the answer is out: that gap comes at most so much later. */
const afterAnswer = "2 seconds"

/** Breaks something at the gap. `over` waits for its end, and answers whether it has happened. */
const breakAt = Effect.fnUntraced(function* (lane: Lane, { act, fault, gap }: Cell, stop: Effect.Effect<void>) {
  const reached = yield* Deferred.make<void>()
  const begun = yield* Deferred.make<void>()
  // In a fiber of its own: whoever comes to the gap can be among what breaks.
  const course = yield* Deferred.await(reached).pipe(
    Effect.zipRight(fault.begin(lane, stop)),
    Effect.zipRight(Deferred.succeed(begun, undefined)),
    Effect.zipRight(Effect.sleep(fault.lasts)),
    Effect.zipRight(fault.end(lane)),
    Effect.forkScoped
  )
  yield* lane.once(
    (moment) => gap.isNow(moment, act),
    Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(begun))
  )
  const over = Effect.gen(function* () {
    const isReached = yield* Effect.timeoutOption(Deferred.await(reached), afterAnswer)
    if (Option.isSome(isReached)) {
      yield* course
    }
    return Option.isSome(isReached)
  })
  return { over }
})

/** Plays one cell on a lane. */
export const play = Effect.fn("CellRun.play")(function* (lane: Lane, cell: Cell) {
  const { act, fault, gap, manner } = cell
  yield* lane.calm
  const customer = yield* Chat.signUp(lane.origin)
  const wish = yield* act.prepare(customer)
  yield* lane.play({ wish, manner })
  const id = yield* Chat.begin(lane.origin, customer)
  const conversation = { origin: lane.origin, customer, id, patience }
  const isStopped = fault === faults.stopped
  // Only messages of this door can be stopped.
  const say = (message: string) => (isStopped ? Tasks : Chat).say(conversation, message)
  const settle = (millis: number) => Observation.settle(act, customer, lane.runs, millis)
  const [message, wanted] =
    act.turn === "confirming"
      ? ([Chat.yes, "done"] as const)
      : ([wish.message, act.turn === "proposing" ? "asked" : "done"] as const)
  if (act.turn === "confirming") {
    yield* Effect.repeat(say(wish.message), { until: ({ told }) => told === "asked", times: maxAgain })
  }

  const stopping = yield* Stopping.make(lane, conversation)
  const { over } = yield* breakAt(lane, cell, stopping.request)
  const sent = yield* say(message)
  const reached = yield* over
  const cancelled = isStopped && reached ? Option.some(yield* stopping.reply) : Option.none()
  // A task that has ended is not cancelled, and is told as it was.
  const first = Option.getOrElse(
    Option.filter(cancelled, ({ told }) => told !== "failed"),
    () => sent
  )
  const { lockedMillis, seen } = yield* settle(quiet.first)
  const questionsAfterStop = Option.isSome(cancelled) ? (yield* lane.questions) - (yield* stopping.questions) : 0

  const again: Array<Chat.Reply> = []
  const sayUntil = Effect.fnUntraced(function* (words: string, told: Chat.Told, replies: number) {
    while ((again.at(-1) ?? first).told !== told && again.length < replies) {
      again.push(yield* say(words))
    }
  })
  if (!isStopped) {
    yield* sayUntil(message, wanted, maxAgain)
  } else if (first.told !== "done") {
    // Confirms nothing, because a stop drops what was asked; so the wish begins anew.
    again.push(yield* say(Chat.yes))
    yield* sayUntil(wish.message, act.turn === "only" ? "done" : "asked", again.length + maxAgain)
  }
  if (act.turn === "proposing" || (isStopped && act.turn === "confirming")) {
    yield* sayUntil(Chat.yes, "done", again.length + maxAgain)
  }
  const next = again[0] ?? (yield* say("Thank you"))
  const isLate = next.told === "busy" || next.told === "nothing" || next.millis >= Observation.boundMillis
  const { seen: last } = yield* settle(quiet.again)

  const measured: Measurement = {
    act,
    reached,
    isClientThere: fault !== faults.clientGone,
    isAnswerOut: fault === faults.clientGone && gap.isAnswerOut === true,
    first,
    afterFirst: seen,
    again,
    questionsAfterStop,
    last,
    runs: yield* lane.runs,
    lockedMillis: isLate ? lockedMillis + next.millis : lockedMillis
  }
  return measured
}, Effect.scoped)
