import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import * as LogLine from "../../src/telemetry/LogLine.ts"
import * as ScriptedModel from "../../src/testing/ScriptedModel.ts"
import { ada, seller, ToyTools } from "../support/toyAgent.ts"
import { report, shown } from "../support/turns.ts"

const { call, say } = ScriptedModel

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
        { _tag: "Working" },
        { _tag: "ToolStarted", tool: "echo" },
        { _tag: "ToolStarted", tool: "read_notes" },
        { _tag: "ToolStarted", tool: "echo" },
        { _tag: "AnswerDelta", text: "Done." }
      ])
      assert.strictEqual(shown(asked)[2]!["limit"], 50)
      assert.strictEqual(shown(asked)[0]!["caller"], "Ada")
    })
  )

  it.effect("calls all tools of a turn, and those of its repetition, under its name", () =>
    Effect.gen(function* () {
      const script = [call(["echo", { words: "a" }]), call(["echo", { words: "b" }]), say("Done.")]
      const keysOf = (turnId: string) =>
        Effect.map(report({ script, turnId }), ({ asked }) => shown(asked).map((result) => result["key"]))
      assert.deepStrictEqual(yield* keysOf("turn-1"), ["turn-1", "turn-1"])
      assert.deepStrictEqual(yield* keysOf("turn-2"), ["turn-2", "turn-2"])
    })
  )

  it.effect("streams an answer in pieces that joined are the answer", () =>
    Effect.gen(function* () {
      const long = "Ein schöner 🫖 Wasserkocher. ".repeat(40).trim()
      const { progress, report: ended } = yield* report({ script: [say(long)] })
      const pieces = progress.flatMap((event) => (event._tag === "AnswerDelta" ? [event.text] : []))
      assert.isAbove(pieces.length, 5)
      assert.strictEqual(pieces.join(""), long)
      assert.strictEqual(ended.answer, long)
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
        report({ script: [call(["explode", {}], ["find_thing", {}], ["echo", { words: "a" }]), say("Sorry.")] }),
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
          ["invalid_argument", [{ field: "words", message: "is required" }]],
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

  it.effect("offers every tool to every role", () =>
    Effect.gen(function* () {
      const { asked } = yield* report({ script: [say("Hi.")] })
      assert.deepStrictEqual(asked[0]!.tools.toSorted(), Object.keys(ToyTools.tools).toSorted())
    })
  )

  it.effect("asks again when the model calls a tool that does not exist, and executes nothing twice", () =>
    Effect.gen(function* () {
      const {
        asked,
        executed,
        report: ended
      } = yield* report({
        script: [
          call(["echo", { words: "a" }]),
          call(["echo", { words: "b" }], ["fly", {}]),
          call(["echo", { words: "b" }]),
          say("Done.")
        ]
      })
      assert.deepStrictEqual(executed, ["echo a", "echo b"])
      assert.strictEqual(ended.answer, "Done.")
      assert.strictEqual(asked.length, 4)
    })
  )

  it.effect("takes the tools away from a model that goes on calling what does not exist", () =>
    Effect.gen(function* () {
      const { asked, report: ended } = yield* report({
        script: [call(["fly", {}]), call(["swim", {}]), say("I cannot do that.")]
      })
      assert.strictEqual(ended.answer, "I cannot do that.")
      assert.deepStrictEqual(asked[2]!.tools, [])
    })
  )
})
