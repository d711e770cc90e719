import { Args, Command, Options } from "@effect/cli"
import { NodeHttpClient } from "@effect/platform-node"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { Console, Effect, Option } from "effect"
import * as Accounts from "../Accounts.ts"
import * as AssistantClient from "../AssistantClient.ts"
import * as Conversation from "../Conversation.ts"
import { LineEditor } from "../LineEditor.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"
import { Paint } from "../Paint.ts"
import * as ProgressDisplay from "../ProgressDisplay.ts"

const message = Args.text({ name: "message" }).pipe(
  Args.withDescription("What to ask, in quotes; without it a conversation, or what is piped in"),
  Args.optional
)

const as = Options.text("as").pipe(
  Options.withDescription("E-mail of the account that asks (default alice@example.com)"),
  Options.withDefault("alice@example.com")
)

const guest = Options.boolean("guest").pipe(
  Options.withDescription("Ask as a new visitor without an account, who is forgotten after this command")
)

const conversation = Options.text("conversation").pipe(
  Options.withDescription("Id of a conversation to continue"),
  Options.optional
)

const url = Options.text("url").pipe(
  Options.withDescription("Where the orchestrator listens (default: here, at ORCHESTRATOR_PORT)"),
  Options.optional
)

/** Returns the whole question; fails if there is none. With a password on stdin it must be an argument. */
const readMessage = (argument: Option.Option<string>, isPasswordPiped: boolean) =>
  Effect.filterOrFail(
    Effect.map(
      Option.match(argument, {
        onNone: () => (isPasswordPiped ? Effect.succeed("") : Input.piped),
        onSome: Effect.succeed
      }),
      (text) => text.trim()
    ),
    (text) => text !== "",
    () =>
      new Input.InputInvalid({
        message: 'What is the question? Type it in quotes: storefront ask "Where is my latest order?"'
      })
  )

/** Waits until ctrl-c is pressed again. npm forwards the first one, which the terminal has sent already. */
const pressedAgain = Effect.zipRight(
  Effect.sleep("500 millis"),
  Effect.async<void>((resume) => {
    const onPressed = () => resume(Effect.void)
    process.once("SIGINT", onPressed)
    return Effect.sync(() => process.off("SIGINT", onPressed))
  })
)

/**
 * Asks, and prints the answer. Without one it prints the ids and fails, so that the exit code tells. When interrupted it
 * stops the turn, prints what was said and done, and fails.
 */
const askOnce = Effect.fnUntraced(function* (
  { ask, stop }: AssistantClient.Assistant,
  display: ProgressDisplay.Display,
  message: string,
  conversation: string | null,
  isJson: boolean
) {
  const printIds = (failed: AssistantClient.AskFailed) =>
    isJson
      ? Effect.void
      : Console.log(Conversation.idsLine({ ...failed, conversation: failed.conversation ?? conversation }))
  const print = (answer: AssistantClient.Answer) => {
    const { agents_involved, conversation_id, response, trace_id } = answer
    const ids = Conversation.idsLine({ agents: agents_involved, conversation: conversation_id, trace: trace_id })
    return isJson
      ? Output.print(AssistantClient.Answer, answer, true, () => [])
      : Effect.zipRight(display.finish(response), Console.log(`\n${ids}`))
  }
  const stopTurn = Effect.zipRight(Console.error(Conversation.stopping), Effect.tapError(stop, printIds)).pipe(
    Effect.flatMap(Option.match({ onNone: () => Console.error(Conversation.stoppedIdle), onSome: print })),
    Effect.interruptible,
    // The fibers of the race are new, and not interrupted as this one is.
    Effect.raceFirst(Effect.interruptible(pressedAgain))
  )
  yield* Effect.uninterruptibleMask((restore) =>
    restore(display.follow((watch) => ask(message, conversation, watch))).pipe(
      Effect.tapError(printIds),
      Effect.onInterrupt(() => Effect.catchAll(stopTurn, (failed) => Console.error(failed.message))),
      Effect.flatMap(print)
    )
  )
})

/** Reads the account to log in to; null for a guest. */
const readAccount = Effect.fnUntraced(function* (email: string, isGuest: boolean, isPasswordPiped: boolean) {
  if (isGuest) {
    return isPasswordPiped ? yield* new Input.InputInvalid({ message: "A guest has no password" }) : null
  }
  return { email, password: yield* Accounts.readOwnPassword(email, isPasswordPiped) }
})

/** Chooses the display of one answer: the text as it comes on a terminal, else at most the progress. */
const openDisplay = Effect.fnUntraced(function* (isJson: boolean) {
  const paint = yield* Paint
  if (process.stdout.isTTY && !isJson) {
    return yield* ProgressDisplay.live(paint, process.stdout)
  }
  return process.stderr.isTTY
    ? yield* ProgressDisplay.progress(paint, process.stderr, Infinity)
    : ProgressDisplay.quiet(Infinity)
})

/** Logs in and asks: one question, or a conversation with the person at the terminal. */
export const ask = Command.make(
  "ask",
  { message, as, guest, passwordStdin: Accounts.passwordStdin, conversation, url, json: Output.json },
  Effect.fn("cli.ask")(
    function* ({ as: email, conversation, guest, json, message, passwordStdin, url }) {
      const address = yield* Option.match(url, {
        onNone: () => HttpConfig.address("orchestrator"),
        onSome: (text) => Input.readUrl(text, "http://127.0.0.1:8080")
      })
      const account = yield* readAccount(email, guest, passwordStdin)
      const assistant = yield* AssistantClient.make({ account, url: address })
      const begin = Option.getOrNull(conversation)
      if (Option.isNone(message) && process.stdin.isTTY && !json) {
        const display = ProgressDisplay.live(yield* Paint, process.stdout)
        return yield* Conversation.converse(assistant, display, begin).pipe(Effect.provide(LineEditor.layer))
      }
      const question = yield* readMessage(message, passwordStdin)
      yield* askOnce(assistant, yield* openDisplay(json), question, begin, json)
    },
    Effect.scoped,
    Effect.provide([NodeHttpClient.layerUndici, Logging.layerCommand])
  )
).pipe(
  Command.withDescription(
    "Ask the assistant a question, or talk to it. Prints the answer, the agents involved and the trace; without a message it is a conversation. On a terminal the text is shown as it comes; ctrl-c stops the assistant and prints what was done. Orders, cancellations and the like are only done when you confirm what the answer shows: yes, in the same conversation."
  )
)
