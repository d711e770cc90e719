import { LanguageModel, Prompt, type Response } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Layer, Logger, LogLevel, Option, Ref } from "effect"
import * as ModelRequest from "../../../src/assistant/model/ModelRequest.ts"
import * as PlainLanguageModel from "../../../src/assistant/model/PlainLanguageModel.ts"
import { type Question } from "../../../src/assistant/model/ModelQuestion.ts"
import { StreamModes } from "../../../src/assistant/model/StreamModes.ts"
import { Streaming } from "../../../src/assistant/model/Streaming.ts"
import * as TrialCall from "../../../src/assistant/model/TrialCall.ts"
import * as SteadyClock from "../../../src/platform/limits/SteadyClock.ts"
import { asAiError, ProviderFailed } from "../../../src/platform/provider/ProviderFailed.ts"
import * as RetryBudget from "../../../src/platform/provider/RetryBudget.ts"
import { CurrentTextReceiver, type TextReceiver } from "../../../src/platform/provider/TextReceiver.ts"
import * as TokenBudget from "../../../src/platform/provider/TokenBudget.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ToyTools } from "../../support/toyAgent.ts"

const withTools = ModelRequest.offer(ToyTools.tools, "customer")
const withoutTools = ModelRequest.noTools
const words = Effect.succeed(ScriptedModel.say("Hello."))
const wholeCall = Effect.succeed(ScriptedModel.call(["count_in_stock", { product: "lamps" }]))
const broken = asAiError(new ProviderFailed({ end: "broken_stream" }))
const silent: TextReceiver = { text: () => Effect.void, discard: Effect.void }

const isTrial = ({ tools }: Question) => tools.some(({ name }) => name in TrialCall.offered.tools)

/** A process with this value of `LLM_STREAM`, and everything that its model is asked. */
const start = Effect.fnUntraced(function* (
  stream: string,
  answer: (question: Question) => ReturnType<Parameters<typeof PlainLanguageModel.make>[0]>
) {
  const asked: Array<string> = []
  const lines: Array<string> = []
  const model = PlainLanguageModel.make((question) => {
    const how = Option.isSome(question.receiver) ? "streamed" : "whole"
    asked.push(isTrial(question) ? `trial ${how}` : how)
    return answer(question)
  })
  const logger = Logger.make<unknown, void>(({ annotations, message }) => {
    const mode = Object.fromEntries(annotations)["LLM_STREAM"]
    lines.push(...(mode === undefined ? [] : [`${String(mode)}: ${String(message)}`]))
  })
  const { ruleOf } = Context.get(
    yield* Layer.build(Layer.provide(StreamModes.layer, settings({ LLM_STREAM: stream, OPENAI_API_KEY: "sk-x" }))),
    StreamModes
  )
  const ask = Effect.fnUntraced(
    function* (offered: ModelRequest.Offer, of = "toy", receiver = Option.some(silent)) {
      const rule = yield* ruleOf(of)
      return yield* ModelRequest.ask(Prompt.make("Hello"), offered).pipe(
        Effect.provideService(Streaming, rule),
        Effect.provideService(CurrentTextReceiver, receiver),
        Effect.provideService(LanguageModel.LanguageModel, model),
        Effect.option
      )
    },
    Effect.provide(Logger.replace(Logger.defaultLogger, logger))
  )
  /** Waits for the line about a mode, which a trial writes at its end. */
  const logged = Effect.repeat(Effect.yieldNow(), { until: () => lines.length > 0 })
  return { ask, asked, lines, logged }
})

describe("streams of a model", () => {
  it.scoped("are those that LLM_STREAM names, and none where nobody follows", () =>
    Effect.gen(function* () {
      for (const [stream, ofTools, ofWords] of [
        ["all", "streamed", "streamed"],
        ["text", "whole", "streamed"],
        ["off", "whole", "whole"]
      ] as const) {
        const { ask, asked, lines } = yield* start(stream, () => words)
        yield* ask(withTools)
        yield* ask(withoutTools)
        yield* ask(withTools, "toy", Option.none())
        assert.deepStrictEqual(asked, [ofTools, ofWords, "whole"], stream)
        assert.isEmpty(lines)
      }
    })
  )

  it.scoped("end for requests with tools once two of a model have broken off, which is said once", () =>
    Effect.gen(function* () {
      const { ask, asked, lines } = yield* start("all", ({ receiver }) =>
        Option.isSome(receiver) ? Effect.zipRight(Effect.yieldNow(), Effect.fail(broken)) : words
      )
      for (const offered of [withoutTools, withoutTools, withTools, withTools, withTools, withoutTools]) {
        assert.isTrue(Option.isSome(yield* ask(offered)))
      }
      const repeated = ["streamed", "whole"]
      assert.deepStrictEqual(asked, [...repeated, ...repeated, ...repeated, ...repeated, "whole", ...repeated])
      assert.lengthOf(lines, 1)
      assert.match(lines[0]!, /^text: .*only requests without tools/)
      yield* ask(withTools, "other")
      assert.deepStrictEqual(asked.slice(-2), repeated)
      yield* Effect.all([ask(withTools, "third"), ask(withTools, "third"), ask(withTools, "third")], { concurrency: 3 })
      assert.lengthOf(lines, 2)
    })
  )

  it.scoped("that broke off take a retry of the turn, and are repeated once", () =>
    Effect.gen(function* () {
      const { ask, asked } = yield* start("all", ({ receiver }) =>
        Option.isSome(receiver) ? broken : asAiError(new ProviderFailed({ end: "broken_off" }))
      )
      const left = yield* RetryBudget.within(
        yield* SteadyClock.deadlineIn("1 minute"),
        2
      )(Effect.zipRight(ask(withTools), RetryBudget.left))
      assert.deepStrictEqual([asked, left], [["streamed", "whole"], 1])
      const { ask: askAgain, asked: askedOnce } = yield* start("all", () => broken)
      const none = RetryBudget.within(yield* SteadyClock.deadlineIn("1 minute"), 0)(askAgain(withTools))
      assert.deepStrictEqual([Option.isNone(yield* none), askedOnce], [true, ["streamed"]])
    })
  )

  const trials: ReadonlyArray<
    readonly [
      server: string,
      answer: Parameters<typeof start>[1],
      mode: "all" | "text" | "off",
      withTools: string,
      withoutTools: string
    ]
  > = [
    ["whose call comes whole", () => wholeCall, "all", "streamed", "streamed"],
    ["that loses the call", () => words, "text", "whole", "streamed"],
    [
      "that loses an argument",
      () => Effect.succeed(ScriptedModel.call(["count_in_stock", {}])),
      "text",
      "whole",
      "streamed"
    ],
    ["that breaks the stream off", () => broken, "text", "whole", "streamed"],
    ["whose recording has no trial", () => Effect.dieMessage("not recorded"), "text", "whole", "streamed"],
    [
      "that streams thoughts with the text",
      ({ receiver }) =>
        Effect.zipRight(
          Option.match(receiver, { onNone: () => Effect.void, onSome: ({ text }) => text("Hm, secretly.</think>") }),
          wholeCall
        ),
      "off",
      "whole",
      "whole"
    ]
  ]
  for (const [server, trial, mode, ofTools, ofWords] of trials) {
    it.scoped(`are tried once beside the first turn at a server ${server}: ${mode}`, () =>
      Effect.gen(function* () {
        const { ask, asked, lines, logged } = yield* start("auto", (question) =>
          isTrial(question) ? trial(question) : words
        )
        yield* ask(withTools, "toy", Option.none())
        assert.deepStrictEqual(asked, ["whole"])
        yield* ask(withTools)
        yield* logged
        assert.sameMembers(asked.splice(0), ["whole", "whole", "trial streamed"])
        yield* ask(withTools)
        yield* ask(withoutTools)
        assert.deepStrictEqual(asked, [ofTools, ofWords])
        assert.deepStrictEqual(
          lines.map((line) => line.split(":")[0]),
          [mode]
        )
      })
    )
  }

  it.scoped("are those without tools until the trial is over, which no customer pays for or waits for", () =>
    Effect.gen(function* () {
      const budgets = yield* Ref.make<ReadonlyArray<unknown>>([])
      const over = yield* Deferred.make<void>()
      const answer = (): Effect.Effect<ReadonlyArray<Response.PartEncoded>> =>
        Effect.all([TokenBudget.left, RetryBudget.left]).pipe(
          Effect.flatMap((left) => Ref.set(budgets, left)),
          Effect.zipRight(Deferred.await(over)),
          Effect.zipRight(wholeCall)
        )
      const { ask, asked, logged } = yield* start("auto", (question) => (isTrial(question) ? answer() : words))
      const deadline = yield* SteadyClock.deadlineIn("1 minute")
      const turn = Effect.all([ask(withTools), ask(withoutTools)])
      yield* RetryBudget.within(deadline, 1)(TokenBudget.within(100)(turn))
      yield* Effect.repeat(Effect.yieldNow(), { until: () => asked.length === 3 })
      yield* ask(withTools)
      assert.sameMembers(asked.splice(0), ["whole", "trial streamed", "streamed", "whole"])
      assert.deepStrictEqual(yield* Ref.get(budgets), [TokenBudget.unlimited, RetryBudget.maxRetriesOfTurn])
      yield* Deferred.succeed(over, undefined)
      yield* logged
      yield* ask(withTools)
      yield* ask(withTools, "other")
      assert.deepStrictEqual(asked.slice(0, 2), ["streamed", "whole"])
    }).pipe(Logger.withMinimumLogLevel(LogLevel.Info))
  )
})
