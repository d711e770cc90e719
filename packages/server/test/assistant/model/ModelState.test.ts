import { assert, it } from "@effect/vitest"
import { Effect, Logger, Option } from "effect"
import * as ModelState from "../../../src/assistant/model/ModelState.ts"

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

/** What is kept of a state, and how often the log is warned about it. */
const admitted = Effect.fnUntraced(function* (state: unknown) {
  let warnings = 0
  const logger = Logger.make(({ logLevel }) => (warnings += logLevel._tag === "Warning" ? 1 : 0))
  const kept = yield* Effect.provide(ModelState.admit(state), Logger.replace(Logger.defaultLogger, logger))
  return [Option.getOrNull(kept), warnings]
})

it.effect("is kept as plain JSON, up to 16 KiB", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* admitted({ items: [1, "é"], none: undefined }), [{ items: [1, "é"] }, 0])
    const largest = "x".repeat(16_382)
    assert.deepStrictEqual(yield* admitted(largest), [largest, 0])
    assert.deepStrictEqual(yield* admitted(nested(32)), [nested(32), 0])
  })
)

it.effect("is none without a warning when there is none, and with one when it cannot be kept", () =>
  Effect.gen(function* () {
    for (const nothing of [null, undefined]) {
      assert.deepStrictEqual(yield* admitted(nothing), [null, 0])
    }
    for (const bad of [
      "x".repeat(16_383),
      "é".repeat(8_192),
      nested(33),
      { text: "a\0b" },
      { "\ud800": 1 },
      1n,
      () => 1
    ]) {
      assert.deepStrictEqual(yield* admitted(bad), [null, 1])
    }
  })
)

it("reads as none what is no list of states", () => {
  assert.deepStrictEqual(ModelState.readAll([{ a: 1 }, null, 2]), [{ a: 1 }, 2])
  for (const other of [undefined, null, "[1]", { 0: 1 }]) {
    assert.deepStrictEqual(ModelState.readAll(other), [])
  }
})
