import { assert, it } from "@effect/vitest"
import { initialView, type TaskView } from "@storefront/domain/turn/TaskView"
import { Effect } from "effect"
import { plain } from "../src/Paint.ts"
import * as ProgressDisplay from "../src/ProgressDisplay.ts"
import { heard } from "./support/Heard.ts"

/** Shows the views one after the other, then the answer; returns what is written, a string for each draw. */
const draw = Effect.fnUntraced(function* (
  open: (screen: ProgressDisplay.Screen) => Effect.Effect<ProgressDisplay.Display>,
  views: ReadonlyArray<Partial<TaskView>>,
  response: string,
  rows = 24
) {
  const drawn: Array<string> = []
  const { finish, follow } = yield* open({ columns: 30, rows, write: (text) => drawn.push(text) })
  yield* follow((watch) => Effect.forEach(views, (view) => watch({ ...initialView, ...view })))
  const { printed } = yield* heard(finish(response))
  return { drawn: drawn.filter((text) => !text.startsWith("\r\u001b[K…  0 s")), printed }
})

const live = (screen: ProgressDisplay.Screen) => ProgressDisplay.live(plain, screen)

const orders = { call: "1", kind: "specialist", name: "order-management", title: "Orders" } as const
const details = { call: "2", kind: "tool", name: "get_order", title: "Order details" } as const

it("shows an answer of several lines without what would steer the terminal", () => {
  assert.strictEqual(
    ProgressDisplay.formatAnswer("one \u001b[2Jtwo\u009b\nthree\u202e four", 12),
    "one  [2Jtwo \nthree  four"
  )
})

it("names the specialists, the tools at work and the reason to wait", () => {
  const calls = [
    { ...orders, isFinished: true },
    { ...details, isFinished: true },
    { ...orders, call: "3", name: "inventory-fulfillment", isFinished: false },
    { ...details, call: "4", title: "Check \u001bstock", isFinished: false }
  ]
  assert.strictEqual(
    ProgressDisplay.line(3, { calls, notice: null }),
    "…  order-management ✓  inventory-fulfillment  Check  stock  3 s"
  )
  assert.strictEqual(ProgressDisplay.line(0, { calls: [], notice: "Waiting" }), "…  Waiting  0 s")
})

it.live("draws the progress over one line, wipes it, and prints the answer where results go", () =>
  Effect.gen(function* () {
    const { drawn, printed } = yield* draw(
      (screen) => ProgressDisplay.progress(plain, screen, Infinity),
      [{ calls: [{ ...orders, isFinished: false }] }, { text: "It is here." }],
      "It is here."
    )
    assert.deepStrictEqual(drawn, ["\r\u001b[K…  order-management  0 s", "\r\u001b[K"])
    assert.deepStrictEqual(printed, ["It is here."])
  })
)

it.live("shows the text as it comes, each line once, and completes it", () =>
  Effect.gen(function* () {
    const { drawn, printed } = yield* draw(
      live,
      [{ text: "The order number one is placed and" }, { text: "The order number one is placed and will come.\nSoon" }],
      "The order number one is placed and will come.\nSoon."
    )
    assert.deepStrictEqual(drawn, [
      "\r\u001b[KThe order number one is placed\nand",
      "\r\u001b[Kand will come.\nSoon",
      "\r\u001b[K",
      "\r\u001b[KSoon.\n"
    ])
    assert.deepStrictEqual(printed, [])
  })
)

it.live("removes a text that is discarded, or says that it begins anew if it is out of sight", () =>
  Effect.gen(function* () {
    const views = [{ text: "Let me\nlook" }, { text: "" }, { text: "Here:\nit" }]
    const near = yield* draw(live, views, "Here:\nit is")
    assert.deepStrictEqual(near.drawn, [
      "\r\u001b[KLet me\nlook",
      "\r\u001b[1A\u001b[J…  0 s",
      "\r\u001b[KHere:\nit",
      "\r\u001b[K",
      "\r\u001b[Kit is\n"
    ])
    const far = yield* draw(live, views, "Here:\nit is", 1)
    assert.strictEqual(far.drawn[1], "\r\u001b[KThe answer begins anew:\n…  0 s")
  })
)
