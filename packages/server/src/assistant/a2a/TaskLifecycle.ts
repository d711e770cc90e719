import { type Artifact, type Part, type Task, type TaskState, type TaskUpdate } from "@storefront/domain/api/AgentApi"
import { Array, Option } from "effect"

/** State machine of A2A tasks: the transitions between states, and the updates of artifacts. */

/**
 * Rank of a state. A task never moves to a lower rank, and at rank 2 it is closed. `INPUT_REQUIRED`, an interrupted
 * state in A2A, is closed here: tasks live in memory only, so the customer's reply is sent as a new task.
 */
const rank: Readonly<Record<TaskState, 0 | 1 | 2>> = {
  TASK_STATE_SUBMITTED: 0,
  TASK_STATE_WORKING: 1,
  TASK_STATE_INPUT_REQUIRED: 2,
  TASK_STATE_AUTH_REQUIRED: 1,
  TASK_STATE_COMPLETED: 2,
  TASK_STATE_FAILED: 2,
  TASK_STATE_CANCELED: 2,
  TASK_STATE_REJECTED: 2
}

/** Returns whether the task takes no more updates. */
export const isClosed = (task: Task): boolean => rank[task.status.state] === 2

/** Returns whether A2A calls the state terminal or interrupted; a blocking `message:send` then returns. */
export const isTerminalOrInterrupted = (task: Task): boolean =>
  isClosed(task) || task.status.state === "TASK_STATE_AUTH_REQUIRED"

/** Returns whether A2A calls the state terminal, so that there is nothing to subscribe to. */
export const isTerminal = (state: TaskState): boolean => rank[state] === 2 && state !== "TASK_STATE_INPUT_REQUIRED"

/** Concatenates parts; text at the seam becomes one part. */
const concatParts = (parts: Array.NonEmptyReadonlyArray<Part>, more: Array.NonEmptyReadonlyArray<Part>) => {
  const last = Array.lastNonEmpty(parts)
  const [next, ...rest] = more
  return last.text === undefined || next.text === undefined
    ? Array.appendAll(parts, more)
    : Array.appendAll(Array.initNonEmpty(parts), Array.prepend(rest, { ...last, text: last.text + next.text }))
}

const withArtifact = (artifacts: ReadonlyArray<Artifact>, next: Artifact, append: boolean) => {
  const previous = artifacts.find((artifact) => artifact.artifactId === next.artifactId)
  if (previous === undefined) {
    return [...artifacts, next]
  }
  const updated = append ? { ...previous, ...next, parts: concatParts(previous.parts, next.parts) } : next
  return artifacts.map((artifact) => (artifact === previous ? updated : artifact))
}

/** Applies an update; none if the task is closed or the update would lower its rank. */
export const advance = (task: Task, update: TaskUpdate): Option.Option<Task> => {
  if (isClosed(task)) {
    return Option.none()
  }
  if ("statusUpdate" in update) {
    const { status } = update.statusUpdate
    return rank[status.state] < rank[task.status.state] ? Option.none() : Option.some({ ...task, status })
  }
  const { append = false, artifact } = update.artifactUpdate
  return Option.some({ ...task, artifacts: withArtifact(task.artifacts ?? [], artifact, append) })
}

/** Limits the task's history to its last `length` messages; an empty history is left out. */
export const limitHistory = ({ history = [], ...task }: Task, length: number = history.length): Task =>
  length === 0 ? task : { ...task, history: Array.takeRight(history, length) }
