import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { UsageLogId } from "@storefront/domain/Ids"
import { Effect, Option, Stream } from "effect"
import { v7 } from "uuid"
import { type RunEvent } from "../../../src/assistant/turn/RunEvents.ts"
import {
  connect,
  eventStream,
  following,
  frameOf,
  linesOf,
  listen,
  question,
  receiverOf,
  status,
  streamed,
  task,
  words
} from "../../support/specialistHop.ts"

const action = {
  actionId: "aaaaaaaa-0000-4000-8000-000000000001",
  terms: {
    act: "cancel_order",
    orderId: "bbbbbbbb-0000-4000-8000-000000000001",
    lines: [],
    refundAmount: 10,
    couponReleased: null,
    reason: "Changed my mind"
  },
  summary: "Cancel it",
  expiresAt: "2026-01-01T00:00:00.000Z"
}

const proposals = (...actions: ReadonlyArray<object>) => ({
  artifactUpdate: {
    taskId: "t",
    contextId: "c",
    artifact: { artifactId: "pending-actions", parts: [{ data: { actions } }] }
  }
})

const id = UsageLogId.make(v7())

const toolStarted = (tool: string, call = `${id}:0`) => status("TASK_STATE_WORKING", { call, tool })
const toolFinished = (call = `${id}:0`) => status("TASK_STATE_WORKING", { call, status: "success", durationMs: 7 })
const completed = status("TASK_STATE_COMPLETED")

/** The progress that a turn gets while a specialist sends these events; `isDirect` if it asks for the text, too. */
const progressOf = Effect.fnUntraced(function* (events: ReadonlyArray<unknown>, isDirect = true) {
  const progress: Array<RunEvent> = []
  const sent: Array<unknown> = []
  const address = yield* listen(
    Effect.gen(function* () {
      sent.push(yield* (yield* HttpServerRequest.HttpServerRequest).json)
      return streamed(task("TASK_STATE_SUBMITTED"), ...events)
    })
  )
  const { send } = yield* connect(address)
  const text = isDirect ? Option.some(receiverOf(progress)) : Option.none()
  yield* Effect.exit(following(progress)(send(yield* question({ id }), text)))
  return { lines: linesOf(progress), progress, sent }
})

it.scopedLive("is told in the order of the specialist's events", () =>
  Effect.gen(function* () {
    const { lines, progress } = yield* progressOf([
      status("TASK_STATE_WORKING"),
      toolStarted("get_user_orders"),
      toolFinished(),
      toolStarted("get_order_tracking", `${id}:1`),
      toolFinished(`${id}:1`),
      words("It is ", false),
      words("on its way.", true),
      completed
    ])
    assert.deepStrictEqual(lines, [
      "tool_started get_user_orders",
      "tool_finished success",
      "tool_started get_order_tracking",
      "tool_finished success",
      "text_discarded",
      "text It is ",
      "text on its way."
    ])
    assert.deepStrictEqual(progress[1], { _tag: "tool_finished", call: `${id}:0`, status: "success", durationMs: 7 })
  })
)

it.scopedLive("has the text only where it is asked for, and asks for it only then", () =>
  Effect.gen(function* () {
    const events = [toolStarted("get_user_orders"), toolFinished(), words("It is here.", false), completed]
    const without = yield* progressOf(events, false)
    assert.deepStrictEqual(without.lines, ["tool_started get_user_orders", "tool_finished success"])
    const flag = "message.metadata.urn:storefront-assistant:a2a:conversation-history:v1.streamsAnswer"
    assert.notNestedProperty(without.sent[0], flag)
    assert.nestedPropertyVal((yield* progressOf(events)).sent[0], flag, true)
  })
)

it.scopedLive("discards a text that the specialist takes back or replaces", () =>
  Effect.gen(function* () {
    const { lines } = yield* progressOf([
      words("Let me look. ", false),
      words("", false),
      toolStarted("get_user_orders"),
      toolFinished(),
      words("It is here", false),
      words("It is there.", false),
      completed
    ])
    assert.deepStrictEqual(lines, [
      "text_discarded",
      "text Let me look. ",
      "text_discarded",
      "tool_started get_user_orders",
      "tool_finished success",
      "text_discarded",
      "text It is here",
      "text_discarded",
      "text It is there."
    ])
  })
)

it.scopedLive("says where a sentence ends, as far as the specialist says so", () =>
  Effect.gen(function* () {
    const said: Array<readonly [string, boolean | undefined]> = []
    const address = yield* listen(
      Effect.succeed(
        streamed(
          task("TASK_STATE_SUBMITTED"),
          words("It is here.", false, { endsSentence: true }),
          words(" Look", true, { endsSentence: false }),
          words(" at", true, { endsSentence: "yes" }),
          words(" it.", true),
          completed
        )
      )
    )
    const { send } = yield* connect(address)
    const text = (delta: string, endsSentence?: boolean) =>
      Effect.asVoid(Effect.sync(() => said.push([delta, endsSentence])))
    yield* Effect.exit(send(yield* question({ id }), Option.some({ text, discard: Effect.void })))
    assert.deepStrictEqual(said, [
      ["It is here.", true],
      [" Look", false],
      [" at", false],
      [" it.", false]
    ])
  })
)

it.scopedLive("tells each proposal once, and no text from then on", () =>
  Effect.gen(function* () {
    const other = { ...action, actionId: "aaaaaaaa-0000-4000-8000-000000000002" }
    const { lines, progress } = yield* progressOf([
      words("One moment. ", false),
      proposals(action),
      proposals(action, other),
      words("It is prepared.", false),
      proposals(action, other),
      completed
    ])
    assert.deepStrictEqual(lines, [
      "text_discarded",
      "text One moment. ",
      "text_discarded",
      "proposed cancel_order",
      "text_discarded",
      "proposed cancel_order"
    ])
    assert.deepStrictEqual(
      progress.flatMap((event) => (event._tag === "proposed" ? [event.action.actionId] : [])),
      [action.actionId, other.actionId]
    )
  })
)

it.scopedLive(
  "does not have calls of unknown tools, of other runs or without an id, nor proposals in other terms",
  () =>
    Effect.gen(function* () {
      const { lines } = yield* progressOf(
        [
          toolStarted("rm_rf"),
          toolFinished(),
          toolStarted("get_cart", `${v7()}:0`),
          toolStarted("get_cart", `${id}:${"0".repeat(100)}`),
          toolFinished(`${id}:9`),
          // As a specialist of an older version says it.
          status("TASK_STATE_WORKING", { tool: "get_cart" }),
          proposals({ ...action, terms: { act: "give_away" } }),
          words("It is here.", false),
          completed
        ],
        false
      )
      assert.deepStrictEqual(lines, [])
    })
)

it.scopedLive("ends a tool call that the specialist left open", () =>
  Effect.gen(function* () {
    const progress: Array<RunEvent> = []
    const address = yield* listen(
      Effect.succeed(
        HttpServerResponse.stream(
          Stream.encodeText(Stream.make(...[task("TASK_STATE_WORKING"), toolStarted("get_cart")].map(frameOf))),
          eventStream
        )
      )
    )
    const { send } = yield* connect(address)
    const error = yield* Effect.flip(following(progress)(send(yield* question({ id }))))
    assert.deepInclude(error, { reason: "unreachable" })
    assert.deepStrictEqual(linesOf(progress), ["tool_started get_cart", "tool_finished cancelled"])
  })
)
