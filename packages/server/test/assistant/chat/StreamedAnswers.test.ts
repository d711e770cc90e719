import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { type SpecialistClient } from "../../../src/assistant/specialists/SpecialistClient.ts"
import { type RunEvent } from "../../../src/assistant/turn/RunEvents.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { attack } from "../../../src/testing/TestSpecialist.ts"
import { stored } from "../../support/conversations.ts"
import { consult, passOn } from "../../support/orchestrator.ts"
import { asks, begin, orders, proposing, wish } from "../../support/proposing.ts"
import { following, linesOf } from "../../support/specialistHop.ts"

const { call, say } = ScriptedModel

const [order] = orders
const message = "Where is my order?"
const direct = passOn("order-management", "Where is it?")
const answer = `It is on its way, ${"very ".repeat(60)}soon.`

/** Notes whether the specialist's text is asked for. */
const noting =
  (asked: Array<boolean>) =>
  ({ send }: SpecialistClient["Type"]): Pick<SpecialistClient["Type"], "send"> => ({
    send: (run, text = Option.none()) => {
      asked.push(Option.isSome(text))
      return send(run, text)
    }
  })

/** A turn at a door that streams: its progress, the text since the last discard, and the stored answer. */
const turn = Effect.fnUntraced(function* (
  front: ReadonlyArray<ScriptedModel.Line>,
  back: ReadonlyArray<ScriptedModel.Line>,
  words: string = message
) {
  const progress: Array<RunEvent> = []
  const asked: Array<boolean> = []
  const { say: tell } = yield* begin(front, back, { wrap: noting(asked) })
  const { conversation_id } = yield* following(progress)(tell(words, null))
  const { messages } = yield* stored(conversation_id)
  const kept = progress.slice(progress.findLastIndex(({ _tag }) => _tag === "text_discarded") + 1)
  return {
    asked,
    lines: linesOf(progress),
    progress,
    text: kept.flatMap((event) => (event._tag === "text" ? [event.delta] : [])).join(""),
    answer: messages[1]?.content,
    conversation_id,
    tell
  }
})

const kindOf = (line: string) => line.split(" ")[0]

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("a streamed answer", (it) => {
  it.scoped("of a specialist that answers directly is the turn's while it is written", () =>
    Effect.gen(function* () {
      const { answer: said, asked, lines, progress, text } = yield* turn([direct], [say(answer)])
      assert.strictEqual(text, answer)
      assert.strictEqual(said, answer)
      assert.deepStrictEqual(asked, [true])
      assert.deepStrictEqual(lines.map(kindOf), [
        "started",
        "tool_started",
        "specialist_started",
        "text",
        "text",
        "specialist_finished",
        "tool_finished",
        "done"
      ])
      const [started, finished] = progress.flatMap((event) =>
        event._tag === "specialist_started" || event._tag === "specialist_finished" ? [event.call] : []
      )
      assert.strictEqual(started, finished)
    })
  )

  it.scoped("has the specialist's tools before it, between those of the orchestrator", () =>
    Effect.gen(function* () {
      const { lines } = yield* turn([direct], [call(["cancel_order", { order_id: "?" }]), say(answer)])
      assert.deepStrictEqual(
        lines.map((line) => (kindOf(line) === "text" ? "text" : line)),
        [
          "started",
          "tool_started call_specialist_agent",
          "specialist_started order-management",
          "tool_started cancel_order",
          "tool_finished error",
          "text",
          "text",
          "specialist_finished success",
          "tool_finished success",
          "done"
        ]
      )
    })
  )

  const others: ReadonlyArray<readonly [string, ReadonlyArray<ScriptedModel.Line>, ReadonlyArray<boolean>]> = [
    [
      "one that the model puts into its own words",
      [consult("order-management", "Where is it?"), say("Soon.")],
      [false]
    ],
    [
      "one of two calls at once",
      [
        call(
          ["call_specialist_agent", { agent_name: "order-management", message: "A", answer_directly: true }],
          ["call_specialist_agent", { agent_name: "order-management", message: "B", answer_directly: true }]
        ),
        say("Soon.")
      ],
      [false, false]
    ],
    ["that of a second call", [consult("order-management", "A"), direct, say("Soon.")], [false, false]]
  ]
  for (const [name, front, expected] of others) {
    it.scoped(`is not ${name}, which nobody asks for while it is written`, () =>
      Effect.gen(function* () {
        const { answer: said, asked, lines } = yield* turn(front, [say(answer), say(answer)])
        assert.deepStrictEqual(asked, expected)
        assert.deepStrictEqual(
          lines.filter((line) => line.startsWith("text ")),
          ["text Soon."]
        )
        assert.strictEqual(said, "Soon.")
      })
    )
  }

  it.scoped("is taken back if the guard keeps it from the model", () =>
    Effect.gen(function* () {
      const { answer: said, lines, text } = yield* turn([direct, say("Sorry.")], [say(`${answer} Well, ${attack}.`)])
      assert.strictEqual(said, "Sorry.")
      assert.strictEqual(text, "Sorry.")
      assert.deepStrictEqual(
        lines.map(kindOf).filter((kind) => kind?.startsWith("text")),
        ["text", "text", "text_discarded", "text"]
      )
    })
  )

  it.scoped("has the proposals before any text, and no text of the specialist that proposes", () =>
    Effect.gen(function* () {
      const front = passOn("order-management", `${wish}.`)
      const { lines } = yield* turn([front], proposing(order!), wish)
      assert.deepStrictEqual(lines.slice(2, 6), [
        "specialist_started order-management",
        "tool_started cancel_order",
        "proposed cancel_order",
        "tool_finished success"
      ])
      assert.strictEqual(lines[6], "specialist_finished success")
    })
  )

  it.scoped("is preceded by the specialist that performs a confirmed action", () =>
    Effect.gen(function* () {
      const { conversation_id, tell } = yield* turn([asks, say("It is prepared.")], proposing(order!), wish)
      const progress: Array<RunEvent> = []
      yield* following(progress)(tell("yes", conversation_id))
      assert.deepStrictEqual(linesOf(progress), ["specialist_started order-management", "specialist_finished success"])
    })
  )

  it.scoped("is not asked for by a turn whose door does not stream", () =>
    Effect.gen(function* () {
      const asked: Array<boolean> = []
      const { say: tell } = yield* begin([direct], [say(answer)], { wrap: noting(asked) })
      assert.strictEqual((yield* tell(message, null)).response, answer)
      assert.deepStrictEqual(asked, [false])
    })
  )
})
