import { Terminal } from "@effect/platform"
import { Console, Duration, Effect, Option } from "effect"
import { type Answer, type AskFailed } from "./AssistantClient.ts"
import { printable } from "./Output.ts"
import { fold } from "./help/Wrapping.ts"
import { LineEditor } from "./LineEditor.ts"
import { Paint } from "./Paint.ts"
import { type WithProgress } from "./ProgressDisplay.ts"

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

/** Formats an answer for a terminal: breaks lines between words, and replaces control characters by spaces. */
export const formatAnswer = (response: string, columns: number) =>
  fold(response.split("\n").map(printable).join("\n"), columns)

const help =
  "yes confirms what the shop asks you to confirm, a number one of several, no none of it. /new begins another conversation, /quit ends, ctrl-c stops waiting for an answer, ↑ brings back what you said."

/** Holds a conversation until the person ends it. Failures are shown, and the conversation goes on. */
export const converse = Effect.fn("cli.Conversation.hold")(function* (
  ask: (message: string, conversation: string | null) => Effect.Effect<Answer, AskFailed>,
  withProgress: WithProgress,
  begin: string | null
) {
  const editor = yield* LineEditor
  const paint = yield* Paint
  const columns = yield* Effect.flatMap(Terminal.Terminal, (terminal) => terminal.columns)
  const say = (text: string, painted: (text: string) => string) => Console.log(painted(fold(text, columns)))
  const plainly = (text: string) => text
  yield* say(help, paint.faint)
  let conversation = begin
  const answer = Effect.fnUntraced(function* (message: string) {
    const [duration, outcome] = yield* Effect.timed(
      editor.untilInterrupted(withProgress(Effect.either(ask(message, conversation))))
    )
    if (Option.isNone(outcome)) {
      return yield* say(
        "Not waited for. The assistant goes on with it; /new begins another conversation.",
        paint.warning
      )
    }
    if (outcome.value._tag === "Left") {
      const failed = outcome.value.left
      conversation = failed.conversation ?? conversation
      yield* say(failed.message, paint.bad)
      yield* say(idsLine(failed), paint.faint)
    } else {
      const { agents_involved, conversation_id, response, trace_id } = outcome.value.right
      conversation = conversation_id
      const seconds = (Duration.toMillis(duration) / 1000).toFixed(1)
      yield* Console.log(`${formatAnswer(response, columns)}\n`)
      yield* say(`${agents_involved.join(", ") || "no agent"}, ${seconds} s, trace ${trace_id ?? "none"}`, paint.faint)
    }
  })
  for (;;) {
    const line = yield* editor.read(paint.strong("\n› "))
    const said = Option.map(line, (text) => text.trim())
    if (Option.isNone(said) || said.value === "/quit") {
      return yield* say(
        conversation === null ? "" : `To go on: storefront ask --conversation ${conversation}`,
        paint.faint
      )
    }
    if (said.value === "/new") {
      conversation = null
      yield* say("A new conversation.", paint.faint)
    } else if (said.value.startsWith("/")) {
      yield* say(`${printable(said.value)} is not a command. ${help}`, plainly)
    } else if (said.value !== "") {
      yield* answer(said.value)
    }
  }
})
