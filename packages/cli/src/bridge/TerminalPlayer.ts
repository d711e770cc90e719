import { Console, Deferred, Effect, Either, Option, Queue } from "effect"
import { LineEditor } from "../LineEditor.ts"
import { printable } from "../Output.ts"
import { Paint } from "../Paint.ts"
import { type Answer, type AnswerReader } from "./Answer.ts"
import { type Player, type Request } from "./Bridge.ts"
import { newPart, page } from "./RequestPage.ts"

/** Instructions for typing an answer. */
export const help =
  'Type the words of the answer, or a tool with its arguments: get_cart, or check_stock {"product_id": "…"}. A line that begins with { is a whole answer: {"calls": [{"name": "…", "arguments": {…}}]}. ? shows the whole request, ctrl-c ends.'

/** Formats text of people and tools for a terminal. */
const shown = (lines: ReadonlyArray<string>): string =>
  lines.flatMap((line) => line.split("\n").map(printable)).join("\n")

/** Converts a typed line into an answer in JSON. */
const answerIn = ({ tools }: Request, line: string): string => {
  const withArguments = /^(\w+)\s*(\{.*)$/su.exec(line)
  const [, name = line, callArguments = "{}"] = withArguments ?? []
  const isCall = withArguments !== null || tools.some((tool) => tool.name === line)
  return line.startsWith("{")
    ? line
    : isCall
      ? `{"calls":[{"name":${JSON.stringify(name)},"arguments":${callArguments}}]}`
      : JSON.stringify({ text: line })
}

/** A request that waits for the person; its client may have given up. */
interface Waiting {
  readonly request: Request
  readonly answer: Deferred.Deferred<Answer>
}

/** Makes the person at the terminal the player, who answers one request after another while `hold` runs. */
export const make = Effect.fn("TerminalPlayer.make")(function* (reader: AnswerReader) {
  const editor = yield* LineEditor
  const paint = yield* Paint
  const queue = yield* Queue.unbounded<Waiting>()
  const player: Player = {
    play: Effect.fnUntraced(function* (request) {
      const answer = yield* Deferred.make<Answer>()
      yield* Queue.offer(queue, { request, answer })
      return yield* Effect.onInterrupt(Deferred.await(answer), () => Deferred.interrupt(answer))
    })
  }

  /** Reads lines until one is an answer; none if the person ends it. */
  const readAnswer = Effect.fnUntraced(function* (request: Request) {
    for (;;) {
      const line = Option.map(yield* editor.read(paint.strong("answer › ")), (text) => text.trim())
      if (Option.isNone(line)) {
        return Option.none<Answer>()
      }
      if (line.value === "?") {
        yield* Console.log(shown(page(request)))
      } else if (line.value !== "") {
        const answer = yield* Effect.either(reader.read(request, answerIn(request, line.value)))
        if (Either.isRight(answer)) {
          return Option.some(answer.right)
        }
        yield* Console.log(paint.bad(shown([answer.left.message])))
      }
    }
  })

  const hold = Effect.gen(function* () {
    for (;;) {
      const next = yield* editor.untilInterrupted(Queue.take(queue))
      if (Option.isNone(next)) {
        return
      }
      const { answer, request } = next.value
      if (!(yield* Deferred.isDone(answer))) {
        yield* Console.log(shown(newPart(request)))
        const givenUp = Effect.zipRight(Effect.exit(Deferred.await(answer)), Effect.succeed("given up" as const))
        const typed = yield* Effect.raceFirst(readAnswer(request), givenUp)
        if (typed === "given up") {
          yield* Console.log(paint.warning("\nNobody waits for this answer any more."))
        } else if (Option.isNone(typed)) {
          return
        } else {
          yield* Deferred.succeed(answer, typed.value)
        }
      }
    }
  })
  return { player, hold }
})
