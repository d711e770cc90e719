import { type LanguageModel, Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Layer, Logger, LogLevel, Option, Record } from "effect"
import * as ModelRequest from "../../../../src/assistant/model/ModelRequest.ts"
import * as Anthropic from "../../../../src/assistant/model/providers/Anthropic.ts"
import * as Compatible from "../../../../src/assistant/model/providers/Compatible.ts"
import * as OpenAi from "../../../../src/assistant/model/providers/OpenAi.ts"
import { type ModelOptions } from "../../../../src/assistant/model/ModelQuestion.ts"
import { GuardedClient } from "../../../../src/platform/provider/GuardedClient.ts"
import { type Mutation, mutationsOf } from "../../../support/mutations.ts"
import { answers, type ProviderName } from "../../../support/providerShapes.ts"
import { ToyTools } from "../../../support/toyAgent.ts"

const options: ModelOptions = {
  address: "http://localhost/v1",
  apiKey: Option.none(),
  model: "toy",
  isReasoning: false,
  reasoningEffort: Option.none(),
  temperature: Option.none(),
  maxOutputTokens: 4_096,
  strictTools: false
}

const layers: Readonly<
  Record<ProviderName, (options: ModelOptions) => Layer.Layer<LanguageModel.LanguageModel, never, GuardedClient>>
> = { openai: OpenAi.layer, anthropic: Anthropic.layer, compatible: Compatible.layer }

/** What comes of answers of a provider: the words, the calls, or how they failed. */
const asking = (provider: ProviderName) => {
  const current: { answer: unknown } = { answer: null }
  const guarded = Layer.mock(GuardedClient, {
    ask: ({ protocol }) => Effect.suspend(() => protocol.read(current.answer))
  })
  return Effect.map(
    Layer.build(Layer.provide(layers[provider](options), guarded)),
    (model) => (answer: unknown) =>
      Effect.suspend(() => {
        current.answer = answer
        return ModelRequest.ask(Prompt.make("Where is it?"), ModelRequest.offer(ToyTools.tools, "customer"))
      }).pipe(
        Effect.map(({ text, toolCalls, usage }) => {
          assert.isTrue(Object.values(usage).every(Number.isInteger), JSON.stringify(usage))
          return (
            [text, ...toolCalls.map(({ name, params }) => `${name}(${JSON.stringify(params)})`)].join("") || "nothing"
          )
        }),
        Effect.catchAll(({ end, message }) => Effect.succeed(Option.getOrElse(end, () => message))),
        Effect.provide(model),
        Logger.withMinimumLogLevel(LogLevel.None)
      )
  )
}

type Outcomes = { readonly [How in Mutation["how"]]?: ReadonlyArray<string> }

/** However it is lost. */
const lost = (outcome: string): Outcomes => ({ null: [outcome], missing: [outcome], other: [outcome] })

const callWith = (...args: ReadonlyArray<unknown>) => args.map((arg) => `echo(${JSON.stringify(arg)})`)
const callOf = (...names: ReadonlyArray<string>) => names.map((name) => `${name}({"words":"a"})`)

/** A call without what it says is made, and refused as every other one that is wrong. */
const otherArguments: Outcomes = {
  null: callWith({}),
  missing: callWith({}),
  other: callWith("brand-new", 7, [1], { of: [1] })
}
const otherName: Outcomes = {
  null: callOf("unnamed"),
  missing: callOf("unnamed"),
  other: callOf("brand-new", "unnamed")
}
const otherText: Outcomes = { null: ["nothing"], missing: ["unreadable"], other: ["brand-new", "unreadable"] }

const ofResponse: Readonly<Record<string, Outcomes>> = {
  status: lost("unknown_end"),
  error: { other: ["failed"] },
  output: { null: ["unreadable"], missing: ["unreadable"], other: ["unreadable", "nothing"] },
  "output[1].status": { other: ["unknown_end"] }
}
const ofMessage: Readonly<Record<string, Outcomes>> = {
  content: { null: ["unreadable"], missing: ["unreadable"], other: ["brand-new", "unreadable"] },
  stop_reason: lost("unknown_end"),
  // A part without a kind could be words.
  "content[0].type": { null: ["unreadable"], missing: ["unreadable"] }
}
const ofCompletion: Readonly<Record<string, Outcomes>> = {
  choices: lost("unreadable"),
  "choices[0].message": { null: ["unreadable"], missing: ["unreadable"], other: ["failed", "unreadable", "nothing"] },
  "choices[0].message.refusal": { other: ["declined"] },
  "choices[0].finish_reason": lost("unknown_end")
}

/** Answers, and what else comes of those that differ in one place: nothing, where the place is not named. */
const cases: Readonly<
  Record<
    ProviderName,
    Readonly<
      Record<"words" | "call", { readonly answer: object; readonly otherwise: Readonly<Record<string, Outcomes>> }>
    >
  >
> = {
  openai: {
    words: {
      answer: answers.openai.said("It is here."),
      otherwise: {
        ...ofResponse,
        "output[1].type": lost("nothing"),
        "output[1].role": { other: ["nothing"] },
        "output[1].content": { null: ["nothing"], missing: ["nothing"], other: ["brand-new", "unreadable"] },
        "output[1].content[0].type": { other: ["nothing"] },
        "output[1].content[0].text": otherText
      }
    },
    call: {
      answer: answers.openai.called(["echo", '{"words":"a"}']),
      otherwise: {
        ...ofResponse,
        "output[1].content": { other: ["unreadable"] },
        "output[1].content[0].text": { missing: ["unreadable"], other: ["unreadable"] },
        "output[1].phase": lost('I look that up.echo({"words":"a"})'),
        "output[2].type": lost("nothing"),
        "output[2].status": { other: ["unknown_end"] },
        "output[2].name": otherName,
        "output[2].arguments": otherArguments
      }
    }
  },
  anthropic: {
    words: {
      answer: answers.anthropic.said("It is here."),
      otherwise: {
        ...ofMessage,
        "content[1].type": { other: ["nothing"] },
        "content[1].text": otherText
      }
    },
    call: {
      answer: answers.anthropic.called(["echo", '{"words":"a"}']),
      otherwise: {
        ...ofMessage,
        "content[1].type": { null: ["unreadable"], missing: ["unreadable"] },
        "content[2].type": { null: ["unreadable"], missing: ["unreadable"], other: ["nothing"] },
        "content[2].name": otherName,
        "content[2].input": { ...otherArguments, more: callWith({ words: "a", tomorrow: { of: [1] } }) },
        "content[2].input.words": {
          null: callWith({ words: null }),
          missing: callWith({}),
          other: callWith({ words: "brand-new" }, { words: 7 }, { words: [1] }, { words: { of: [1] } })
        }
      }
    }
  },
  compatible: {
    words: {
      answer: answers.compatible.said("It is here."),
      otherwise: {
        ...ofCompletion,
        "choices[0].message.content": {
          null: ["nothing"],
          missing: ["nothing"],
          other: ["brand-new", "unreadable"]
        }
      }
    },
    call: {
      answer: answers.compatible.called(["echo", '{"words":"a"}']),
      otherwise: {
        ...ofCompletion,
        "choices[0].message.content": { other: ['brand-newecho({"words":"a"})', "unreadable"] },
        "choices[0].message.tool_calls": {
          null: ["nothing"],
          missing: ["nothing"],
          other: ["nothing", "unnamed({})"],
          more: ['unnamed({})echo({"words":"a"})', 'echo({"words":"a"})unnamed({})']
        },
        "choices[0].message.tool_calls[0].function": lost("unnamed({})"),
        "choices[0].message.tool_calls[0].function.name": otherName,
        "choices[0].message.tool_calls[0].function.arguments": otherArguments
      }
    }
  }
}

describe("an answer that differs in one place from those that are known", () => {
  for (const [provider, kinds] of Record.toEntries(cases)) {
    for (const [kind, { answer, otherwise }] of Record.toEntries(kinds)) {
      it.scoped(`has the same ${kind} at ${provider}, unless it is their own place`, () =>
        Effect.gen(function* () {
          const outcomeOf = yield* asking(provider)
          const right = yield* outcomeOf(answer)
          assert.strictEqual(right, kind === "words" ? "It is here." : 'echo({"words":"a"})')
          const differing: Record<string, Record<string, ReadonlyArray<string>>> = {}
          for (const { at, how, value } of mutationsOf(answer)) {
            const outcome = yield* outcomeOf(value)
            if (outcome !== right) {
              const known = (differing[at] ??= {})
              known[how] = Array.dedupe([...(known[how] ?? []), outcome])
            }
          }
          assert.deepStrictEqual(differing, otherwise)
        })
      )
    }
  }
})
