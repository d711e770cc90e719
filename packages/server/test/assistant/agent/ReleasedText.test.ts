import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as ReleasedText from "../../../src/assistant/agent/ReleasedText.ts"
import { Egress } from "../../../src/assistant/guard/Egress.ts"
import { RunEvents } from "../../../src/assistant/turn/RunEvents.ts"
import { ada } from "../../../src/testing/SmallShop.ts"

const secret = "pa55. word"
const key = "Zk0123456789abcdefghij"

/** Events of an answer in these parts, each with what its sender says, as they are published with each part. */
const told = (...parts: ReadonlyArray<readonly [delta: string, endsSentence: boolean]>) =>
  Effect.gen(function* () {
    const events: Array<string> = []
    const check = yield* Effect.flatMap(Egress, ({ open }) => open("Call cancel_order.", ada))
    const { finish, text } = yield* ReleasedText.make(check, Effect.succeed(false))
    const byPart = yield* Effect.forEach(parts, ([delta, endsSentence]) =>
      Effect.map(text(delta, endsSentence), () => events.splice(0))
    ).pipe(
      Effect.zip(Effect.map(finish, () => events)),
      Effect.provideService(RunEvents, {
        streamsText: true,
        publish: (event) => Effect.sync(() => events.push(event._tag === "text" ? event.delta : event._tag))
      })
    )
    return [...byPart[0], byPart[1]]
  }).pipe(Effect.provide(Egress.layerPolicy({ secrets: [secret, key], hosts: [] })))

describe("a sentence that its sender says has ended", () => {
  it.effect("is published before the next one, which follows it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* told(
          ["It is on its way.", true],
          [" It comes tomorrow.", true],
          ["\n\n- A lamp", true],
          ["\n- Oil.", false]
        ),
        [["It is on its way."], [" It comes tomorrow."], ["\n\n- A lamp"], [], ["\n- Oil."]]
      )
      assert.deepStrictEqual(yield* told(["It is on its way.", false], [" It comes tomorrow.", false]), [
        [],
        ["It is on its way."],
        [" It comes tomorrow."]
      ])
    })
  )

  it.effect("is taken back if its text goes on, and then nothing is believed any more", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* told(
          ["It is here. See evil.", true],
          ["ru/x for", true],
          [" more. Or", false],
          [" there.", true],
          [" So", true]
        ),
        [
          ["It is here. See evil."],
          [],
          [],
          ["text_discarded", "It is here. See [link removed] for more."],
          [],
          [" Or there. So"]
        ]
      )
    })
  )

  it.effect("waits where something may go on behind it that must not leave, and if it must be changed", () =>
    Effect.gen(function* () {
      for (const sentence of [
        "It is pa55.",
        "It is Zk.",
        "It is zK-01.",
        "See https://evil.example/x.",
        "Look: ![it](https://evil.example/x.png)",
        "Please confirm.",
        "See [it](https://evil.",
        "A (dot)"
      ]) {
        assert.deepStrictEqual((yield* told([sentence, true]))[0], [], sentence)
      }
    })
  )
})
