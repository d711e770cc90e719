import {
  type Artifact,
  FrontExtension,
  type Message,
  type Part,
  type Progress,
  type StreamResponse,
  type Task,
  type TaskState,
  type TaskStatus,
  type TurnOfTask
} from "@storefront/domain/api/AgentApi"
import {
  applyEvent,
  type Finished,
  type ProposedCard,
  type SpecialistStarted,
  type ToolStarted,
  type TurnEvent,
  type TurnIds,
  type TurnState
} from "@storefront/domain/turn/TurnEvents"
import { isPending } from "@storefront/domain/confirmation/PendingAction"
import { Array, type DateTime, Option } from "effect"

/** Turns of a task as the A2A protocol shows them. Pure; the states and events come from `assistant/chat`. */

/** Task of which one turn is shown as it proceeds. */
export interface ShownTask {
  readonly id: string
  readonly contextId: string
  /** States of the task's earlier turns, oldest first. */
  readonly earlier: ReadonlyArray<TurnState>
  /** Messages of the customer, oldest first. */
  readonly history: ReadonlyArray<Message>
  /** True if the client reads JSON, as which cards and actions are sent. */
  readonly acceptsData: boolean
  /** True if the client activated `FrontExtension.progress`. */
  readonly showsProgress: boolean
}

/** Returns the task's state by its newest turn. Must agree with `TaskArchive`. */
export const stateOf = ({ earlier }: Pick<ShownTask, "earlier">, turn: TurnState): TaskState => {
  switch (turn.phase) {
    case "accepted":
    case "waiting":
      return "TASK_STATE_SUBMITTED"
    case "started":
      return "TASK_STATE_WORKING"
    case "failed":
      return "TASK_STATE_FAILED"
    case "stopped":
      return "TASK_STATE_CANCELED"
    case "done":
      return turn.end?._tag === "done" && turn.end.outcome === "blocked"
        ? "TASK_STATE_REJECTED"
        : [...earlier, turn].some(({ actions }) => actions.some(({ state }) => isPending(state)))
          ? "TASK_STATE_INPUT_REQUIRED"
          : "TASK_STATE_COMPLETED"
  }
}

const textPart = (text: string): readonly [Part] => [{ text, mediaType: "text/plain" }]

const dataArtifact = (artifactId: string, kind: string, data: unknown): Artifact => ({
  artifactId,
  name: kind,
  parts: [{ data: { kind, data }, mediaType: "application/json" }]
})

const answerArtifact = (text: string): Artifact => ({ artifactId: "answer", name: "answer", parts: textPart(text) })

const actionArtifact = (action: ProposedCard) => dataArtifact(`action-${action.action_id}`, "pending_action", action)

/** Returns the newest text of the answer; that of an earlier turn until the newest one has any. */
const answerOf = ({ earlier }: ShownTask, { text }: TurnState) =>
  Option.getOrElse(
    Array.findLast([...earlier.map((state) => state.text), text], (some) => some !== ""),
    () => ""
  )

/** Returns actions as the newest of the states shows them, in the order in which they were first shown. */
const actionsOf = (states: ReadonlyArray<TurnState>) => [
  ...new Map(states.flatMap(({ actions }) => actions.map((action) => [action.action_id, action] as const))).values()
]

const artifactsOf = (view: ShownTask, turn: TurnState): ReadonlyArray<Artifact> => {
  const states = [...view.earlier, turn]
  const text = answerOf(view, turn)
  return [
    ...(text === "" ? [] : [answerArtifact(text)]),
    ...(view.acceptsData
      ? [
          ...states
            .flatMap(({ cards }) => cards)
            .map(({ data, kind }, index) => dataArtifact(`card-${index + 1}`, kind, data)),
          ...actionsOf(states).map(actionArtifact)
        ]
      : [])
  ]
}

/** Builds a message about a status. Its id is the same whenever it is built for that point of the turn. */
const statusMessage = (
  { contextId, id, showsProgress }: ShownTask,
  messageId: string,
  text: string,
  progress?: Progress
): Message => ({
  messageId,
  contextId,
  taskId: id,
  role: "ROLE_AGENT",
  parts: textPart(text),
  ...(showsProgress && progress !== undefined
    ? { metadata: { [FrontExtension.progress]: progress }, extensions: [FrontExtension.progress] }
    : {})
})

type Call = SpecialistStarted | ToolStarted

const progressOf = (call: Call, phase: "started" | "finished"): Progress =>
  "tool" in call
    ? { tool: call.tool, call: call.call, title: call.title, phase }
    : { specialist: call.agent_name, call: call.call, title: call.title, phase }

/** Returns the message about the call that is at work: the newest one without an end, of a tool before a specialist. */
const workMessage = (view: ShownTask, ids: TurnIds, { specialists, tools }: TurnState) => {
  const isRunning = ({ finished }: { readonly finished: Finished | null }) => finished === null
  const call: Option.Option<Call> = Option.orElse(Array.findLast(tools, isRunning), () =>
    Array.findLast(specialists, isRunning)
  )
  return Option.map(call, (call) =>
    statusMessage(view, `${ids.turn_id}-${call.call}`, call.title, progressOf(call, "started"))
  )
}

/** Returns the message about a turn's status. */
const messageOf = (view: ShownTask, ids: TurnIds, turn: TurnState): Option.Option<Message> => {
  const messageId = `${ids.turn_id}-${turn.phase}`
  const { end, phase } = turn
  if (phase === "waiting") {
    return Option.some(statusMessage(view, messageId, "Waiting for the end of an earlier message"))
  }
  if (end?._tag === "failed") {
    const { detail, retry_after, status } = end
    return Option.some(statusMessage(view, messageId, detail, { status, retry_after }))
  }
  return end?._tag === "done" && end.outcome === "blocked"
    ? Option.some(statusMessage(view, messageId, turn.text))
    : workMessage(view, ids, turn)
}

/** Returns metadata that names the turn, for clients that show progress. */
const turnMetadata = ({ showsProgress }: ShownTask, { conversation_id, trace_id }: TurnIds, { end }: TurnState) => {
  const turn: TurnOfTask = {
    conversation_id,
    trace_id,
    agents_involved: end === null || end._tag === "failed" ? [] : end.agents_involved
  }
  return showsProgress ? { metadata: { [FrontExtension.progress]: turn } } : {}
}

const statusOf = (
  view: ShownTask,
  ids: TurnIds,
  turn: TurnState,
  state: TaskState,
  timestamp: DateTime.Utc
): TaskStatus => ({
  state,
  ...Option.match(messageOf(view, ids, turn), { onNone: () => ({}), onSome: (message) => ({ message }) }),
  timestamp
})

/** Shows the task with its newest turn in this state. `state` overrides the task's state for one that changed later. */
export const snapshot = (
  view: ShownTask,
  ids: TurnIds,
  turn: TurnState,
  timestamp: DateTime.Utc,
  state: TaskState = stateOf(view, turn)
): Task => {
  const artifacts = artifactsOf(view, turn)
  return {
    id: view.id,
    contextId: view.contextId,
    status: statusOf(view, ids, turn, state, timestamp),
    ...(artifacts.length === 0 ? {} : { artifacts }),
    ...(view.history.length === 0 ? {} : { history: view.history }),
    ...turnMetadata(view, ids, turn)
  }
}

/** Returns artifacts of earlier turns' actions whose state differs now. */
export const changedActions = (before: ShownTask, now: Pick<ShownTask, "earlier">): ReadonlyArray<StreamResponse> => {
  const known = new Map(actionsOf(before.earlier).map(({ action_id, state }) => [action_id, state]))
  return before.acceptsData
    ? actionsOf(now.earlier)
        .filter(({ action_id, state }) => known.get(action_id) !== state)
        .map((action) => artifactUpdate(before, actionArtifact(action), { lastChunk: true }))
    : []
}

const artifactUpdate = (
  { contextId, id }: ShownTask,
  artifact: Artifact,
  chunk: { readonly append?: boolean; readonly lastChunk?: boolean }
): StreamResponse => ({ artifactUpdate: { taskId: id, contextId, artifact, ...chunk } })

/** Encodes the next event of the newest turn, which was in the state `before`. */
export const frames = (
  view: ShownTask,
  ids: TurnIds,
  before: TurnState,
  event: TurnEvent,
  timestamp: DateTime.Utc
): ReadonlyArray<StreamResponse> => {
  const after = applyEvent(before, event)
  const { contextId, id: taskId } = view
  const withStatus = (status: TaskStatus) => ({ statusUpdate: { taskId, contextId, status } })
  const status = () => withStatus(statusOf(view, ids, after, stateOf(view, after), timestamp))
  const end = (): StreamResponse => ({
    statusUpdate: { ...status().statusUpdate, ...turnMetadata(view, ids, after) }
  })
  switch (event._tag) {
    case "accepted":
      return []
    case "waiting":
    case "started":
    case "specialist_started":
    case "tool_started":
      return [status()]
    case "specialist_finished":
    case "tool_finished": {
      const call = [...before.specialists, ...before.tools].find(({ call }) => call === event.call)
      return call === undefined || !view.showsProgress
        ? []
        : [
            withStatus({
              state: "TASK_STATE_WORKING",
              message: statusMessage(
                view,
                `${ids.turn_id}-${call.call}-finished`,
                call.title,
                progressOf(call, "finished")
              ),
              timestamp
            })
          ]
    }
    case "text":
      return [artifactUpdate(view, answerArtifact(event.delta), { append: before.text !== "" })]
    case "text_discarded":
      return withoutText(view, before, after)
    case "card": {
      const number = Array.flatMap([...view.earlier, after], ({ cards }) => cards).length
      return view.acceptsData
        ? [artifactUpdate(view, dataArtifact(`card-${number}`, event.card.kind, event.card.data), { lastChunk: true })]
        : []
    }
    case "pending_action":
      return view.acceptsData ? [artifactUpdate(view, actionArtifact(event.action), { lastChunk: true })] : []
    case "failed":
      return [...withoutText(view, before, after), end()]
    case "done":
    case "stopped":
      return [
        ...(after.text === "" ? [] : [artifactUpdate(view, answerArtifact(""), { append: true, lastChunk: true })]),
        end()
      ]
  }
}

/** Replaces text that is not part of the answer, so that no client keeps it if none follows. */
const withoutText = (view: ShownTask, before: TurnState, after: TurnState) =>
  before.text === "" ? [] : [artifactUpdate(view, answerArtifact(answerOf(view, after)), { append: false })]
