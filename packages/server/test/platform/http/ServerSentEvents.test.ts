import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as ServerSentEvents from "../../../src/platform/http/ServerSentEvents.ts"

const dataOf = (...pieces: ReadonlyArray<string>) =>
  Effect.map(Stream.runCollect(ServerSentEvents.dataOf(Stream.fromIterable(pieces))), (data) => [...data])

describe("server-sent events", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["event: told", 'data: {"a":', "data:1}", ": hello", "", "id: 1", "", "data: [DONE]", "", ""].join(end)

    it.effect(
      `have data of several lines that end with ${JSON.stringify(end)}, wherever they are cut into pieces`,
      () =>
        Effect.gen(function* () {
          for (let at = 0; at <= text.length; at += 1) {
            assert.deepStrictEqual(yield* dataOf(text.slice(0, at), text.slice(at)), ['{"a":\n1}', "[DONE]"])
          }
        })
    )
  }

  it.effect("are none where the stream breaks off", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* dataOf("data: 1\n\ndata: 2\n"), ["1"])
    })
  )

  it.effect("are as many as there are, however many lines are empty", () =>
    Effect.gen(function* () {
      for (const end of ["\n", "\r"]) {
        assert.deepStrictEqual(yield* dataOf(`data: 1${end.repeat(1_000_000)}data: 2\n\n`), ["1", "2"])
      }
    })
  )
})
