import { type ListTasksResponse, type Message, type StreamResponse, type Task } from "@storefront/domain/api/AgentApi"
import {
  type ConversationBusy,
  type ConversationNotFound,
  type DatabaseUnavailable,
  type MessageConflict,
  ServiceUnavailable,
  type TooManyRequests,
  type TurnNotFound
} from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { TurnId } from "@storefront/domain/Ids"
import { applyEvent, type TurnEvent, type TurnIds, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { Array, Chunk, Context, DateTime, Effect, Layer, Option, type Scope, Stream, Struct } from "effect"
import { ProtocolError } from "../../assistant/a2a/ProtocolError.ts"
import * as ReceivedMessage from "../../assistant/a2a/ReceivedMessage.ts"
import * as TaskLifecycle from "../../assistant/a2a/TaskLifecycle.ts"
import * as TaskList from "../../assistant/a2a/TaskList.ts"
import { ChatTurn } from "../../assistant/chat/ChatTurn.ts"
import { type FollowedTurn } from "../../assistant/chat/FollowedTurn.ts"
import { unavailable } from "../../assistant/chat/NoAnswer.ts"
import { type StreamedMessage, StreamedTurns } from "../../assistant/chat/StreamedTurns.ts"
import { type StoredTask, TaskArchive, type TaskTurn } from "../../assistant/chat/TaskArchive.ts"
import { OpenStreams } from "../../platform/limits/OpenStreams.ts"
import * as CustomerMessage from "./CustomerMessage.ts"
import * as MessagePlaces from "./MessagePlaces.ts"
import * as TaskEncoding from "./TaskEncoding.ts"

/** Authenticated request of a client. */
export interface Call
  extends
    Pick<StreamedMessage, "acceptLanguage" | "generation" | "client">,
    Pick<TaskEncoding.ShownTask, "showsProgress"> {
  readonly user: User
}

/** Errors of operations; those of the domain have the status of their class. */
export type OperationError =
  | ProtocolError
  | ConversationBusy
  | MessageConflict
  | TooManyRequests
  | ServiceUnavailable
  | DatabaseUnavailable

type Events = Stream.Stream<StreamResponse, DatabaseUnavailable>

/** Task named by its id, and the number of its messages that the client wants to see; all if undefined. */
interface TaskRequest {
  readonly id: string
  readonly historyLength?: number | undefined
}

const notCancelable = (taskId: string) =>
  new ProtocolError({ reason: "TASK_NOT_CANCELABLE", message: "The task has ended", metadata: { taskId } })

const conversationGone = ({ message }: ConversationNotFound | TurnNotFound) =>
  new ProtocolError({ reason: "CONFLICT", message })

/** Returns the ids of a turn that was accepted. */
const idsOf = ({ ids }: TurnState): Effect.Effect<TurnIds> =>
  ids === null ? Effect.dieMessage("A turn is followed before it was accepted") : Effect.succeed(ids)

/** Restores a message that is stored as words. */
const messageOf = (taskId: string, contextId: string, { id, words }: NonNullable<TaskTurn["message"]>): Message => ({
  messageId: id,
  contextId,
  taskId,
  role: "ROLE_USER",
  parts: [{ text: words, mediaType: "text/plain" }]
})

const historyOf = (
  { contextId, id }: Pick<TaskEncoding.ShownTask, "contextId" | "id">,
  turns: ReadonlyArray<TaskTurn>
) => turns.flatMap(({ message }) => (message === null ? [] : [messageOf(id, contextId, message)]))

/** Returns the turns of a task before one of them, or all of them before one that is yet to be stored. */
const turnsBefore = ({ turns }: StoredTask, turn: string) => Array.takeWhile(turns, ({ id }) => id !== turn)

const statesOf = (turns: ReadonlyArray<TaskTurn>) => turns.map(({ state }) => state)

/** Shows a task with the messages of the turn that is shown as it proceeds, after its earlier turns. */
const shownWith = (
  { contextId, id }: Pick<TaskEncoding.ShownTask, "contextId" | "id">,
  earlier: ReadonlyArray<TaskTurn>,
  messages: ReadonlyArray<Message>,
  { acceptsData, showsProgress }: Pick<TaskEncoding.ShownTask, "acceptsData" | "showsProgress">
): TaskEncoding.ShownTask => ({
  id,
  contextId,
  earlier: statesOf(earlier),
  history: [...historyOf({ contextId, id }, earlier), ...messages],
  acceptsData,
  showsProgress
})

/** Shows a stored task, of which the newest turn is shown as it proceeds. */
const viewOf = ({ showsProgress }: Call, task: StoredTask) => {
  const newest = Array.lastNonEmpty(task.turns)
  const messages = historyOf(task, [newest])
  return shownWith(task, turnsBefore(task, newest.id), messages, { acceptsData: true, showsProgress })
}

/** Operations of the A2A protocol on the assistant, for all bindings. */
export class FrontAgent extends Context.Tag("@storefront/server/doors/a2a/FrontAgent")<
  FrontAgent,
  {
    /** Sends a message. Waits until the task ends or asks for something, unless the client does not want to. */
    readonly send: (call: Call, params: unknown) => Effect.Effect<Task, OperationError>
    /** Sends a message, and shows the task and then its updates, until the scope closes. */
    readonly stream: (call: Call, params: unknown) => Effect.Effect<Events, OperationError, Scope.Scope>
    readonly find: (call: Call, request: TaskRequest) => Effect.Effect<Task, OperationError>
    readonly list: (call: Call, query: TaskList.Query) => Effect.Effect<ListTasksResponse, OperationError>
    /** Stops the task's turn, or drops the actions that it asks to confirm. */
    readonly cancel: (call: Call, id: string) => Effect.Effect<Task, OperationError>
    /** Shows the task and then its updates, until the scope closes. Fails for a terminal one. */
    readonly subscribe: (call: Call, id: string) => Effect.Effect<Events, OperationError, Scope.Scope>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const chat = yield* ChatTurn
      const turns = yield* StreamedTurns
      const archive = yield* TaskArchive
      const streams = yield* OpenStreams
      const { findById, findTask, placeOf } = MessagePlaces.make(archive)

      /** Begins the turn of a message, or joins it if the message was sent before. */
      const begin = Effect.fnUntraced(function* (call: Call, params: unknown) {
        const received = yield* ReceivedMessage.decode(params)
        const { message, parts } = received
        const content = yield* CustomerMessage.read(received)
        const { context, contextId: storedContextId, task } = yield* placeOf(call.user, message, content)
        const followed = yield* turns
          .start(call.user, {
            door: "a2a",
            messageId: message.messageId,
            ...Struct.pick(content, "words", "decisions", "page"),
            acceptLanguage: content.locale ?? call.acceptLanguage,
            ...Struct.pick(call, "generation", "client"),
            context,
            task: Option.match(task, {
              onNone: () => null,
              onSome: ({ id, turns: [first] }) => (first.state.ids?.message_id === message.messageId ? null : id)
            })
          })
          .pipe(
            Effect.catchTags({
              ActionNotFound: CustomerMessage.actionNotFound,
              // Deleted meanwhile.
              ConversationNotFound: conversationGone,
              TurnNotFound: conversationGone
            })
          )
        const ids = yield* idsOf(followed.state)
        const contextId = storedContextId ?? ids.conversation_id
        const { earlier, id } = Option.match(task, {
          onNone: () => ({ id: ids.turn_id, earlier: [] }),
          onSome: (stored) => ({ id: stored.id, earlier: turnsBefore(stored, ids.turn_id) })
        })
        const sent: Message = { messageId: message.messageId, contextId, taskId: id, role: "ROLE_USER", parts }
        const view = shownWith({ id, contextId }, earlier, [sent], {
          acceptsData: content.acceptsData,
          showsProgress: call.showsProgress
        })
        // Known of a message that is sent again.
        const ended = Option.flatMap(task, ({ changedAt, state, turns }) =>
          Option.map(
            Array.findFirst(turns, (turn) => turn.id === ids.turn_id && turn.state.end !== null),
            (turn) => ({ changedAt, turn: turn.state, ...(turn === Array.lastNonEmpty(turns) ? { state } : {}) })
          )
        )
        return { received, view, ids, followed, ended }
      })

      /** Shows the task of a message: as it is stored if the turn had ended before, else as it is now. */
      const showSent = (
        { ended, ids }: Effect.Effect.Success<ReturnType<typeof begin>>,
        view: TaskEncoding.ShownTask,
        state: TurnState
      ) =>
        Option.match(ended, {
          onNone: () => Effect.map(DateTime.now, (now) => TaskEncoding.snapshot(view, ids, state, now)),
          onSome: ({ changedAt, state, turn }) =>
            Effect.succeed(TaskEncoding.snapshot(view, ids, turn, changedAt, state))
        })

      /** Reads again the turns before the newest one, whose actions it may have settled. */
      const refresh = ({ user }: Call, view: TaskEncoding.ShownTask, ids: TurnIds) =>
        view.earlier.length === 0
          ? Effect.succeed(view)
          : archive.find(user.id, TurnId.make(view.id)).pipe(
              Effect.map((task) => ({ ...view, earlier: statesOf(turnsBefore(task, ids.turn_id)) })),
              // Its conversation was deleted meanwhile.
              Effect.catchTag("TurnNotFound", () => Effect.succeed(view))
            )

      /** Encodes events. The end of a turn that continues a task shows what became of the task's earlier actions. */
      const encodeEvents = Effect.fnUntraced(function* (
        call: Call,
        view: TaskEncoding.ShownTask,
        ids: TurnIds,
        before: TurnState,
        events: ReadonlyArray<TurnEvent>
      ) {
        let state = before
        const frames: Array<StreamResponse> = []
        for (const event of events) {
          const after = applyEvent(state, event)
          const current = after.end === null ? view : yield* refresh(call, view, ids)
          frames.push(
            ...TaskEncoding.changedActions(view, current),
            ...TaskEncoding.frames(current, ids, state, event, yield* DateTime.now)
          )
          state = after
        }
        return { frames, state }
      })

      /**
       * Shows the task, then what happens up to the end of its newest turn. A reader that is cut off follows again. One
       * stage encodes, because each takes memory in every open stream.
       */
      const eventsOf = (
        call: Call,
        view: TaskEncoding.ShownTask,
        ids: TurnIds,
        followed: FollowedTurn,
        task: Task
      ): Events => {
        let { state } = followed
        const updates = followed.events.pipe(
          Stream.catchTag("FollowerClosed", () => Stream.empty),
          Stream.mapChunksEffect((chunk) =>
            Effect.map(encodeEvents(call, view, ids, state, Chunk.toReadonlyArray(chunk)), (encoded) => {
              state = encoded.state
              return Chunk.unsafeFromArray(encoded.frames)
            })
          )
        )
        return Stream.concat(Stream.make({ task }), updates)
      }

      const send = Effect.fn("FrontAgent.send")(function* (call: Call, params: unknown) {
        const sent = yield* begin(call, params)
        const { followed, ids, received, view } = sent
        const { historyLength, returnImmediately } = received
        const state = returnImmediately
          ? followed.state
          : yield* Stream.runFold(followed.events, followed.state, applyEvent).pipe(
              Effect.catchTag("FollowerClosed", () => new ServiceUnavailable())
            )
        const current = state.end === null ? view : yield* refresh(call, view, ids)
        return TaskLifecycle.limitHistory(yield* showSent(sent, current, state), historyLength)
      }, Effect.scoped)

      const stream = Effect.fn("FrontAgent.stream")(function* (call: Call, params: unknown) {
        yield* streams.open(call.user.id, call.client)
        const sent = yield* begin(call, params)
        const { followed, ids, received, view } = sent
        const task = yield* showSent(sent, view, followed.state)
        return eventsOf(call, view, ids, followed, TaskLifecycle.limitHistory(task, received.historyLength))
      })

      /** Shows a stored task without the progress of a turn that runs. */
      const showStored = Effect.fnUntraced(function* (call: Call, task: StoredTask) {
        const { state } = Array.lastNonEmpty(task.turns)
        const ids = yield* idsOf(state)
        return TaskEncoding.snapshot(viewOf(call, task), ids, state, task.changedAt, task.state)
      })

      /** Marks the answer of a stored task as received, since its owner reads it. */
      const acknowledge = ({ user }: Call, { turns: stored }: StoredTask) => {
        const { id, needsReading } = Array.lastNonEmpty(stored)
        return needsReading ? Effect.scoped(Effect.asVoid(turns.follow(user.id, id))) : Effect.void
      }

      /** Follows the newest turn of a stored task; none if it has ended. */
      const followNewest = ({ user }: Call, { turns: stored }: StoredTask) => {
        const { id, state } = Array.lastNonEmpty(stored)
        return state.end === null ? Effect.asSome(turns.follow(user.id, id)) : Effect.succeedNone
      }

      const acknowledgeAndFollow = (call: Call, task: StoredTask) =>
        Effect.zipRight(acknowledge(call, task), followNewest(call, task))

      /** Shows a task with the progress of its turn. */
      const show = Effect.fnUntraced(function* (call: Call, task: StoredTask) {
        const followed = yield* acknowledgeAndFollow(call, task)
        if (Option.isNone(followed)) {
          return yield* showStored(call, task)
        }
        const { state } = followed.value
        return TaskEncoding.snapshot(viewOf(call, task), yield* idsOf(state), state, task.changedAt)
      }, Effect.scoped)

      /** Shows a task of the caller. If its turn ends in between, reads it again. */
      const showById = (call: Call, id: TurnId) =>
        Effect.flatMap(findTask(call.user, id), (task) => show(call, task)).pipe(
          Effect.catchTag("TurnNotFound", () =>
            Effect.flatMap(findTask(call.user, id), (task) => showStored(call, task))
          )
        )

      const find = Effect.fn("FrontAgent.find")(function* (call: Call, { historyLength, id }: TaskRequest) {
        return TaskLifecycle.limitHistory(yield* showById(call, yield* MessagePlaces.parseTaskId(id)), historyLength)
      })

      const list = Effect.fn("FrontAgent.list")(function* (call: Call, query: TaskList.Query) {
        const { historyLength, includeArtifacts, pageSize } = query
        const { next, tasks, total } = yield* archive.list(call.user.id, query)
        const shown = yield* Effect.forEach(tasks, (task) =>
          includeArtifacts
            ? Effect.catchTag(show(call, task), "TurnNotFound", () => showStored(call, task))
            : Effect.map(showStored(call, task), Struct.omit("artifacts"))
        )
        const page: ListTasksResponse = {
          tasks: shown.map((task) => TaskLifecycle.limitHistory(task, historyLength)),
          nextPageToken: Option.match(next, { onNone: () => "", onSome: TaskList.encodeToken }),
          pageSize,
          totalSize: total
        }
        return page
      })

      /** Stops the running turn of a task, and waits for its end. */
      const stop = Effect.fnUntraced(
        function* (call: Call, task: StoredTask) {
          const followed = yield* followNewest(call, task)
          if (Option.isSome(followed)) {
            yield* turns.stop(call.user.id, Array.lastNonEmpty(task.turns).id)
            yield* Stream.runDrain(followed.value.events)
          }
        },
        Effect.scoped,
        Effect.catchTags({
          // It has ended by itself.
          TurnNotFound: () => Effect.void,
          FollowerClosed: () => new ServiceUnavailable()
        })
      )

      const cancel = Effect.fn("FrontAgent.cancel")(function* (call: Call, id: string) {
        const task = yield* findById(call.user, id)
        if (TaskLifecycle.isTerminal(task.state)) {
          return yield* notCancelable(task.id)
        }
        const isDropped = task.state === "TASK_STATE_INPUT_REQUIRED" && (yield* archive.drop(call.user.id, task))
        if (!isDropped) {
          // A message may have continued it since it was read.
          yield* Effect.flatMap(findTask(call.user, task.id), (task) => stop(call, task))
        }
        const cancelled = yield* findTask(call.user, task.id)
        return yield* cancelled.state === "TASK_STATE_CANCELED" ? showStored(call, cancelled) : notCancelable(task.id)
      })

      const subscribe = Effect.fn("FrontAgent.subscribe")(function* (call: Call, id: string) {
        yield* Effect.mapError(chat.accepting, unavailable)
        const task = yield* findById(call.user, id)
        yield* streams.open(call.user.id, call.client)
        const followed = yield* Effect.catchTag(
          acknowledgeAndFollow(call, task),
          "TurnNotFound",
          () => Effect.succeedNone
        )
        if (Option.isNone(followed)) {
          return yield* TaskLifecycle.isTerminal(task.state)
            ? MessagePlaces.hasEnded
            : Effect.map(showStored(call, task), (task): Events => Stream.make({ task }))
        }
        const { state } = followed.value
        const view = viewOf(call, task)
        return yield* TaskLifecycle.isTerminal(TaskEncoding.stateOf(view, state))
          ? MessagePlaces.hasEnded
          : Effect.map(idsOf(state), (ids) =>
              eventsOf(call, view, ids, followed.value, TaskEncoding.snapshot(view, ids, state, task.changedAt))
            )
      })

      return { send, stream, find, list, cancel, subscribe }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([TaskArchive.layer, OpenStreams.layer]))
}
