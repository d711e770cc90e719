import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer, Tracer } from "effect"
import { afterEach } from "vitest"
import * as Logging from "../../../src/platform/telemetry/Logging.ts"
import { settings } from "../../../src/testing/Settings.ts"

const lines = (config: Readonly<Record<string, string>>) => {
  const printed: Array<string> = []
  vi.spyOn(globalThis.console, "log").mockImplementation((...parts) => void printed.push(parts.join(" ")))
  return Effect.logDebug("debugging").pipe(
    Effect.zipRight(Effect.log("hello")),
    Effect.annotateLogs({ agent: "toy" }),
    Effect.provide(Logging.layer.pipe(Layer.provide(settings(config)))),
    Effect.as(printed)
  )
}

describe("the log", () => {
  afterEach(() => vi.restoreAllMocks())

  it.live("is one JSON object a line where nobody watches", () =>
    Effect.gen(function* () {
      const [line, ...more] = yield* lines({})
      assert.deepStrictEqual(more, [])
      assert.deepInclude(JSON.parse(line!), { message: "hello", logLevel: "INFO", annotations: { agent: "toy" } })
    })
  )

  it.live("tells the ids of the trace as they are, also where they look like the number of a card", () =>
    Effect.gen(function* () {
      const span = { traceId: `4111111111111111${"a".repeat(16)}`, spanId: "4111111111111111" }
      const [line] = yield* Effect.withParentSpan(lines({}), Tracer.externalSpan(span))
      assert.deepInclude(JSON.parse(line!).annotations, { trace_id: span.traceId, span_id: span.spanId })
    })
  )

  it.live("has the level that was asked for, however it is written", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* lines({ LOG_LEVEL: "Debug" })).length, 2)
      assert.strictEqual((yield* lines({ LOG_LEVEL: "error" })).length, 0)
    })
  )

  it.live("is made for people on demand", () =>
    Effect.gen(function* () {
      const text = (yield* lines({ LOG_FORMAT: "pretty" })).join("\n")
      assert.include(text, "hello")
      assert.notMatch(text, /^\{/m)
    })
  )

  it.live("says what is wrong with its configuration", () =>
    Effect.gen(function* () {
      assert.include(String(yield* Effect.flip(lines({ LOG_LEVEL: "loud" }))), "for example info")
      assert.include(String(yield* Effect.flip(lines({ LOG_FORMAT: "xml" }))), "for example json")
    })
  )
})
