import { Deferred, Effect } from "effect"
import { type Conversation, type Reply } from "../support/Chat.ts"
import * as Tasks from "../support/Tasks.ts"
import { type Lane } from "./Lane.ts"
import { type Moment } from "./Moment.ts"

/** Time that the orchestrator needs to interrupt its work once it has stored that it is to stop. */
const takesEffect = "200 millis"

/** Longest wait for a request that can be neither stored nor refused before the gap is left. */
const longest = "1 second"

const isStored = (moment: Moment) =>
  moment._tag === "Replied" && moment.service === "orchestrator" && moment.text.includes("SET stop_requested_at =")

/** The customer's stop of a turn. */
export interface Stopping {
  /** Requests it; done when it has taken effect or was refused. */
  readonly request: Effect.Effect<void>
  /** Waits for what came of the request. */
  readonly reply: Effect.Effect<Reply>
  /** Number of questions that the model had been asked when the request took effect. */
  readonly questions: Effect.Effect<number>
}

/** Lets a customer stop the running turn of a conversation once. */
export const make = Effect.fnUntraced(function* (lane: Lane, conversation: Conversation) {
  const reply = yield* Deferred.make<Reply>()
  const questions = yield* Deferred.make<number>()
  const stored = yield* Deferred.make<void>()
  const requested = yield* Deferred.make<void>()
  yield* Deferred.await(requested).pipe(
    Effect.zipRight(Tasks.cancel(conversation)),
    Effect.flatMap((told) => Deferred.succeed(reply, told)),
    Effect.forkScoped
  )
  const stopping: Stopping = {
    request: lane
      .once(isStored, Effect.asVoid(Deferred.succeed(stored, undefined)))
      .pipe(
        Effect.zipRight(Deferred.succeed(requested, undefined)),
        Effect.zipRight(Effect.raceFirst(Deferred.await(stored), Deferred.await(reply))),
        Effect.timeoutOption(longest),
        Effect.zipRight(Effect.sleep(takesEffect)),
        Effect.zipRight(Deferred.complete(questions, lane.questions)),
        Effect.asVoid
      ),
    reply: Deferred.await(reply),
    questions: Deferred.await(questions)
  }
  return stopping
})
