import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Array, Duration, Effect, Ref, Stream } from "effect"
import * as Provider from "../support/Provider.ts"
import * as Script from "../support/Script.ts"

/** The model of the bench: what it does is said by the message it is sent. */

/** Messages, by what the model does about them. */
export const messages = {
  /** The orchestrator answers, a word at a time. */
  own: "Tell me about your lamps",
  /** A specialist answers, a word at a time, and its text is the answer. */
  direct: "Tell me about my orders",
  /** The answer comes when the gate is opened. */
  waiting: "Take your time",
  /** The answer takes seconds. */
  slow: "Tell me a long story",
  /** The answer is as long as a provider's may be, and comes at once. */
  long: "Tell me everything"
} as const

const gaps = { word: Duration.millis(10), slowWord: Duration.millis(150) }

const sentence = "Here is what I found about the thing that you asked for."
const twoSentences = `${sentence} There is nothing else to say.`
/** The check can tell that a sentence has ended once the word after it is complete, which the white space behind that shows. */
const checkable = `${sentence} There`
export const story = `${sentence} `.repeat(6).trimEnd()

/** The longest answer that is accepted has 24,000 characters. In short sentences, each an event, it fills the buffers of a socket. */
const manySentences = Array.makeBy(5_900, () => "Ok. ")

/** The words of a text, with the white space before them, as models write them. */
const wordsOf = (text: string) => text.split(/(?= )/)

const frame = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const delta = (content: string) => frame({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const end = `${frame({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`

const streamOf = (frames: Stream.Stream<string>) =>
  HttpServerResponse.stream(Stream.encodeText(Stream.concat(frames, Stream.make(end))), {
    contentType: "text/event-stream"
  })

/**
 * Serves the model; answers its address, and when it wrote the delta by which the first sentence of its last answer is known to
 * be complete.
 */
export const serve = Effect.fnUntraced(function* (gate: Effect.Latch) {
  const sentenceWritten = yield* Ref.make(Number.NaN)

  const write = (text: string, gap: Duration.Duration) =>
    streamOf(
      Stream.fromIterable(wordsOf(text)).pipe(
        // One at a time: the words of a chunk would go out together.
        Stream.rechunk(1),
        Stream.mapAccumEffect("", (before, word) =>
          Effect.sleep(gap).pipe(
            Effect.zipRight(
              Effect.when(
                Effect.suspend(() => Ref.set(sentenceWritten, performance.now())),
                () => before === checkable
              )
            ),
            Effect.as([before + word, delta(word)])
          )
        )
      )
    )

  const say = Provider.respond({ _tag: "Words", text: sentence })
  const askSpecialist = Provider.respond(Script.callOf(messages.direct, { answer_directly: true }))

  const address = yield* Provider.serve(
    Effect.gen(function* () {
      const question = yield* HttpServerRequest.schemaBodyJson(Script.Question)
      const words = Script.messageOf(question)
      const message = Object.values(messages).find((message) => words.endsWith(message))
      switch (message) {
        case messages.own:
          return write(twoSentences, gaps.word)
        case messages.direct:
          return yield* Script.isOrchestrator(question) ? askSpecialist : Effect.succeed(write(twoSentences, gaps.word))
        case messages.waiting:
          return yield* Effect.zipRight(gate.await, say)
        case messages.slow:
          return write(story, gaps.slowWord)
        case messages.long:
          return streamOf(Stream.make(manySentences.map(delta).join("")))
        case undefined:
          return yield* say
      }
    })
  )
  return { address, sentenceWritten: Ref.get(sentenceWritten) }
})
export type Model = Effect.Effect.Success<ReturnType<typeof serve>>
