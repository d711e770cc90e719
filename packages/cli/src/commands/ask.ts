import { Args, Command, Options } from "@effect/cli"
import { NodeHttpClient } from "@effect/platform-node"
import * as StorefrontClient from "@storefront/domain/api/StorefrontClient"
import { services } from "@storefront/domain/Topology"
import { Config, Console, Data, Effect, Option, Redacted } from "effect"

/** There is no answer that could be printed. */
export class AskFailed extends Data.TaggedError("AskFailed")<{ readonly message: string }> {}

const message = Args.text({ name: "message" }).pipe(Args.withDescription("What to ask, in quotes"))

const as = Options.text("as").pipe(
  Options.withDescription("E-mail of the account that asks"),
  Options.withDefault("alice@example.com")
)

const password = Options.redacted("password").pipe(
  Options.withDescription("Password of the account; the demo accounts have the default"),
  Options.withDefault(Redacted.make("storefront-demo"))
)

const conversation = Options.text("conversation").pipe(
  Options.withDescription("Id of a conversation to continue"),
  Options.optional
)

const local = (port: number) => `http://127.0.0.1:${port}`

const url = Options.text("url").pipe(
  Options.withDescription("Where the orchestrator listens; here, at ORCHESTRATOR_PORT, unless told"),
  Options.withFallbackConfig(Config.map(Config.port("ORCHESTRATOR_PORT"), local)),
  Options.withDefault(local(services.orchestrator.port))
)

/** Logs in, asks, prints the answer. Fails when the assistant does not answer, so the exit code tells. */
export const ask = Command.make(
  "ask",
  { message, as, password, conversation, url },
  Effect.fn("cli.ask")(
    function* ({ as: email, conversation, message, password, url }) {
      const door = yield* StorefrontClient.make({ baseUrl: url })
      const { access_token: accessToken } = yield* door.auth.logIn({ payload: { email, password } })
      const api = yield* StorefrontClient.make({ baseUrl: url, accessToken })
      const [answer, response] = yield* api.chat.send({
        payload: { message, conversation_id: Option.getOrNull(conversation) },
        withResponse: true
      })
      yield* Console.log(answer.response)
      yield* Console.log("")
      yield* Console.log(`agents        ${answer.agents_involved.join(", ") || "none"}`)
      yield* Console.log(`conversation  ${answer.conversation_id}`)
      yield* Console.log(`trace         ${response.headers["x-trace-id"] ?? "none"}`)
    },
    Effect.catchTags({
      RequestError: ({ request }) =>
        new AskFailed({ message: `Nobody answers at ${new URL(request.url).origin}. Start the suite with: npm start` }),
      ResponseError: ({ response }) =>
        new AskFailed({ message: `The answer cannot be read (status ${response.status})` }),
      ParseError: () => new AskFailed({ message: "The answer does not fit the contract" })
    }),
    Effect.provide(NodeHttpClient.layerUndici)
  )
).pipe(
  Command.withDescription("Ask the assistant one question and print its answer, the agents involved and the trace id.")
)
