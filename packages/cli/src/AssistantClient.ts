import { type SendMessageRequest, type StreamResponse } from "@storefront/domain/api/AgentApi"
import { applyFrame, hasEnded, initialView, type TaskView } from "@storefront/domain/turn/TaskView"
import { Data, Deferred, Effect, Option, Ref, Schedule, Schema, Stream } from "effect"
import { randomUUID } from "node:crypto"
import * as FrontDoor from "./FrontDoor.ts"
import { Patience } from "./Patience.ts"

/** An answer, with the ids needed to look into it or to continue. */
export const Answer = Schema.Struct({
  response: Schema.String,
  agents_involved: Schema.Array(Schema.String),
  conversation_id: Schema.String,
  trace_id: Schema.NullOr(Schema.String)
})
export type Answer = typeof Answer.Type

/** There is no answer that could be printed; the ids of the question are null if it did not get that far. */
export class AskFailed extends Data.TaggedError("AskFailed")<{
  readonly message: string
  readonly conversation: string | null
  readonly trace: string | null
}> {}

/** Receives the view of a turn after each change. */
export type Watch = (view: TaskView) => Effect.Effect<void>

/** The assistant, as one person uses it: one question after the other. */
export interface Assistant {
  /** Asks, in a new conversation if it is null, and waits for the end of the turn. Interruption does not stop the turn. */
  readonly ask: (message: string, conversation: string | null, watch: Watch) => Effect.Effect<Answer, AskFailed>
  /** Stops the turn of the last question, and returns its answer: what was said and done; none if nothing was. */
  readonly stop: Effect.Effect<Option.Option<Answer>, AskFailed>
}

/** A message on its way, and the view of its task. */
interface Turn {
  readonly request: SendMessageRequest
  readonly view: Ref.Ref<TaskView>
  readonly watch: Watch
}

/** Attempts to follow a stream again, and to reach the assistant before it counts as lost. */
const attempts = 5

const lost =
  "The connection was lost, and the assistant cannot be reached again. It may still be at work; its answer will be in the conversation"

const answerOf = ({ agentsInvolved, contextId, conversationId, text, traceId }: TaskView): Answer => ({
  response: text,
  agents_involved: agentsInvolved,
  conversation_id: conversationId ?? contextId ?? "",
  trace_id: traceId
})

/** Returns the answer of a turn that has ended. */
const conclude = (view: TaskView) =>
  view.phase === "failed"
    ? FrontDoor.refuse(view.failure?.detail || "The assistant could not answer")
    : view.phase === "canceled" && view.text === ""
      ? FrontDoor.refuse("The turn was stopped")
      : Effect.succeed(answerOf(view))

const requestOf = (text: string, conversation: string | null) =>
  Effect.sync((): SendMessageRequest => ({
    message: {
      messageId: randomUUID(),
      role: "ROLE_USER",
      parts: [{ text, mediaType: "text/plain" }],
      ...(conversation === null ? {} : { contextId: conversation })
    },
    configuration: { acceptedOutputModes: ["text/plain", "application/json"] }
  }))

const isTransient = (error: FrontDoor.Failure) => error._tag === "ConnectionLost" || error.isTransient

/** Connects as a person. */
export const make = Effect.fnUntraced(function* (person: FrontDoor.Person) {
  const door = yield* FrontDoor.make(person)
  const patience = yield* Patience
  const last = yield* Ref.make(Option.none<Turn>())
  const backoff = Schedule.jittered(Schedule.exponential(patience.backoff))
  const again = <A>(request: Effect.Effect<A, FrontDoor.Failure>) =>
    Effect.retry(request, { times: attempts, schedule: backoff, while: isTransient })

  const receive = ({ view, watch }: Turn, frame: StreamResponse) =>
    Effect.tap(
      Ref.updateAndGet(view, (before) => applyFrame(before, frame)),
      (after) => watch(after)
    )

  const isOver = ({ view }: Turn) => Effect.map(Ref.get(view), hasEnded)

  /**
   * Reads a stream to its end, by which the server knows that the answer has arrived: a yes would else be asked for again.
   * Fails if the stream is lost before the end of the task, or brings nothing at first.
   */
  const read = Effect.fnUntraced(function* (turn: Turn, frames: Stream.Stream<StreamResponse, FrontDoor.Failure>) {
    const isHeard = yield* Ref.make(false)
    const ended = yield* Deferred.make<void>()
    const reading = Stream.runForEach(frames, (frame) =>
      Ref.set(isHeard, true).pipe(
        Effect.zipRight(receive(turn, frame)),
        Effect.flatMap((view) => (hasEnded(view) ? Deferred.succeed(ended, undefined) : Effect.void))
      )
    ).pipe(
      Effect.catchAll((error) => Effect.flatMap(isOver(turn), (isOver) => (isOver ? Effect.void : Effect.fail(error))))
    )
    const closing = Effect.zipRight(Deferred.await(ended), Effect.sleep(patience.closing))
    const listening = Effect.if(Effect.delay(Ref.get(isHeard), patience.firstFrame), {
      onTrue: () => Effect.never,
      onFalse: () => new FrontDoor.ConnectionLost({ message: "The assistant is silent" })
    })
    yield* Effect.raceFirst(Effect.raceFirst(reading, closing), listening)
    if (!(yield* isOver(turn))) {
      return yield* new FrontDoor.ConnectionLost({ message: "The answer was cut off" })
    }
  })

  /** Returns the task's id. Sends its message again, which begins the task only if the message did not arrive before. */
  const sendAgain = (turn: Turn) =>
    door.send({ ...turn.request, configuration: { ...turn.request.configuration, returnImmediately: true } }).pipe(
      again,
      Effect.tap((task) => receive(turn, { task })),
      Effect.map(({ id }) => id)
    )

  const look = (turn: Turn, id: string) => Effect.flatMap(again(door.find(id)), (task) => receive(turn, { task }))

  /** Looks at the task until it has ended. */
  const poll = (turn: Turn, id: string) =>
    Effect.repeat(look(turn, id), { schedule: Schedule.spaced(patience.polling), until: hasEnded }).pipe(
      Effect.catchTag("ConnectionLost", () => new FrontDoor.ConnectionLost({ message: lost }))
    )

  /** Subscribes to the task, some times; then polls it. A task that has just ended cannot be subscribed to. */
  const subscribe = (turn: Turn, id: string) =>
    read(turn, door.subscribe(id)).pipe(
      Effect.delay(patience.backoff),
      again,
      Effect.catchAll(() => poll(turn, id))
    )

  /** Follows a turn whose stream was lost. */
  const recover = (turn: Turn) =>
    Effect.flatMap(Ref.get(turn.view), ({ taskId }) =>
      taskId === null ? Effect.flatMap(sendAgain(turn), (id) => poll(turn, id)) : subscribe(turn, taskId)
    )

  /** Adds the ids to a failure, as far as they are known. */
  const withIds = <A>(work: Effect.Effect<A, FrontDoor.Failure>) =>
    Effect.catchAll(
      work,
      Effect.fnUntraced(function* ({ message }) {
        const turn = yield* Ref.get(last)
        const { conversationId, traceId } = Option.isNone(turn) ? initialView : yield* Ref.get(turn.value.view)
        const trace = traceId ?? (yield* Ref.get(door.trace))
        return yield* new AskFailed({ message, conversation: conversationId, trace })
      })
    )

  const ask: Assistant["ask"] = Effect.fn("cli.Assistant.ask")(function* (message, conversation, watch) {
    yield* Ref.set(last, Option.none())
    yield* Ref.set(door.trace, null)
    yield* door.logIn
    if (conversation !== null) {
      yield* door.requireConversation(conversation)
    }
    const turn: Turn = { request: yield* requestOf(message, conversation), view: yield* Ref.make(initialView), watch }
    yield* Ref.set(last, Option.some(turn))
    yield* Effect.catchTag(read(turn, door.stream(turn.request)), "ConnectionLost", () => recover(turn))
    return yield* Effect.flatMap(Ref.get(turn.view), conclude)
  }, withIds)

  const stopTurn = Effect.fnUntraced(function* (turn: Turn) {
    const { taskId } = yield* Ref.get(turn.view)
    const id = taskId ?? (yield* sendAgain(turn))
    const cancel = again(door.cancel(id)).pipe(
      Effect.flatMap((task) => receive(turn, { task })),
      // It may have ended meanwhile.
      Effect.catchTag("Refused", (refused) => Effect.filterOrFail(look(turn, id), hasEnded, () => refused))
    )
    yield* Effect.unlessEffect(cancel, isOver(turn))
    const ended = yield* Ref.get(turn.view)
    return ended.phase === "canceled" && ended.text === "" ? Option.none() : Option.some(yield* conclude(ended))
  })

  const stop: Assistant["stop"] = Effect.flatMap(
    Ref.get(last),
    Option.match({
      onNone: () => Effect.succeedNone,
      onSome: (turn) =>
        stopTurn(turn).pipe(
          Effect.timeoutFail({
            duration: patience.stop,
            onTimeout: () =>
              new FrontDoor.ConnectionLost({ message: "The assistant does not answer, and may still be at work" })
          })
        )
    })
  ).pipe(withIds, Effect.withSpan("cli.Assistant.stop"))

  const assistant: Assistant = { ask, stop }
  return assistant
})
