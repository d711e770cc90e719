import { Terminal } from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { Console, Effect, Layer, Option } from "effect"
import { type Answer, AskFailed } from "../src/AssistantClient.ts"
import * as Conversation from "../src/Conversation.ts"
import * as ProgressDisplay from "../src/ProgressDisplay.ts"
import { LineEditor } from "../src/LineEditor.ts"
import { heard } from "./support/Heard.ts"

const terminal = Layer.mock(Terminal.Terminal, { columns: Effect.succeed(60) })

/** A person who types these lines, presses ctrl-c at `impatient`, twice at `fed up`, and then wants no more. */
const typing = (...lines: ReadonlyArray<string>) => {
  const left = [...lines]
  let last = ""
  let presses = 0
  return Layer.succeed(LineEditor, {
    read: () =>
      Effect.sync(() => {
        last = left.shift() ?? ""
        presses = { impatient: 1, "fed up": 2 }[last] ?? 0
        return last === "" ? Option.none() : Option.some(last)
      }),
    untilInterrupted: (work) => (presses-- > 0 ? Effect.succeedNone : Effect.asSome(work))
  })
}

/** What is asked in which conversation, and what the person sees. A turn that is stopped has this answer. */
const talk = Effect.fnUntraced(function* (
  lines: ReadonlyArray<string>,
  stopped: Option.Option<Answer> = Option.none()
) {
  const asked: Array<readonly [string, string | null]> = []
  const ask = (message: string, conversation: string | null): Effect.Effect<Answer, AskFailed> => {
    asked.push([message, conversation])
    return message === "fail"
      ? new AskFailed({ message: "The assistant could not answer", conversation: "c-2", trace: "t-2" })
      : Effect.succeed({
          response: `You said ${message}. ${"words ".repeat(10)}`,
          agents_involved: ["review-sentiment"],
          conversation_id: conversation ?? "c-1",
          trace_id: "t-1"
        })
  }
  const { printed } = yield* heard(
    Effect.provide(
      Conversation.converse(
        { ask, stop: Effect.as(Console.log("(stop)"), stopped) },
        Effect.succeed(ProgressDisplay.quiet(60)),
        null
      ),
      [typing(...lines), terminal]
    )
  )
  return { asked, shown: printed.join("\n") }
})

it.effect("goes on in its conversation until another one is wanted", () =>
  Effect.gen(function* () {
    const { asked, shown } = yield* talk(["hello", "and then", "/new", "again", "/quit", "never"])
    assert.deepStrictEqual(asked, [
      ["hello", null],
      ["and then", "c-1"],
      ["again", null]
    ])
    assert.match(shown, /review-sentiment, [\d.]+ s, trace t-1/)
    assert.include(shown, "storefront ask --conversation c-1")
    assert.isTrue(shown.split("\n").every((line) => line.length <= 60))
    assert.match(shown, /^You said hello\. (?:words ){6}words$/m)
  })
)

it.effect("tells what went wrong with its ids, and goes on", () =>
  Effect.gen(function* () {
    const { asked, shown } = yield* talk(["fail", "/nwe", "impatient", "hello"])
    assert.include(shown, "The assistant could not answer\nconversation  c-2\ntrace         t-2")
    assert.include(shown, "/nwe is not a command.")
    assert.include(shown, "again leaves without waiting for that.\n(stop)\nStopped. Nothing was done.")
    assert.deepStrictEqual(asked.at(-1), ["hello", "c-2"])
  })
)

it.effect("stops the assistant at ctrl-c and says what was done; leaves at the second one", () =>
  Effect.gen(function* () {
    const stopped = {
      response: "The order was cancelled.",
      agents_involved: ["order-management"],
      conversation_id: "c-3",
      trace_id: "t-3"
    }
    const { asked, shown } = yield* talk(["impatient", "hello", "fed up", "never"], Option.some(stopped))
    assert.match(shown, /\(stop\)\nThe order was cancelled\.\n\norder-management, [\d.]+ s, trace t-3/)
    assert.deepStrictEqual(asked, [
      ["impatient", null],
      ["hello", "c-3"],
      ["fed up", "c-3"]
    ])
    assert.isTrue(shown.endsWith("To go on: storefront ask --conversation c-3"))
  })
)
