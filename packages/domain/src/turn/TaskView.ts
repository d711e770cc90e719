/**
 * The display of a turn by a client of the A2A interface: the fold of a stream's frames, or of a polled task. Imports
 * nothing, so that a browser can run it; what comes as unknown JSON is checked here.
 */

/** Extension under which a task carries progress, the reason of a failure, and the ids and specialists of its turn. */
export const progressExtension = "urn:storefront-assistant:a2a:progress:v1"

/** Extension under which a message names the page that the customer looks at. */
export const pageExtension = "urn:storefront-assistant:a2a:page:v1"

type Metadata = Readonly<Record<string, unknown>>

interface Message {
  readonly parts: ReadonlyArray<Part>
  readonly metadata?: Metadata
}

interface Part {
  readonly text?: string
  readonly data?: unknown
}

interface Status {
  readonly state: string
  readonly message?: Message
}

interface Artifact {
  readonly artifactId: string
  readonly parts: ReadonlyArray<Part>
}

/** Members of a stream's frame that are displayed. A polled task is a frame, too. */
export type TaskFrame =
  | {
      readonly task: {
        readonly id: string
        readonly contextId: string
        readonly status: Status
        readonly artifacts?: ReadonlyArray<Artifact>
        readonly metadata?: Metadata
      }
    }
  | { readonly statusUpdate: { readonly status: Status; readonly metadata?: Metadata } }
  | { readonly artifactUpdate: { readonly artifact: Artifact; readonly append?: boolean } }

/** Call of a specialist or a tool. */
export interface ShownCall {
  /** Id of the call, unique in the turn. */
  readonly call: string
  readonly kind: "specialist" | "tool"
  readonly name: string
  /** English display name. */
  readonly title: string
  readonly isFinished: boolean
}

/** Object beside the answer. */
export interface ShownData {
  readonly artifactId: string
  readonly kind: string
  readonly data: unknown
}

export interface TaskView {
  /** Null before the first frame. */
  readonly taskId: string | null
  readonly contextId: string | null
  readonly conversationId: string | null
  readonly traceId: string | null
  readonly phase: "submitted" | "working" | "input_required" | "completed" | "failed" | "canceled" | "rejected"
  /** The agent's words about the state, except those about its work. */
  readonly notice: string | null
  /** Calls so far, in order, as far as this client saw them; empty after the end. */
  readonly calls: ReadonlyArray<ShownCall>
  /** Answer so far. */
  readonly text: string
  readonly cards: ReadonlyArray<ShownData>
  /** Proposals, with their present states. */
  readonly actions: ReadonlyArray<ShownData>
  /** Specialists behind the answer, known at the end. */
  readonly agentsInvolved: ReadonlyArray<string>
  readonly failure: {
    readonly detail: string
    /** HTTP status that describes the failure; null if unknown. */
    readonly status: number | null
    /** Seconds until another attempt can succeed; null if unknown. */
    readonly retryAfter: number | null
  } | null
}

export const initialView: TaskView = {
  taskId: null,
  contextId: null,
  conversationId: null,
  traceId: null,
  phase: "submitted",
  notice: null,
  calls: [],
  text: "",
  cards: [],
  actions: [],
  agentsInvolved: [],
  failure: null
}

const phases = new Map<string, TaskView["phase"]>([
  ["TASK_STATE_SUBMITTED", "submitted"],
  ["TASK_STATE_WORKING", "working"],
  ["TASK_STATE_INPUT_REQUIRED", "input_required"],
  ["TASK_STATE_COMPLETED", "completed"],
  ["TASK_STATE_FAILED", "failed"],
  ["TASK_STATE_CANCELED", "canceled"],
  ["TASK_STATE_REJECTED", "rejected"]
])

/** Returns whether nothing more comes unless the customer says something. */
export const hasEnded = ({ phase }: TaskView): boolean => phase !== "submitted" && phase !== "working"

const isRecord = (value: unknown): value is Metadata =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === "string"

const isAbsentOr = <A>(value: unknown, is: (value: unknown) => value is A): boolean => value === undefined || is(value)

const isListOf = (value: unknown, is: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => is(item))

const isPart = (value: unknown): value is Part => isRecord(value) && isAbsentOr(value["text"], isText)

const isMessage = (value: unknown): value is Message =>
  isRecord(value) && isListOf(value["parts"], isPart) && isAbsentOr(value["metadata"], isRecord)

const isStatus = (value: unknown): value is Status =>
  isRecord(value) && isText(value["state"]) && isAbsentOr(value["message"], isMessage)

const isArtifact = (value: unknown): value is Artifact =>
  isRecord(value) && isText(value["artifactId"]) && isListOf(value["parts"], isPart)

/** Returns whether JSON of the interface is a frame that can be displayed. */
export const isTaskFrame = (value: unknown): value is TaskFrame => {
  if (!isRecord(value)) {
    return false
  }
  const { artifactUpdate, statusUpdate, task } = value
  return isRecord(task)
    ? isText(task["id"]) &&
        isText(task["contextId"]) &&
        isStatus(task["status"]) &&
        (task["artifacts"] === undefined || isListOf(task["artifacts"], isArtifact)) &&
        isAbsentOr(task["metadata"], isRecord)
    : isRecord(statusUpdate)
      ? isStatus(statusUpdate["status"]) && isAbsentOr(statusUpdate["metadata"], isRecord)
      : isRecord(artifactUpdate) && isArtifact(artifactUpdate["artifact"])
}

const stringOf = (value: unknown) => (typeof value === "string" ? value : null)

const numberOf = (value: unknown) => (typeof value === "number" ? value : null)

const extensionOf = (metadata: Metadata | undefined): Metadata => {
  const value = metadata?.[progressExtension]
  return isRecord(value) ? value : {}
}

const textOf = (parts: ReadonlyArray<Part>) => parts.map(({ text = "" }) => text).join("")

/** Replaces the item with the same key, or adds it. */
const upsert = <A>(items: ReadonlyArray<A>, item: A, keyOf: (item: A) => string): ReadonlyArray<A> =>
  items.some((other) => keyOf(other) === keyOf(item))
    ? items.map((other) => (keyOf(other) === keyOf(item) ? item : other))
    : [...items, item]

/** Enters the call that the progress is about; other metadata changes nothing. */
const withCall = (calls: TaskView["calls"], { call, phase, specialist, title, tool }: Metadata): TaskView["calls"] => {
  const name = stringOf(tool) ?? stringOf(specialist)
  const id = stringOf(call)
  return name === null || id === null
    ? calls
    : upsert(
        calls,
        {
          call: id,
          kind: stringOf(tool) === null ? "specialist" : "tool",
          name,
          title: stringOf(title) ?? name,
          isFinished: phase === "finished"
        },
        (shown) => shown.call
      )
}

const withStatus = (view: TaskView, { message, state }: Status): TaskView => {
  const phase = phases.get(state) ?? view.phase
  const words = message === undefined ? null : textOf(message.parts)
  const progress = extensionOf(message?.metadata)
  return {
    ...view,
    phase,
    notice: phase === "working" ? null : words,
    calls: phase === "working" ? withCall(view.calls, progress) : [],
    failure:
      phase === "failed"
        ? { detail: words ?? "", status: numberOf(progress["status"]), retryAfter: numberOf(progress["retry_after"]) }
        : null
  }
}

/** Enters the ids and specialists of the turn, where they are given. */
const withTurn = (view: TaskView, metadata: Metadata | undefined): TaskView => {
  const { agents_involved: agents, conversation_id: conversation, trace_id: trace } = extensionOf(metadata)
  return {
    ...view,
    conversationId: stringOf(conversation) ?? view.conversationId,
    traceId: stringOf(trace) ?? view.traceId,
    agentsInvolved: Array.isArray(agents) ? agents.filter((agent) => typeof agent === "string") : view.agentsInvolved
  }
}

const dataOf = ({ artifactId, parts }: Artifact): ShownData | null => {
  const content = parts.find(({ data }) => data !== undefined)?.data
  return isRecord(content) && typeof content["kind"] === "string"
    ? { artifactId, kind: content["kind"], data: content["data"] }
    : null
}

const withArtifact = (view: TaskView, artifact: Artifact, append: boolean): TaskView => {
  if (artifact.artifactId === "answer") {
    return { ...view, text: (append ? view.text : "") + textOf(artifact.parts) }
  }
  const shown = dataOf(artifact)
  const keyOf = ({ artifactId }: ShownData) => artifactId
  if (shown === null) {
    return view
  }
  return shown.kind === "pending_action"
    ? { ...view, actions: upsert(view.actions, shown, keyOf) }
    : { ...view, cards: upsert(view.cards, shown, keyOf) }
}

/** Applies a frame. A task replaces everything but the calls, of which it shows only the one at work. */
export const applyFrame = (view: TaskView, frame: TaskFrame): TaskView => {
  if ("task" in frame) {
    const { artifacts = [], contextId, id, metadata, status } = frame.task
    const begun = { ...initialView, taskId: id, contextId, calls: view.taskId === id ? view.calls : [] }
    return artifacts.reduce(
      (shown, artifact) => withArtifact(shown, artifact, false),
      withTurn(withStatus(begun, status), metadata)
    )
  }
  if ("statusUpdate" in frame) {
    return withTurn(withStatus(view, frame.statusUpdate.status), frame.statusUpdate.metadata)
  }
  const { append = false, artifact } = frame.artifactUpdate
  return withArtifact(view, artifact, append)
}
