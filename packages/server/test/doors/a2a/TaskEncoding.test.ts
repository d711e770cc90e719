import { assert, it } from "@effect/vitest"
import { FrontExtension, type StreamResponse, type Task } from "@storefront/domain/api/AgentApi"
import {
  applyEvent,
  initialState,
  type TurnEvent,
  type TurnIds,
  type TurnState
} from "@storefront/domain/turn/TurnEvents"
import * as TaskView from "@storefront/domain/turn/TaskView"
import { DateTime, FastCheck, Option, Struct } from "effect"
import * as TaskLifecycle from "../../../src/assistant/a2a/TaskLifecycle.ts"
import * as TaskEncoding from "../../../src/doors/a2a/TaskEncoding.ts"
import { blocked, card, discarded, done, failed, proposal, text } from "../../../src/testing/ScriptedTurns.ts"

const ids: TurnIds = { turn_id: "t", conversation_id: "c", message_id: "m", answer_id: "a", trace_id: "x" }
const time = DateTime.unsafeMake(0)

const view = (more: Partial<TaskEncoding.ShownTask> = {}): TaskEncoding.ShownTask => ({
  id: "task",
  contextId: "context",
  earlier: [],
  history: [],
  acceptsData: true,
  showsProgress: true,
  ...more
})

const stateAfter = (events: ReadonlyArray<TurnEvent>) => events.reduce(applyEvent, initialState)

const accepted: TurnEvent = { _tag: "accepted", ...ids }
const started: TurnEvent = { _tag: "started" }
const stopped: TurnEvent = { ...done, _tag: "stopped" } as TurnEvent

/** A call of a specialist with a tool in it, whose texts are progress. */
const consultation = (call: number): ReadonlyArray<TurnEvent> => [
  { _tag: "specialist_started", call: `s${call}`, agent_name: "order-management", title: "Orders" },
  { _tag: "tool_started", call: `t${call}`, tool: "get_order", title: "Order details" },
  { _tag: "tool_finished", call: `t${call}`, status: "success", duration_ms: 1 },
  { _tag: "specialist_finished", call: `s${call}`, status: "success", duration_ms: 2 }
]

const texts = FastCheck.array(FastCheck.constantFrom("Hello. ", "Yes", "\n", "Good.").map(text), { maxLength: 4 })

/** Turns as `chat` produces them: progress that is discarded, an answer, cards and proposals, an end. */
const turns = FastCheck.record({
  waits: FastCheck.boolean(),
  rounds: FastCheck.array(texts, { maxLength: 3 }),
  answer: texts,
  cards: FastCheck.nat({ max: 3 }),
  proposals: FastCheck.uniqueArray(FastCheck.constantFrom("p1", "p2", "p3")),
  end: FastCheck.constantFrom(done, blocked, stopped, failed)
}).map(({ answer, cards, end, proposals, rounds, waits }): ReadonlyArray<TurnEvent> => [
  accepted,
  ...(waits ? [{ _tag: "waiting" } as const] : []),
  started,
  ...rounds.flatMap((round, index) => [...round, ...(round.length === 0 ? [] : [discarded]), ...consultation(index)]),
  ...(end === failed
    ? answer.length === 0
      ? []
      : [...answer, discarded]
    : [
        ...answer,
        ...Array.from({ length: cards }, (_, index) => card("product", { index })),
        ...proposals.map((id) => proposal(id, id))
      ]),
  end
])

/** The task as a client has it after these frames. */
const fold = (task: Task, frames: ReadonlyArray<StreamResponse>): Task =>
  frames.reduce(
    (before, frame) =>
      "task" in frame ? frame.task : Option.getOrElse(TaskLifecycle.advance(before, frame), () => before),
    task
  )

/** A client shows no empty text. Updates of the metadata are not part of the task. */
const shown = ({ artifacts = [], ...task }: Task) => ({
  ...Struct.omit(task, "metadata"),
  artifacts: artifacts
    .filter(({ parts: [part] }) => part.text !== "")
    .map(({ artifactId, parts }) => ({ artifactId, parts: parts.filter((part) => part.text !== "") }))
    .toSorted((a, b) => a.artifactId.localeCompare(b.artifactId))
})

const framesOf = (shownAs: TaskEncoding.ShownTask, events: ReadonlyArray<TurnEvent>, from: TurnState) =>
  events.reduce<{ readonly state: TurnState; readonly frames: ReadonlyArray<StreamResponse> }>(
    ({ frames, state }, event) => ({
      state: applyEvent(state, event),
      frames: [...frames, ...TaskEncoding.frames(shownAs, ids, state, event, time)]
    }),
    { state: from, frames: [] }
  )

const earlierTurns = FastCheck.array(
  turns.filter((events) => events.at(-1) === done),
  { maxLength: 2 }
)

it.prop(
  "a client that follows from any point of a turn has the whole task at its end",
  [turns, earlierTurns, FastCheck.boolean(), FastCheck.boolean(), FastCheck.nat({ max: 40 })],
  ([events, earlier, acceptsData, showsProgress, at]) => {
    const shownAs = view({ acceptsData, showsProgress, earlier: earlier.map(stateAfter) })
    const cut = 1 + (at % events.length)
    const state = stateAfter(events.slice(0, cut))
    const first = TaskEncoding.snapshot(shownAs, ids, state, time)
    const { frames, state: last } = framesOf(shownAs, events.slice(cut), state)
    const whole = TaskEncoding.snapshot(shownAs, ids, last, time)
    assert.deepStrictEqual(shown(fold(first, frames)), shown(whole))
  }
)

it.prop(
  "the fold of any snapshot and the frames after it shows what the fold of all frames shows",
  [turns, earlierTurns, FastCheck.boolean(), FastCheck.nat({ max: 40 }), FastCheck.boolean()],
  ([events, earlier, acceptsData, at, isSameClient]) => {
    const shownAs = view({ acceptsData, earlier: earlier.map(stateAfter) })
    const [first, ...rest] = events
    const state = stateAfter([first!])
    const cut = 1 + (at % events.length)
    const middle = stateAfter(events.slice(0, cut))
    const views = (frames: ReadonlyArray<StreamResponse>, before = TaskView.initialView) =>
      frames.reduce(TaskView.applyFrame, before)
    const snapshotOf = (turn: TurnState): StreamResponse => ({
      task: TaskEncoding.snapshot(shownAs, ids, turn, time)
    })
    const before = views([snapshotOf(state), ...framesOf(shownAs, events.slice(1, cut), state).frames])
    const resumed = views(
      [snapshotOf(middle), ...framesOf(shownAs, events.slice(cut), middle).frames],
      isSameClient ? before : TaskView.initialView
    )
    const whole = views([snapshotOf(state), ...framesOf(shownAs, rest, state).frames])
    assert.deepStrictEqual(resumed, whole)
    // Of the progress, a snapshot has only the call at work.
    assert.deepStrictEqual(views([snapshotOf(middle)], before), before)
  }
)

it.prop("a task moves forwards only, and its last update ends it", [turns], ([events]) => {
  const { frames } = framesOf(view(), events.slice(1), stateAfter([accepted]))
  const states = frames.flatMap((frame) => ("statusUpdate" in frame ? [frame.statusUpdate.status.state] : []))
  const ranks = states.map((state) => ["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"].indexOf(state))
  assert.deepStrictEqual(
    ranks,
    [...ranks.filter((rank) => rank === 0), ...ranks.filter((rank) => rank === 1), -1],
    states.join()
  )
  assert.isTrue("statusUpdate" in frames.at(-1)!)
})

const artifactsIn = (frames: ReadonlyArray<StreamResponse>) =>
  frames.flatMap((frame) => ("artifactUpdate" in frame ? [frame.artifactUpdate] : []))

it("an answer begins, continues, begins again after a discard, and says which chunk is its last", () => {
  const events = [accepted, started, text("Let me look. "), discarded, text("There are "), text("two."), done]
  const { frames } = framesOf(view(), events, initialState)
  assert.deepStrictEqual(
    artifactsIn(frames).map(({ append, artifact, lastChunk = false }) => [
      artifact.artifactId,
      artifact.parts[0].text,
      append,
      lastChunk
    ]),
    [
      ["answer", "Let me look. ", false, false],
      ["answer", "", false, false],
      ["answer", "There are ", false, false],
      ["answer", "two.", true, false],
      ["answer", "", true, true]
    ]
  )
})

it("cards and actions are data, for those who read it", () => {
  const events = [accepted, started, text("See."), card("cart", { total: 1 }), proposal("p1", "likes red"), done]
  const artifacts = artifactsIn(framesOf(view(), events, initialState).frames)
  assert.deepStrictEqual(
    artifacts.map(({ artifact, lastChunk }) => [artifact.artifactId, lastChunk ?? false]),
    [
      ["answer", false],
      ["card-1", true],
      ["action-p1", true],
      ["answer", true]
    ]
  )
  assert.deepStrictEqual(artifacts[1]?.artifact.parts, [
    { data: { kind: "cart", data: { total: 1 } }, mediaType: "application/json" }
  ])
  assert.nestedPropertyVal(artifacts[2], "artifact.parts[0].data.data.state", "open")
  const others = artifactsIn(framesOf(view({ acceptsData: false }), events, initialState).frames)
  assert.deepStrictEqual(
    others.map(({ artifact }) => artifact.artifactId),
    ["answer", "answer"]
  )
})

it("each end has its state, and a failure says in words and data why", () => {
  const endOf = (...events: ReadonlyArray<TurnEvent>) =>
    TaskEncoding.snapshot(view(), ids, stateAfter([accepted, started, ...events]), time).status
  assert.deepStrictEqual(
    [
      endOf(text("Hi."), done),
      endOf(text("No."), blocked),
      endOf(text("Hi."), stopped),
      endOf(text("Shall I?"), proposal("p1", "likes red"), done),
      endOf(failed)
    ].map(({ message, state }) => [state, message?.parts[0].text]),
    [
      ["TASK_STATE_COMPLETED", undefined],
      ["TASK_STATE_REJECTED", "No."],
      ["TASK_STATE_CANCELED", undefined],
      ["TASK_STATE_INPUT_REQUIRED", undefined],
      ["TASK_STATE_FAILED", "The assistant took too long to answer"]
    ]
  )
  assert.deepStrictEqual(endOf(failed).message?.metadata, {
    [FrontExtension.progress]: { status: 504, retry_after: null }
  })
})

it("the task and its last update name the turn, to those who ask for progress", () => {
  const events = [started, text("Hi."), done]
  const named = (showsProgress: boolean) => {
    const shownAs = view({ showsProgress })
    const state = stateAfter([accepted])
    const { frames, state: last } = framesOf(shownAs, events, state)
    const end = frames.at(-1)!
    return [
      TaskEncoding.snapshot(shownAs, ids, state, time).metadata,
      "statusUpdate" in end ? end.statusUpdate.metadata : "no status",
      TaskEncoding.snapshot(shownAs, ids, last, time).metadata
    ]
  }
  const turn = (agents_involved: ReadonlyArray<string>) => ({
    [FrontExtension.progress]: { conversation_id: "c", trace_id: "x", agents_involved }
  })
  const ended = turn(["product-discovery"])
  assert.deepStrictEqual(named(true), [turn([]), ended, ended])
  assert.deepStrictEqual(named(false), [undefined, undefined, undefined])
})

it("progress is told in words, and in data to those who ask for it", () => {
  const events = [accepted, { _tag: "waiting" } as const, started, ...consultation(1)]
  const messages = (showsProgress: boolean) =>
    framesOf(view({ showsProgress }), events, initialState).frames.flatMap((frame) =>
      "statusUpdate" in frame
        ? [
            [
              frame.statusUpdate.status.message?.parts[0].text,
              frame.statusUpdate.status.message?.metadata?.[FrontExtension.progress]
            ]
          ]
        : []
    )
  const waiting = "Waiting for the end of an earlier message"
  const specialist = { specialist: "order-management", call: "s1", title: "Orders" }
  const tool = { tool: "get_order", call: "t1", title: "Order details" }
  assert.deepStrictEqual(messages(true), [
    [waiting, undefined],
    [undefined, undefined],
    ["Orders", { ...specialist, phase: "started" }],
    ["Order details", { ...tool, phase: "started" }],
    ["Order details", { ...tool, phase: "finished" }],
    ["Orders", { ...specialist, phase: "finished" }]
  ])
  assert.deepStrictEqual(messages(false), [
    [waiting, undefined],
    [undefined, undefined],
    ["Orders", undefined],
    ["Order details", undefined]
  ])
})
