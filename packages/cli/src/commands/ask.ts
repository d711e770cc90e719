import { Args, Command, Options } from "@effect/cli"
import { Terminal } from "@effect/platform"
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

/** Asks, and prints the answer. Without one it prints the ids and fails, so that the exit code tells. */
const askOnce = Effect.fnUntraced(function* (
  ask: Effect.Effect.Success<ReturnType<typeof AssistantClient.make>>,
  message: string,
  conversation: string | null,
  isJson: boolean
) {
  // On a terminal, lines are broken between words.
  const columns = process.stdout.isTTY
    ? yield* Effect.flatMap(Terminal.Terminal, (terminal) => terminal.columns)
    : Infinity
  const answer = yield* Effect.tapError(ask(message, conversation), (failed) =>
    isJson
      ? Effect.void
      : Console.log(Conversation.idsLine({ ...failed, conversation: failed.conversation ?? conversation }))
  )
  yield* Output.print(
    AssistantClient.Answer,
    answer,
    isJson,
    ({ agents_involved, conversation_id, response, trace_id }) => [
      Conversation.formatAnswer(response, columns),
      "",
      Conversation.idsLine({ agents: agents_involved, conversation: conversation_id, trace: trace_id })
    ]
  )
})

/** Logs in and asks: one question, or a conversation with the person at the terminal. */
export const ask = Command.make(
  "ask",
  { message, as, passwordStdin: Accounts.passwordStdin, conversation, url, json: Output.json },
  Effect.fn("cli.ask")(
    function* ({ as: email, conversation, json, message, passwordStdin, url }) {
      const address = yield* Option.match(url, {
        onNone: () => HttpConfig.address("orchestrator"),
        onSome: (text) => Input.readUrl(text, "http://127.0.0.1:8080")
      })
      const password = yield* Accounts.readOwnPassword(email, passwordStdin)
      const assistant = yield* AssistantClient.make({ email, password, url: address })
      const begin = Option.getOrNull(conversation)
      if (Option.isNone(message) && process.stdin.isTTY && !json) {
        const withProgress = ProgressDisplay.make(
          yield* ProgressDisplay.progressOf(email),
          yield* Paint,
          process.stdout
        )
        return yield* Conversation.converse(assistant, withProgress, begin).pipe(Effect.provide(LineEditor.layer))
      }
      const question = yield* readMessage(message, passwordStdin)
      const withProgress = process.stderr.isTTY
        ? ProgressDisplay.make(yield* ProgressDisplay.progressOf(email), yield* Paint, process.stderr)
        : ProgressDisplay.none
      yield* askOnce((message, conversation) => withProgress(assistant(message, conversation)), question, begin, json)
    },
    Effect.scoped,
    Effect.provide([NodeHttpClient.layerUndici, Logging.layerCommand])
  )
).pipe(
  Command.withDescription(
    "Ask the assistant a question, or talk to it. Prints the answer, the agents involved and the trace; without a message it is a conversation. Orders, cancellations and the like are only done when you confirm what the answer shows: yes, in the same conversation."
  )
)
