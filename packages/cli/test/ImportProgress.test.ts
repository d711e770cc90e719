import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import * as ImportProgress from "../src/ImportProgress.ts"
import { heard } from "./support/Heard.ts"

describe("the progress of an import", () => {
  it("is the step with its lines, their rate and the remaining time", () => {
    assert.deepStrictEqual(
      [
        ImportProgress.progressLine({ step: "reading", done: 20_000, total: null }, 4000),
        ImportProgress.progressLine({ step: "checking", done: 20_000, total: null }, 4000),
        ImportProgress.progressLine({ step: "writing", done: 0, total: 130_000 }, 1),
        ImportProgress.progressLine({ step: "writing", done: 5000, total: 130_000 }, 5000),
        ImportProgress.progressLine({ step: "withdrawing", done: 500, total: null }, 1000)
      ],
      [
        "reading 20,000 lines, 5,000 a second",
        "checking 20,000 lines",
        "writing 0 of 130,000 lines",
        "writing 5,000 of 130,000 lines, 1,000 a second, 2:05 left",
        "withdrawing 500 products, 500 a second"
      ]
    )
  })

  it.effect("overwrites one line of a terminal, as wide as that, and says a line every ten seconds elsewhere", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const screen = { columns: 30, rows: 5, write: (text: string) => written.push(text) }
      const { announced } = yield* heard(
        Effect.gen(function* () {
          const onTerminal = yield* ImportProgress.make(screen)
          const elsewhere = yield* ImportProgress.make(null)
          for (let second = 1; second <= 20; second += 1) {
            yield* TestClock.adjust("1 second")
            const progress = { step: "reading", done: second * 1000, total: null } as const
            yield* onTerminal(progress)
            yield* onTerminal(progress)
            yield* elsewhere(progress)
          }
        })
      )
      assert.lengthOf(written, 20)
      assert.strictEqual(written[9], "\r\u001b[K… reading 10,000 lines, 1,000")
      assert.deepStrictEqual(announced, [
        "… reading 10,000 lines, 1,000 a second",
        "… reading 20,000 lines, 1,000 a second"
      ])
    })
  )
})
