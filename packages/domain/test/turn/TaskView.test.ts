import { assert, it } from "@effect/vitest"
import { applyFrame, hasEnded, initialView, progressExtension, type TaskFrame } from "../../src/turn/TaskView.ts"

const status = (state: string, text?: string, progress?: object): TaskFrame => ({
  statusUpdate: {
    status: {
      state: `TASK_STATE_${state}`,
      ...(text === undefined
        ? {}
        : { message: { parts: [{ text }], ...(progress && { metadata: { [progressExtension]: progress } }) } })
    }
  }
})

const artifact = (artifactId: string, part: { text: string } | { data: unknown }, append?: boolean): TaskFrame => ({
  artifactUpdate: { artifact: { artifactId, parts: [part] }, ...(append === undefined ? {} : { append }) }
})

const answer = (text: string, append = true) => artifact("answer", { text }, append)

const task: TaskFrame = {
  task: {
    id: "t",
    contextId: "mine",
    status: { state: "TASK_STATE_SUBMITTED" },
    metadata: { [progressExtension]: { conversation_id: "c", trace_id: "x", agents_involved: [] } }
  }
}

const fold = (...frames: ReadonlyArray<TaskFrame>) => frames.reduce(applyFrame, initialView)

it("shows the calls in order, what is finished, and none of them after the end", () => {
  const orders = { specialist: "order-management", call: "s1", title: "Orders" }
  const details = { tool: "get_order", call: "t1", title: "Order details" }
  const working = fold(
    task,
    status("WORKING", "Orders", { ...orders, phase: "started" }),
    status("WORKING", "Order details", { ...details, phase: "started" }),
    status("WORKING", "Order details", { ...details, phase: "finished" })
  )
  assert.deepStrictEqual(working.calls, [
    { call: "s1", kind: "specialist", name: "order-management", title: "Orders", isFinished: false },
    { call: "t1", kind: "tool", name: "get_order", title: "Order details", isFinished: true }
  ])
  assert.isFalse(hasEnded(working))
  const ended = applyFrame(working, status("COMPLETED"))
  assert.deepStrictEqual([ended.phase, ended.calls, hasEnded(ended)], ["completed", [], true])
})

it("takes the ids of the turn and its specialists from the metadata of the task and of the end", () => {
  const begun = fold(task)
  assert.deepInclude(begun, { taskId: "t", contextId: "mine", conversationId: "c", traceId: "x", agentsInvolved: [] })
  const end = applyFrame(begun, {
    statusUpdate: {
      status: { state: "TASK_STATE_COMPLETED" },
      metadata: { [progressExtension]: { agents_involved: ["order-management", 7] } }
    }
  })
  assert.deepInclude(end, { conversationId: "c", agentsInvolved: ["order-management"] })
})

it("replaces a text that was discarded, and continues the one that stays", () => {
  const view = fold(
    task,
    answer("Let me look. ", false),
    answer("", false),
    answer("There are ", false),
    answer("two.")
  )
  assert.strictEqual(view.text, "There are two.")
})

it("keeps a card and an action once each, as they are last shown", () => {
  const action = (state: string) =>
    artifact("action-a", { data: { kind: "pending_action", data: { action_id: "a", state } } })
  const card = artifact("card-1", { data: { kind: "cart", data: { total: 1 } } })
  const view = fold(task, card, action("open"), card, action("dropped"), status("INPUT_REQUIRED"))
  assert.deepStrictEqual(view.cards, [{ artifactId: "card-1", kind: "cart", data: { total: 1 } }])
  assert.deepStrictEqual(view.actions, [
    { artifactId: "action-a", kind: "pending_action", data: { action_id: "a", state: "dropped" } }
  ])
  assert.isTrue(hasEnded(view))
})

it("says why a task failed, and ignores what it cannot read", () => {
  const failed = fold(task, status("FAILED", "Too late", { status: 504, retry_after: 3 }))
  assert.deepStrictEqual(failed.failure, { detail: "Too late", status: 504, retryAfter: 3 })
  const odd = fold(task, artifact("card-1", { data: "text" }), status("WORKING", "x", { tool: 7 }), status("ODD"))
  assert.deepStrictEqual([odd.cards, odd.calls, odd.phase], [[], [], "working"])
})
