import { assert, describe, it } from "@effect/vitest"
import { type TaskView } from "@storefront/domain/turn/TaskView"
import { afterEach, beforeEach } from "vitest"
import { type Outgoing } from "../../../src/widget/talk/Outgoing.ts"
import { Refused, type Request, Unreachable } from "../../../src/widget/talk/Requests.ts"
import { follow, type Patience } from "../../../src/widget/talk/Turn.ts"

const patience: Patience = {
  firstFrame: 50,
  polling: 1,
  answer: 500,
  silence: 500,
  closing: 20,
  untold: 5,
  attempts: [10, 20]
}

const outgoing: Outgoing = {
  messageId: "m",
  text: "hello",
  decisions: [],
  contextId: null,
  page: { product_id: null, locale: "en" }
}

const status = (state: string) => ({ state: `TASK_STATE_${state}` })
const task = (state: string, text?: string) => ({
  id: "t",
  contextId: "c",
  status: status(state),
  ...(text === undefined ? {} : { artifacts: [{ artifactId: "answer", parts: [{ text }] }] })
})
const begun = { task: task("WORKING") }
const said = (text: string) => ({
  artifactUpdate: { artifact: { artifactId: "answer", parts: [{ text }] }, append: true }
})
const ended = { statusUpdate: { status: status("COMPLETED") } }

/** A stream of frames, which then ends, is cut, or says nothing more. */
const stream = (frames: ReadonlyArray<object>, ending: "end" | "cut" | "stay") => (signal: AbortSignal | undefined) =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const frame of frames) {
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`))
        }
        signal?.addEventListener("abort", () => controller.error(signal.reason))
        if (ending === "end") {
          controller.close()
        }
        if (ending === "cut") {
          // What was sent before is read first.
          setTimeout(() => controller.error(new Error("reset")), 5)
        }
      }
    })
  )

const json = (body: unknown) => () => Response.json(body)

type Answer = (signal: AbortSignal | undefined) => Response

/** A server that gives each request its answer in turn, or fails. */
const serve = (answers: ReadonlyArray<readonly [path: string, answer: Answer | Error]>) => {
  const left = [...answers]
  return async ({ path, signal }: Request) => {
    const [expected, answer] = left.shift() ?? ["nothing", new Error("no more")]
    assert.strictEqual(path, expected)
    if (answer instanceof Error) {
      throw answer
    }
    return answer(signal)
  }
}

const following = async (answers: Parameters<typeof serve>[0], signal = new AbortController().signal) => {
  const texts: Array<string> = []
  const losses: Array<boolean> = []
  const watch = { view: ({ text }: TaskView) => texts.push(text), lost: (isLost: boolean) => losses.push(isLost) }
  const view = await follow(serve(answers), outgoing, watch, signal, patience)
  return { view, texts, losses }
}

const streamed = "a2a/message:stream"
const sent = "a2a/message:send"
const subscribed = "a2a/tasks/t:subscribe"
const read = "a2a/tasks/t"

describe("a message", () => {
  const events = new EventTarget()
  beforeEach(() => {
    Object.assign(globalThis, {
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events)
    })
  })
  afterEach(() => {
    Object.assign(globalThis, { addEventListener: undefined, removeEventListener: undefined })
  })

  it("shows its answer as it comes, up to the end of the task", async () => {
    const { losses, texts, view } = await following([[streamed, stream([begun, said("A"), said("B"), ended], "stay")]])
    assert.deepStrictEqual([texts, losses, view.phase], [["", "A", "AB", "AB"], [], "completed"])
  })

  it("goes on where its stream was cut, and tells a loss that lasts", async () => {
    const { losses, texts } = await following([
      [streamed, stream([begun, said("A")], "cut")],
      [subscribed, new Unreachable("away")],
      [subscribed, stream([{ task: task("WORKING", "AB") }, said("C"), ended], "end")]
    ])
    assert.deepStrictEqual(
      [texts, losses],
      [
        ["", "A", "AB", "ABC", "ABC"],
        [true, false]
      ]
    )
  })

  it("is sent again under its id if nobody knows whether it arrived", async () => {
    const { view } = await following([
      [streamed, new Unreachable("away")],
      [sent, new Unreachable("away")],
      [sent, json({ task: task("WORKING") })],
      [subscribed, stream([{ task: task("COMPLETED", "Done") }], "end")]
    ])
    assert.deepStrictEqual([view.text, view.phase], ["Done", "completed"])
  })

  it("is looked at again and again where a proxy holds streams back", async () => {
    const { losses, view } = await following([
      [streamed, stream([], "stay")],
      [sent, json({ task: task("SUBMITTED") })],
      [read, json(task("WORKING"))],
      [read, json(task("COMPLETED", "Done"))]
    ])
    assert.deepStrictEqual([view.text, losses], ["Done", []])
  })

  it("is looked at if its task has ended before it can be followed again", async () => {
    const { view } = await following([
      [streamed, stream([begun], "end")],
      [subscribed, new Refused("ended", 400, null)],
      [read, json(task("COMPLETED", "Done"))]
    ])
    assert.strictEqual(view.text, "Done")
  })

  it("fails as the server refuses it, and leaves its task when it is left", async () => {
    const refused = await following([[streamed, new Refused("Too many", 429, 7)]]).catch((error: unknown) => error)
    assert.deepInclude(refused, { message: "Too many", status: 429, retryAfter: 7 })
    const left = new AbortController()
    const reason = new Error("left")
    setTimeout(() => left.abort(reason), 5)
    const stopped = await following([[streamed, stream([begun], "stay")]], left.signal).catch((error: unknown) => error)
    assert.strictEqual(stopped, reason)
  })
})
