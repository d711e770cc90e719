import { LanguageModel, type Response } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Array, Clock, Deferred, Effect, Fiber, Layer, Logger, LogLevel, Option } from "effect"
import { readFileSync } from "node:fs"
import * as PlainLanguageModel from "../../../src/assistant/model/PlainLanguageModel.ts"
import { Streaming } from "../../../src/assistant/model/Streaming.ts"
import * as SteadyClock from "../../../src/platform/limits/SteadyClock.ts"
import * as RetryBudget from "../../../src/platform/provider/RetryBudget.ts"
import { type RunEvent } from "../../../src/assistant/turn/RunEvents.ts"
import * as AcceleratedClock from "../../../src/testing/AcceleratedClock.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { providerModel } from "../../support/providerModel.ts"
import { answers, at, type ProviderName } from "../../support/providerShapes.ts"
import { streamed, streams } from "../../support/providerStreams.ts"
import { report } from "../../support/turns.ts"

const providers = ["openai", "anthropic", "compatible"] as const

const progress = ["Let me look. I see the orders ", "of this year."]
/** Released of it: the sentence that is complete. */
const looked = "Let me look."
const words = ["Your order is on its way ", "to you today."]
const answer = words.join("")
const call = ["echo", '{"words":"a"}'] as const

/** Texts that are released in a turn, or `discard`. */
type Told = ReadonlyArray<string>

interface Row {
  /** As the page names it. */
  readonly stream: string
  readonly replies: (provider: ProviderName) => ReadonlyArray<ScriptedProvider.Reply>
  readonly told: Told
  /** Tools that ran. */
  readonly executed?: ReadonlyArray<string>
  /** The answer is the text since the last discard, else there is none for this reason. */
  readonly failure?: string
  readonly requests: ReadonlyArray<"streamed" | "whole">
  readonly retries?: number
  /** True if time passes only when the receiver has got all the text that comes. */
  readonly isSilent?: boolean
  /** Of all providers unless some have no such end. */
  readonly of?: ReadonlyArray<ProviderName>
}

const all = (provider: ProviderName, said: Parameters<(typeof streams)["openai"]>[0]) => {
  const { begun, ended } = streams[provider](said)
  return streamed([...begun, ...ended])
}

const good = (provider: ProviderName) => all(provider, { pieces: words })
const whole = (provider: ProviderName): ScriptedProvider.Reply => ({ body: answers[provider].said(answer) })
const begun = (provider: ProviderName) => streams[provider]({ pieces: progress }).begun

/** An event with which a provider ends a stream for the server's sake, or for the sake of the question. */
const errorEvent = (provider: ProviderName, isLasting: boolean): object => {
  const error = isLasting
    ? { type: "invalid_request_error", code: "context_length_exceeded", message: "prompt is too long: 9 > 8 maximum" }
    : { type: "overloaded_error", code: "server_error", message: "Overloaded" }
  return provider === "compatible" ? { error } : { type: "error", error }
}

const rows: ReadonlyArray<Row> = [
  {
    stream: "ends with its terminal event",
    replies: (provider) => [good(provider)],
    told: [answer],
    requests: ["streamed"]
  },
  {
    stream: "has text, then a tool call",
    replies: (provider) => [all(provider, { pieces: progress, calls: [call] }), good(provider)],
    told: [looked, "discard", answer],
    executed: ["echo a"],
    requests: ["streamed", "streamed"]
  },
  {
    stream: "lacks its terminal event",
    replies: (provider) => [streamed(begun(provider)), whole(provider)],
    told: [looked, "discard", answer],
    requests: ["streamed", "whole"]
  },
  {
    stream: "lacks its terminal event",
    replies: (provider) => [
      streamed(streams[provider]({ pieces: progress, calls: [call] }).begun),
      { body: answers[provider].called(call) },
      good(provider)
    ],
    told: [looked, "discard", answer],
    executed: ["echo a"],
    requests: ["streamed", "whole", "streamed"]
  },
  {
    stream: "lacks its terminal event, and so does the repetition",
    replies: (provider) => [streamed(begun(provider)), "drops", good(provider)],
    told: [looked, "discard"],
    failure: "The answer of the model broke off",
    requests: ["streamed", "whole"]
  },
  {
    stream: "lacks its terminal event, and no retry is left",
    replies: (provider) => [streamed(begun(provider)), whole(provider)],
    told: [looked, "discard"],
    failure: "The stream of the model broke off",
    requests: ["streamed"],
    retries: 0
  },
  {
    stream: "has a frame that is not JSON",
    replies: (provider) => [
      streamed([...begun(provider), 'data: {"type": "respo\n\n', ...streams[provider]({ pieces: progress }).ended]),
      whole(provider)
    ],
    told: [looked, "discard", answer],
    requests: ["streamed", "whole"]
  },
  {
    stream: "is cut",
    replies: (provider) => [streamed(begun(provider), "drops"), whole(provider)],
    told: [looked, "discard", answer],
    requests: ["streamed", "whole"]
  },
  {
    stream: "has an error of the server",
    replies: (provider) => [streamed([...begun(provider), errorEvent(provider, false)]), good(provider)],
    told: [looked, "discard", answer],
    requests: ["streamed", "streamed"]
  },
  {
    stream: "has an error of the server",
    replies: (provider) => [
      streamed([
        ...begun(provider),
        {
          type: "response.failed",
          response: { status: "failed", output: [], error: { code: "server_error", message: "no" } }
        }
      ]),
      good(provider)
    ],
    told: [looked, "discard", answer],
    requests: ["streamed", "streamed"],
    of: ["openai"]
  },
  {
    stream: "has an error about the question",
    replies: (provider) => [streamed([...begun(provider), errorEvent(provider, true)]), good(provider)],
    told: [looked, "discard"],
    failure: "The conversation is too long for the model",
    requests: ["streamed"]
  },
  {
    stream: "ends at the length limit",
    replies: (provider) => {
      const { begun, cutOff } = streams[provider]({ pieces: progress })
      return [streamed([...begun, ...cutOff]), good(provider)]
    },
    told: [looked, "discard"],
    failure: "The answer of the model was cut off at its length limit",
    requests: ["streamed"]
  },
  {
    stream: "is silent until the deadline",
    replies: (provider) => [streamed(begun(provider), "hangs")],
    told: [looked, "discard"],
    failure: "The time for the turn was used up",
    requests: ["streamed"],
    isSilent: true
  },
  {
    stream: "has a call written as text",
    replies: (provider) => [
      all(provider, { pieces: ['{"name": "echo", ', '"arguments": {"words": "a"}}'] }),
      good(provider)
    ],
    told: [answer],
    requests: ["streamed", "streamed"]
  },
  {
    stream: "has text, then a call written as text",
    replies: (provider) => [
      all(provider, { pieces: ["Let me look into the orders. Calling **echo** with", ' {"words": "a"}'] }),
      good(provider)
    ],
    told: ["Let me look into the orders.", "discard", answer],
    requests: ["streamed", "streamed"]
  },
  {
    stream: "is rejected by the server",
    replies: (provider) => [
      { status: 400, body: answers[provider].error({ message: "Your organization must be verified to stream" }) },
      whole(provider)
    ],
    told: [answer],
    requests: ["streamed", "whole"]
  },
  {
    stream: "is rejected by the server",
    replies: (provider) => [
      streamed([{ type: "error", error: { code: 400, message: "Tool calling is not supported in streaming mode!" } }]),
      whole(provider)
    ],
    told: [answer],
    requests: ["streamed", "whole"]
  },
  {
    stream: "is a whole answer all the same",
    replies: (provider) => [whole(provider)],
    told: [answer],
    requests: ["streamed"]
  }
]

/** The page's statements about a stream: the text, the end and the requests. */
const documented = new Map(
  readFileSync(new URL("../../../../../docs/models.md", import.meta.url), "utf8")
    .split("\n| The stream ")[1]!
    .split("\n\n")[0]!
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, stream, ...cells]) => [stream!, cells.slice(0, 3)] as const)
)

const textIn = (told: Told) => (told.includes("discard") ? "discarded" : "kept")

/** A model that streams the text of these answers, one after another. */
const streaming = (script: ReadonlyArray<ReadonlyArray<Response.PartEncoded>>) => {
  const left = [...script]
  const model = PlainLanguageModel.make(({ receiver }) =>
    Effect.suspend(() => {
      const parts = left.shift() ?? []
      const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
      return Effect.as(
        Effect.forEach(texts, (text) => Option.getOrThrow(receiver).text(text)),
        parts
      )
    })
  )
  return Layer.merge(
    Layer.succeed(LanguageModel.LanguageModel, model),
    Layer.succeed(Streaming, { run: (request) => request })
  )
}

/** Collects the released texts of a turn. */
const listening = (told: Array<string>, onText: Effect.Effect<unknown> = Effect.void) => ({
  streamsText: true,
  watch: (event: RunEvent) =>
    event._tag === "text"
      ? Effect.zipRight(
          Effect.sync(() => told.push(event.delta)),
          Effect.asVoid(onText)
        )
      : event._tag === "text_discarded"
        ? Effect.sync(() => void told.push("discard"))
        : Effect.void
})

/** Makes all time pass at once, but not before this event. */
const passingAfter = (event: Effect.Effect<void>) => {
  const clock: Clock.Clock = Object.assign(Object.create(Clock.make()), { sleep: () => event })
  return Effect.withClock(clock)
}

describe("a streamed turn", () => {
  for (const {
    executed = [],
    failure,
    isSilent = false,
    replies,
    requests,
    retries = 5,
    stream,
    told,
    of = providers
  } of rows) {
    for (const provider of of) {
      it.scopedLive(`of ${provider} ends as documented where the stream ${stream}`, () =>
        Effect.gen(function* () {
          const seen: Array<string> = []
          const { received, url } = yield* ScriptedProvider.serve(replies(provider))
          const model = yield* Layer.build(providerModel({ ...at(provider, url), LLM_STREAM: "all" }))
          const silence = yield* Deferred.make<void>()
          const turn = yield* report({
            script: [],
            model: Layer.succeedContext(model),
            ...listening(seen, Deferred.succeed(silence, undefined))
          }).pipe(
            RetryBudget.within(yield* SteadyClock.deadlineIn("1 minute"), retries),
            Logger.withMinimumLogLevel(LogLevel.None),
            isSilent ? passingAfter(Deferred.await(silence)) : AcceleratedClock.acceleratedBy(5)
          )
          assert.deepStrictEqual(seen, told)
          assert.deepStrictEqual(turn.executed, executed)
          assert.strictEqual(turn.report.errorMessage, failure ?? null)
          assert.strictEqual(turn.report.answer, failure === undefined ? answer : "")
          assert.deepStrictEqual(
            received.map(({ body }) => (Object(body).stream === true ? "streamed" : "whole")),
            requests
          )
          assert.deepStrictEqual(documented.get(stream), [
            textIn(told),
            failure ?? "an answer",
            Array.dedupe(requests).join(", then ")
          ])
        })
      )
    }
  }

  it.scopedLive("keeps its text where somebody stops it", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const { url } = yield* ScriptedProvider.serve([streamed(begun("openai"), "hangs")])
      const model = Layer.succeedContext(yield* Layer.build(providerModel({ ...at("openai", url), LLM_STREAM: "all" })))
      const half = yield* Deferred.make<void>()
      const turn = yield* Effect.fork(
        report({ script: [], model, ...listening(seen, Deferred.succeed(half, undefined)) })
      )
      yield* Deferred.await(half)
      yield* Fiber.interrupt(turn)
      assert.deepStrictEqual([seen[0], seen.includes("discard")], [looked, false])
    })
  )

  it.effect("discards the text of every round with a call, before it runs if it does", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const text = { type: "text", text: `${looked} ${answer}` } as const
      const calling = [text, ...ScriptedModel.call(["echo", { words: "a" }])]
      const script = [...Array.makeBy(9, () => calling), ScriptedModel.say("Your order is here.")]
      const { executed, report: ended } = yield* report({ script: [], model: streaming(script), ...listening(seen) })
      assert.deepStrictEqual(seen, [...Array.makeBy(9, () => [looked, "discard"]).flat(), ended.answer])
      assert.deepStrictEqual([executed.length, ended.answer], [8, "Your order is here."])
    })
  )

  it.effect("delivers the answer of its only call in one piece", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const direct = "Direct answer"
      const script = [
        [{ type: "text" as const, text: `${looked} ${answer}` }, ...ScriptedModel.call(["echo", { words: direct }])]
      ]
      yield* report({ script: [], model: streaming(script), ...listening(seen) })
      assert.deepStrictEqual(seen, [looked, "discard", direct])
    })
  )

  it.effect("never releases the text of a turn for which everything was out of reach", () =>
    Effect.gen(function* () {
      const script = [ScriptedModel.call(["explode", {}]), ScriptedModel.say(`${looked} ${answer}`)]
      for (const setup of [{ script: [], model: streaming(script) }, { script }]) {
        const seen: Array<string> = []
        const { report: ended } = yield* report({ ...setup, ...listening(seen) })
        assert.deepStrictEqual([ended.status, seen], ["error", []])
      }
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None))
  )

  it("ends in no other way", () => {
    assert.sameMembers([...documented.keys()], Array.dedupe(rows.map(({ stream }) => stream)))
  })
})
