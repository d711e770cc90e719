import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Option } from "effect"
import * as LogLine from "../../../src/platform/telemetry/LogLine.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { type RunEvent } from "../../../src/assistant/turn/RunEvents.ts"
import { type TurnReport } from "../../../src/assistant/turn/TurnReport.ts"
import { ada, seller, ToyTools } from "../../support/toyAgent.ts"
import { report, shown } from "../../support/turns.ts"

const { call, say, sayWithState } = ScriptedModel

/** Events of the step with this index. */
const toolEvents = ({ runId, steps }: TurnReport, index: number, tool: string): ReadonlyArray<RunEvent> => {
  const call = `${runId}:${index}`
  const { durationMs, status } = steps[index]!
  return [
    { _tag: "tool_started", call, tool },
    { _tag: "tool_finished", call, status, durationMs }
  ]
}

describe("a turn", () => {
  it.effect("executes the calls of a round one after another in the model's order, then answers", () =>
    Effect.gen(function* () {
      const {
        asked,
        executed,
        progress,
        report: ended,
        reports
      } = yield* report({
        script: [
          call(["echo", { words: "a" }], ["read_notes", {}], ["echo", { words: "b", limit: 99 }]),
          say(" Done. ")
        ]
      })
      assert.deepStrictEqual(executed, ["echo a", "read_notes", "echo b"])
      assert.strictEqual(ended.status, "success")
      assert.strictEqual(ended.answer, "Done.")
      assert.isNull(ended.failure)
      assert.deepStrictEqual([ended.tokensIn, ended.tokensOut], [20, 10])
      assert.deepStrictEqual(reports, [ended])
      assert.deepStrictEqual(
        ended.steps.map((step) => [step.toolName, step.status]),
        [
          ["echo", "success"],
          ["read_notes", "success"],
          ["echo", "success"]
        ]
      )
      assert.deepStrictEqual(progress, [
        { _tag: "started" },
        ...toolEvents(ended, 0, "echo"),
        ...toolEvents(ended, 1, "read_notes"),
        ...toolEvents(ended, 2, "echo"),
        { _tag: "text", delta: "Done." },
        { _tag: "done", report: ended }
      ])
      assert.strictEqual(shown(asked)[2]!["limit"], 50)
      assert.strictEqual(shown(asked)[0]!["caller"], "Ada")
    })
  )

  it.effect("calls all tools of a turn, and those of its repetition, under its name", () =>
    Effect.gen(function* () {
      const script = [call(["echo", { words: "a" }]), call(["echo", { words: "b" }]), say("Done.")]
      const keysOf = (messageId: string) =>
        Effect.map(report({ script, messageId }), ({ asked }) => shown(asked).map((result) => result["key"]))
      assert.deepStrictEqual(yield* keysOf("turn-1"), ["turn-1", "turn-1"])
      assert.deepStrictEqual(yield* keysOf("turn-2"), ["turn-2", "turn-2"])
    })
  )

  it.effect("publishes an answer that nobody reads while it is written in one piece", () =>
    Effect.gen(function* () {
      const long = "Ein schöner 🫖 Wasserkocher. ".repeat(40).trim()
      const { progress, report: ended } = yield* report({ script: [say(long)] })
      const pieces = progress.flatMap((event) => (event._tag === "text" ? [event.delta] : []))
      assert.strictEqual(pieces.join(""), long)
      assert.isAtMost(pieces.length, 2)
      assert.strictEqual(ended.answer, long)
    })
  )

  it.effect("ends with the answer of its only call, streamed like a model's when the call is over", () =>
    Effect.gen(function* () {
      const {
        asked,
        progress,
        report: ended
      } = yield* report({
        script: [call(["echo", { words: "Direct <b>answer</b>" }])]
      })
      assert.lengthOf(asked, 1)
      assert.deepStrictEqual([ended.status, ended.tokensIn, ended.tokensOut], ["success", 10, 5])
      assert.deepStrictEqual(progress, [
        { _tag: "started" },
        ...toolEvents(ended, 0, "echo"),
        { _tag: "text", delta: ended.answer },
        { _tag: "done", report: ended }
      ])
      const direct = ["echo", { words: "Direct" }] as const
      const answerTo = (...script: ReadonlyArray<ScriptedModel.Line>) =>
        Effect.map(report({ script: [...script, say("Model.")] }), ({ report: { answer } }) => answer)
      assert.strictEqual(yield* answerTo(call(direct, direct)), "Model.")
      assert.strictEqual(yield* answerTo(call(["read_notes", {}]), call(direct)), "Model.")
    })
  )

  it.effect("is an error when nothing it asked for was available, whatever the model says", () =>
    Effect.gen(function* () {
      const { report: ended } = yield* report({ script: [call(["explode", {}]), say("Sorry, please try later.")] })
      assert.deepStrictEqual([ended.status, ended.failure, ended.answer], ["error", "model", ""])
      const { report: partly } = yield* report({
        script: [call(["explode", {}], ["echo", { words: "a" }]), say("Half of it.")]
      })
      assert.deepStrictEqual([partly.status, partly.answer], ["success", "Half of it."])
    })
  )

  it.effect("keeps the state of the last answer, unless it is too large or there is no answer", () =>
    Effect.gen(function* () {
      const stateOf = (...script: ReadonlyArray<ScriptedModel.Line>) =>
        Effect.map(report({ script }), ({ report: { modelState, status } }) => [status, modelState])
      const state = { turn: 1 }
      assert.deepStrictEqual(yield* stateOf(call(["echo", { words: "a" }]), sayWithState("Hi.", state)), [
        "success",
        Option.some(state)
      ])
      assert.deepStrictEqual(yield* stateOf(sayWithState("Hi.", "x".repeat(20_000))), ["success", Option.none()])
      assert.deepStrictEqual(yield* stateOf(sayWithState("echo({})", state), say("Hi.")), ["success", Option.none()])
      assert.deepStrictEqual(yield* stateOf(sayWithState(" ", state)), ["error", Option.none()])
    })
  )

  it.effect("goes on with a failure value whatever a tool does", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const logger = Logger.replace(
        Logger.defaultLogger,
        LogLine.withIds(
          Logger.make(({ annotations, message }) => logged.push([message, Object.fromEntries(annotations)]))
        )
      )
      const { asked, report: ended } = yield* Effect.provide(
        report({ script: [call(["explode", {}], ["find_thing", {}], ["echo", { words: "a" }]), say("Sorry.")] }).pipe(
          Effect.withSpan("POST /api/chat")
        ),
        logger
      )
      const [exploded, missing] = shown(asked)
      assert.deepInclude(exploded, { error: "unavailable", retryable: true })
      assert.notInclude(JSON.stringify(exploded), "kaboom")
      assert.deepInclude(missing, { error: "not_found", entity: "thing", id: "t1" })
      assert.deepStrictEqual(
        ended.steps.map((step) => step.status),
        ["error", "error", "success"]
      )
      assert.strictEqual(ended.answer, "Sorry.")
      assert.strictEqual(logged.length, 1)
      assert.include(JSON.stringify(logged), ended.traceId)
    })
  )

  it.effect(
    "is unavailable when all that it looked for was lost with the database, and fails when a tool is broken",
    () =>
      Effect.gen(function* () {
        for (const [name, params, failure] of [
          ["echo", { words: "lost" }, "unavailable"],
          ["remember_preference", { words: "lost" }, "unavailable"],
          ["explode", {}, "model"]
        ] as const) {
          const { report: ended } = yield* report({ script: [call([name, params]), say("Sorry.")] })
          assert.deepInclude(ended, { status: "error", failure })
        }
      })
  )

  it.effect("answers arguments that do not fit with what is wrong with them, and does not execute", () =>
    Effect.gen(function* () {
      const { asked, executed } = yield* report({
        script: [
          call(
            ["echo", { words: "", limit: "many", user_id: ada.id }],
            ["echo", {}],
            ["echo", "words"],
            ["read_notes", { user_id: ada.id }]
          ),
          say("Sorry.")
        ]
      })
      assert.deepStrictEqual(
        shown(asked).map((result) => [result["error"], result["field_errors"]]),
        [
          [
            "invalid_argument",
            [
              { field: "user_id", message: "is not a parameter of this tool" },
              { field: "words", message: "must be 1 to 100 characters" },
              { field: "limit", message: "must be a number" }
            ]
          ],
          ["invalid_argument", [{ field: "words", message: "is required: What to say" }]],
          ["invalid_argument", [{ field: "", message: "the arguments must be one JSON object" }]],
          ["invalid_argument", [{ field: "user_id", message: "is not a parameter of this tool" }]]
        ]
      )
      assert.deepStrictEqual(executed, [])
    })
  )

  it.effect("checks the role before anything else", () =>
    Effect.gen(function* () {
      const script = [call(["sell_thing", { nonsense: true }]), say("No.")]
      const refused = yield* report({ script })
      assert.deepInclude(shown(refused.asked)[0], { error: "forbidden", allowed_roles: ["seller", "admin"] })
      assert.deepStrictEqual(refused.executed, [])
      const allowed = yield* report({ script: [call(["sell_thing", {}]), say("Sold.")], caller: seller })
      assert.deepStrictEqual(allowed.executed, ["sell_thing"])
    })
  )

  it.effect("offers the tools that the caller's role may use", () =>
    Effect.gen(function* () {
      const all = Object.keys(ToyTools.tools)
      for (const [caller, offered] of [
        [ada, all.filter((name) => name !== "sell_thing")],
        [seller, all]
      ] as const) {
        const { asked } = yield* report({ script: [say("Hi.")], caller })
        assert.sameMembers([...asked[0]!.tools], offered)
      }
    })
  )

  it.effect("tells the model of every call that cannot be made, and makes the others", () =>
    Effect.gen(function* () {
      const {
        asked,
        executed,
        report: ended
      } = yield* report({
        script: [
          call(
            ["fly", {}],
            ["echo", "{oops"],
            ["echo", { words: null }],
            ["echo", { words: "b", limit: null }],
            ["toString", {}]
          ),
          say("Done.")
        ]
      })
      assert.deepStrictEqual(executed, ["echo b"])
      assert.deepStrictEqual(
        shown(asked).map(({ error }) => error),
        ["not_found", "invalid_argument", "invalid_argument", undefined, "not_found"]
      )
      assert.deepStrictEqual(
        ended.steps.map(({ input, status }) => [input, status]),
        [
          [{}, "error"],
          ["{oops", "error"],
          [{ words: null }, "error"],
          [{ words: "b", limit: null }, "success"],
          [{}, "error"]
        ]
      )
      assert.strictEqual(ended.answer, "Done.")
    })
  )

  it.effect("shows nobody a call that the model wrote as text, and takes its tools away when it goes on", () =>
    Effect.gen(function* () {
      const written = [
        '<tool_call>{"name": "echo", "arguments": {"words": "a"}}</tool_call>',
        '```json\n{"name": "echo", "parameters": {"words": "a"}}\n```'
      ]
      const [first, second] = written.map(say) as [ScriptedModel.Line, ScriptedModel.Line]
      const once = yield* report({ script: [first, call(["echo", { words: "a" }]), say("Done.")] })
      assert.deepStrictEqual([once.executed, once.report.answer], [["echo a"], "Done."])
      const again = yield* report({ script: [first, second, say("I cannot do that.")] })
      assert.strictEqual(again.report.answer, "I cannot do that.")
      assert.deepStrictEqual(again.asked[2]!.tools, [])
      const always = yield* report({ script: [first, second, first, second] })
      assert.deepInclude(always.report, { status: "error", failure: "model", answer: "" })
      const harmless = yield* report({ script: [say('{"name": "Kettle", "arguments": "none"}')] })
      assert.strictEqual(harmless.report.status, "success")
    })
  )

  it.effect("makes no write after one that failed in the same answer", () =>
    Effect.gen(function* () {
      const { executed, report: ended } = yield* report({
        script: [
          call(
            ["remember_preference", { words: "no" }],
            ["echo", { words: "a" }],
            ["remember_preference", { words: "b" }]
          ),
          call(["remember_preference", { words: "b" }]),
          say("Done.")
        ]
      })
      assert.deepStrictEqual(executed, ["remember no", "echo a", "remember b"])
      assert.deepStrictEqual(
        ended.steps.map(({ status }) => status),
        ["error", "success", "error", "success"]
      )
      assert.deepInclude(ended.steps[2]!.output, { error: "conflict", reason: "earlier_call_failed" })
    })
  )

  it.effect("is an error when the answer is cut off, and counts what it cost", () =>
    Effect.gen(function* () {
      const usage = { inputTokens: 7, outputTokens: 3, totalTokens: 10 }
      const { report: ended } = yield* report({
        script: [
          [
            { type: "text", text: "Half of" },
            { type: "finish", reason: "length", usage }
          ]
        ]
      })
      assert.deepInclude(ended, { status: "error", failure: "model", answer: "", tokensIn: 7, tokensOut: 3 })
      assert.include(ended.errorMessage!, "cut off")
    })
  )
})
