import { type Artifact, type Part, type Task, type TaskState, type TaskUpdate } from "@storefront/domain/api/AgentApi"
import { Array, Option } from "effect"

/**
 * How far a task is: it never goes back, and from 2 on it does not change at all. One that has asked for something is at
 * its end: the answer is a new task, since none outlives its process.
 */
const stage: Readonly<Record<TaskState, 0 | 1 | 2>> = {
  TASK_STATE_SUBMITTED: 0,
  TASK_STATE_WORKING: 1,
  TASK_STATE_INPUT_REQUIRED: 2,
  TASK_STATE_AUTH_REQUIRED: 1,
  TASK_STATE_COMPLETED: 2,
  TASK_STATE_FAILED: 2,
  TASK_STATE_CANCELED: 2,
  TASK_STATE_REJECTED: 2
}

/** Whether nothing can happen to the task any more. */
export const isOver = (task: Task): boolean => stage[task.status.state] === 2

/** Whether the agent does nothing for the task at present: it is over, or waits for somebody. */
export const isAtRest = (task: Task): boolean => isOver(task) || task.status.state === "TASK_STATE_AUTH_REQUIRED"

/** Whether its state is a final one of the protocol: there is nothing to subscribe to. */
export const isFinal = (task: Task): boolean => isOver(task) && task.status.state !== "TASK_STATE_INPUT_REQUIRED"

/** Neighbouring pieces of plain text become one part. */
const join = (parts: Array.NonEmptyReadonlyArray<Part>, more: Array.NonEmptyReadonlyArray<Part>) => {
  const last = Array.lastNonEmpty(parts)
  const [next, ...rest] = more
  return last.text === undefined || next.text === undefined
    ? Array.appendAll(parts, more)
    : Array.appendAll(Array.initNonEmpty(parts), Array.prepend(rest, { ...last, text: last.text + next.text }))
}

const withArtifact = (artifacts: ReadonlyArray<Artifact>, next: Artifact, append: boolean) => {
  const before = artifacts.find((artifact) => artifact.artifactId === next.artifactId)
  if (before === undefined) {
    return [...artifacts, next]
  }
  const after = append ? { ...before, ...next, parts: join(before.parts, next.parts) } : next
  return artifacts.map((artifact) => (artifact === before ? after : artifact))
}

/** The task after an update; none when the update would reopen a finished task or set it back. */
export const advance = (task: Task, update: TaskUpdate): Option.Option<Task> => {
  if (isOver(task)) {
    return Option.none()
  }
  if ("statusUpdate" in update) {
    const { status } = update.statusUpdate
    return stage[status.state] < stage[task.status.state] ? Option.none() : Option.some({ ...task, status })
  }
  const { append = false, artifact } = update.artifactUpdate
  return Option.some({ ...task, artifacts: withArtifact(task.artifacts ?? [], artifact, append) })
}

/** At most the last `length` messages of its history; none at all leaves the field out. */
export const withHistory = ({ history = [], ...task }: Task, length: number = history.length): Task =>
  length === 0 ? task : { ...task, history: Array.takeRight(history, length) }
