import { type Message } from "@storefront/domain/api/AgentApi"
import { type User } from "@storefront/domain/Identity"
import { TurnId } from "@storefront/domain/Ids"
import { Array, type Context, Effect, Option } from "effect"
import { taskNotFound, unsupportedOperation } from "../../assistant/a2a/HttpBinding.ts"
import { invalidParams, ProtocolError } from "../../assistant/a2a/ProtocolError.ts"
import * as TaskLifecycle from "../../assistant/a2a/TaskLifecycle.ts"
import { type ActionDecision, type StreamedMessage } from "../../assistant/chat/StreamedTurns.ts"
import { type StoredTask, type TaskArchive } from "../../assistant/chat/TaskArchive.ts"
import * as PathId from "../rest/PathId.ts"
import * as CustomerMessage from "./CustomerMessage.ts"

/** Tasks and conversations that messages belong to. */

export const parseTaskId = (id: string) => PathId.parse(TurnId, () => taskNotFound(id))(id)

export const hasEnded = unsupportedOperation("The task has ended")

const isAtWork = new ProtocolError({ reason: "CONFLICT", message: "The task is at work" })

/** Place of a message: the task that it continues, if any, and its conversation. */
interface Place {
  readonly task: Option.Option<StoredTask>
  readonly context: StreamedMessage["context"]
  /** Name of the conversation in answers: that under which it is stored; null for a new one without a name. */
  readonly contextId: string | null
}

const placeIn = (task: StoredTask): Place => ({
  task: Option.some(task),
  context: task.conversationId,
  contextId: task.contextId
})

const contextDiffers = invalidParams("message.contextId", "must be that of the task")

/** Checks that a message may continue a task: it asks for something, and knows of what the message decides about. */
const continueTask = Effect.fnUntraced(function* (
  task: StoredTask,
  { contextId }: Message,
  { decisions }: CustomerMessage.CustomerMessage
) {
  if (contextId !== undefined && contextId !== task.contextId && contextId.toLowerCase() !== task.conversationId) {
    return yield* contextDiffers
  }
  if (task.state !== "TASK_STATE_INPUT_REQUIRED") {
    return yield* TaskLifecycle.isTerminal(task.state) ? hasEnded : isAtWork
  }
  const shown = new Set(task.turns.flatMap(({ state }) => state.actions.map(({ action_id }) => action_id)))
  if (!decisions.every(({ actionId }) => shown.has(actionId))) {
    return yield* CustomerMessage.actionNotFound()
  }
  return placeIn(task)
})

const severalTasks = invalidParams("message.parts", "all decisions must be of one task")

/** Builds the functions that find the caller's tasks, and the place of a message. */
export const make = (archive: Context.Tag.Service<TaskArchive>) => {
  const findTask = (user: User, id: TurnId) =>
    Effect.catchTag(archive.find(user.id, id), "TurnNotFound", () => taskNotFound(id))

  const findById = (user: User, id: string) => Effect.flatMap(parseTaskId(id), (taskId) => findTask(user, taskId))

  const placeOfAction = (user: User, { actionId }: ActionDecision) =>
    Effect.catchTag(archive.ofAction(user.id, actionId), "ActionNotFound", CustomerMessage.actionNotFound)

  /** Finds the place of decisions without task: the task that asks for them, else only their conversation. */
  const placeOfDecisions = Effect.fnUntraced(function* (
    user: User,
    [first, ...others]: Array.NonEmptyReadonlyArray<ActionDecision>,
    message: Message,
    content: CustomerMessage.CustomerMessage
  ) {
    const { conversation, task: id } = yield* placeOfAction(user, first)
    for (const other of yield* Effect.forEach(others, (decision) => placeOfAction(user, decision))) {
      if (other.conversation.id !== conversation.id || Option.getOrNull(other.task) !== Option.getOrNull(id)) {
        return yield* severalTasks
      }
    }
    const task = yield* Effect.transposeMapOption(id, (id) => findTask(user, id))
    if (Option.isSome(task) && !TaskLifecycle.isTerminal(task.value.state)) {
      return yield* continueTask(task.value, message, content)
    }
    const { contextId } = message
    const named = contextId === undefined ? null : yield* archive.conversationOf(user.id, contextId)
    if (named !== null && !Option.exists(named, ({ id }) => id === conversation.id)) {
      return yield* contextDiffers
    }
    const place: Place = { task: Option.none(), context: conversation.id, contextId: conversation.contextId }
    return place
  })

  /** Finds the place of a message. One that was sent before has the place that it has got. */
  const placeOf = Effect.fnUntraced(function* (user: User, message: Message, content: CustomerMessage.CustomerMessage) {
    const repeated = yield* archive.ofMessage(user.id, message.messageId)
    if (Option.isSome(repeated)) {
      return placeIn(yield* findTask(user, repeated.value))
    }
    const { contextId, taskId } = message
    if (taskId !== undefined) {
      return yield* continueTask(yield* findById(user, taskId), message, content)
    }
    if (Array.isNonEmptyReadonlyArray(content.decisions)) {
      return yield* placeOfDecisions(user, content.decisions, message, content)
    }
    const named = contextId === undefined ? Option.none() : yield* archive.conversationOf(user.id, contextId)
    const place: Place = {
      task: Option.none(),
      context: contextId ?? null,
      contextId: Option.match(named, { onNone: () => contextId ?? null, onSome: ({ contextId }) => contextId })
    }
    return place
  })

  return { findTask, findById, placeOf }
}
