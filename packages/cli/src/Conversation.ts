import { Terminal } from "@effect/platform"
import * as SteadyClock from "@storefront/server/platform/limits/SteadyClock"
import { Console, Effect, Either, Option } from "effect"
import { type Answer, type AskFailed, type Assistant } from "./AssistantClient.ts"
import { printable } from "./Output.ts"
import { fold } from "./help/Wrapping.ts"
import { LineEditor } from "./LineEditor.ts"
import { Paint } from "./Paint.ts"
import { type Display } from "./ProgressDisplay.ts"

/** Formats the ids below an answer, or below the reason why there is none. */
export const idsLine = (ids: {
  readonly agents?: ReadonlyArray<string>
  readonly conversation: string | null
  readonly trace: string | null
}) =>
  [
    ...(ids.agents === undefined ? [] : [`agents        ${ids.agents.join(", ") || "none"}`]),
    `conversation  ${ids.conversation ?? "none"}`,
    `trace         ${ids.trace ?? "none"}`
  ].join("\n")

/** Said when ctrl-c is pressed. */
export const stopping = "Stopping; ctrl-c again leaves without waiting for that."

/** Said when a turn was stopped in time. */
export const stoppedIdle = "Stopped. Nothing was done."

const help =
  "yes confirms what the shop asks you to confirm, a number one of several, no none of it. /new begins another conversation, /quit ends, ctrl-c stops the assistant and says what was done, ↑ brings back what you said."

/** Holds a conversation until the person ends it. Failures are shown, and the conversation goes on. */
export const converse = Effect.fn("cli.Conversation.hold")(function* (
  { ask, stop }: Assistant,
  openDisplay: Effect.Effect<Display>,
  begin: string | null
) {
  const editor = yield* LineEditor
  const paint = yield* Paint
  const columns = yield* Effect.flatMap(Terminal.Terminal, (terminal) => terminal.columns)
  const say = (text: string, painted: (text: string) => string) => Console.log(painted(fold(text, columns)))
  const plainly = (text: string) => text
  yield* say(help, paint.faint)
  let conversation = begin
  const tell = Effect.fnUntraced(function* (display: Display, answer: Answer, seconds: string) {
    conversation = answer.conversation_id
    yield* display.finish(answer.response)
    const agents = answer.agents_involved.join(", ") || "no agent"
    yield* say(`\n${agents}, ${seconds} s, trace ${answer.trace_id ?? "none"}`, paint.faint)
  })
  const fail = Effect.fnUntraced(function* (failed: AskFailed) {
    conversation = failed.conversation ?? conversation
    yield* say(failed.message, paint.bad)
    yield* say(idsLine(failed), paint.faint)
  })
  /** Returns false if the person wants to leave. */
  const answer = Effect.fnUntraced(function* (message: string) {
    const display = yield* openDisplay
    const elapsed = yield* SteadyClock.stopwatch
    const seconds = Effect.map(elapsed, (millis) => (millis / 1000).toFixed(1))
    const asked = yield* editor.untilInterrupted(
      Effect.either(display.follow((watch) => ask(message, conversation, watch)))
    )
    if (Option.isSome(asked)) {
      yield* Either.isLeft(asked.value) ? fail(asked.value.left) : tell(display, asked.value.right, yield* seconds)
      return true
    }
    yield* say(stopping, paint.warning)
    const stopped = yield* editor.untilInterrupted(Effect.either(stop))
    if (Option.isNone(stopped)) {
      return false
    }
    yield* Either.match(stopped.value, {
      onLeft: fail,
      onRight: Option.match({
        onNone: () => say(stoppedIdle, paint.warning),
        onSome: (answer) => Effect.flatMap(seconds, (time) => tell(display, answer, time))
      })
    })
    return true
  })
  const leave = Effect.suspend(() =>
    say(conversation === null ? "" : `To go on: storefront ask --conversation ${conversation}`, paint.faint)
  )
  for (;;) {
    const line = yield* editor.read(paint.strong("\n› "))
    const said = Option.map(line, (text) => text.trim())
    if (Option.isNone(said) || said.value === "/quit") {
      return yield* leave
    }
    if (said.value === "/new") {
      conversation = null
      yield* say("A new conversation.", paint.faint)
    } else if (said.value.startsWith("/")) {
      yield* say(`${printable(said.value)} is not a command. ${help}`, plainly)
    } else if (said.value !== "" && !(yield* answer(said.value))) {
      return yield* leave
    }
  }
})
