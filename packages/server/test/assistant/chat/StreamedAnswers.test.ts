import { assert, layer } from "@effect/vitest"
import { applyEvent, type TurnEvent } from "@storefront/domain/turn/TurnEvents"
import { Array, Chunk, Deferred, Effect, Layer, Option, Stream } from "effect"
import { v7 } from "uuid"
import { Streaming } from "../../../src/assistant/model/Streaming.ts"
import { type StreamedTurns } from "../../../src/assistant/chat/StreamedTurns.ts"
import { type SpecialistClient } from "../../../src/assistant/specialists/SpecialistClient.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { CurrentTextReceiver } from "../../../src/platform/provider/TextReceiver.ts"
import { attack } from "../../../src/testing/TestSpecialist.ts"
import { stored } from "../../support/conversations.ts"
import { consult, passOn } from "../../support/orchestrator.ts"
import { asks, begin, orders, proposing, wish } from "../../support/proposing.ts"

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

/** Lets a script begin once the turn is followed. */
const whenFollowed = (isFollowed: Deferred.Deferred<void>, [first, ...rest]: ReadonlyArray<ScriptedModel.Line>) => [
  Effect.zipRight(
    Deferred.await(isFollowed),
    Effect.isEffect(first) ? first : Effect.succeed(first ?? say("Nothing."))
  ),
  ...rest
]

/** One line for each event: kind, and what tells it apart. */
const lineOf = (event: TurnEvent) => {
  switch (event._tag) {
    case "specialist_started":
      return `${event._tag} ${event.agent_name}`
    case "specialist_finished":
    case "tool_finished":
      return `${event._tag} ${event.status}`
    case "tool_started":
      return `${event._tag} ${event.tool}`
    case "text":
      return `${event._tag} ${event.delta}`
    default:
      return event._tag
  }
}

/** Follows a message to the end of its turn. */
const follow = (
  turns: StreamedTurns["Type"],
  words: string,
  context: string | null,
  isFollowed: Effect.Effect<unknown>,
  see: (event: TurnEvent) => Effect.Effect<unknown> = () => Effect.void
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { events, state } = yield* turns.start(ada, {
        door: "a2a",
        messageId: v7(),
        words,
        context,
        task: null,
        decisions: [],
        acceptLanguage: null
      })
      yield* isFollowed
      const all = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.tap(events, see)))
      return { events: all, state: all.reduce(applyEvent, state) }
    })
  )

/** A turn at a door that streams: its events, the text that they fold to, and the stored answer. */
const turn = Effect.fnUntraced(function* (
  front: ReadonlyArray<ScriptedModel.Line>,
  back: ReadonlyArray<ScriptedModel.Line>,
  words: string = message,
  see?: (event: TurnEvent) => Effect.Effect<unknown>
) {
  const isFollowed = yield* Deferred.make<void>()
  const asked: Array<boolean> = []
  const { turns } = yield* begin(whenFollowed(isFollowed, front), back, { wrap: noting(asked) })
  const { events, state } = yield* follow(turns, words, null, Deferred.succeed(isFollowed, undefined), see)
  const conversation = state.ids!.conversation_id
  const { messages } = yield* stored(conversation)
  return {
    asked,
    events,
    lines: events.map(lineOf),
    text: state.text,
    answer: messages[1]?.content,
    conversation,
    turns
  }
})

const kindOf = (line: string) => line.split(" ")[0]

/** Counts texts that follow each other as one: a reader gets them joined if it has not read the first one yet. */
const withoutPieces = Array.dedupeAdjacent<string | undefined>

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("a streamed answer", (it) => {
  it.scoped("of a specialist that answers directly is the turn's while it is written", () =>
    Effect.gen(function* () {
      const { answer: said, asked, events, lines, text } = yield* turn([direct], [say(answer)])
      assert.strictEqual(text, answer)
      assert.strictEqual(said, answer)
      assert.deepStrictEqual(asked, [true])
      assert.deepStrictEqual(withoutPieces(lines.map(kindOf)), [
        "specialist_started",
        "text",
        "specialist_finished",
        "done"
      ])
      const [started, finished] = events.flatMap((event) =>
        event._tag === "specialist_started" || event._tag === "specialist_finished" ? [event.call] : []
      )
      assert.strictEqual(started, finished)
    })
  )

  it.scoped("has a specialist's sentence before the next one exists", () =>
    Effect.gen(function* () {
      const isRead = yield* Deferred.make<void>()
      const [first, second, third] = ["Your order is on its way to you.", " It comes tomorrow.", " Be at home."]
      const writing = Effect.gen(function* () {
        const { text } = Option.getOrThrow(yield* CurrentTextReceiver)
        yield* text(`${first} It comes`)
        yield* Deferred.await(isRead)
        yield* text(` tomorrow.${third}`)
        return say(`${first}${second}${third}`)
      })
      const { answer: said, lines } = yield* turn([direct], [writing], message, (event) =>
        Effect.when(Deferred.succeed(isRead, undefined), () => event._tag === "text" && event.delta === first)
      ).pipe(Effect.provideService(Streaming, { run: (request) => request }))
      const [early, ...later] = lines.filter((line) => line.startsWith("text"))
      assert.strictEqual(early, `text ${first}`)
      assert.strictEqual(later.join("").replaceAll("text ", ""), `${second}${third}`)
      assert.strictEqual(said, `${first}${second}${third}`)
    })
  )

  it.scoped("has the specialist's tools before it, and no call of the orchestrator", () =>
    Effect.gen(function* () {
      const { lines } = yield* turn([direct], [call(["cancel_order", { order_id: "?" }]), say(answer)])
      assert.deepStrictEqual(withoutPieces(lines.map((line) => (kindOf(line) === "text" ? "text" : line))), [
        "specialist_started order-management",
        "tool_started cancel_order",
        "tool_finished error",
        "text",
        "specialist_finished success",
        "done"
      ])
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
        withoutPieces(lines.map(kindOf)).filter((kind) => kind?.startsWith("text")),
        ["text", "text_discarded", "text"]
      )
    })
  )

  it.scoped("has the proposals before any text, and no text of the specialist that proposes", () =>
    Effect.gen(function* () {
      const front = passOn("order-management", `${wish}.`)
      const { answer: said, events, lines, text } = yield* turn([front], proposing(order!), wish)
      assert.deepStrictEqual(lines.slice(0, 4), [
        "specialist_started order-management",
        "tool_started cancel_order",
        "tool_finished success",
        "specialist_finished success"
      ])
      assert.deepStrictEqual(
        events.slice(4).map(({ _tag }) => _tag),
        ["text", "pending_action", "done"]
      )
      assert.strictEqual(text, said)
    })
  )

  it.scoped("is preceded by the specialist that performs a confirmed action", () =>
    Effect.gen(function* () {
      const { conversation, turns } = yield* turn([asks, say("It is prepared.")], proposing(order!), wish)
      const { state } = yield* follow(turns, "yes", conversation, Effect.void)
      const { messages } = yield* stored(conversation)
      assert.deepInclude(state.end, { _tag: "done", agents_involved: ["order-management"] })
      assert.strictEqual(state.text, messages[3]?.content)
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
