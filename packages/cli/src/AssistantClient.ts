import { type Headers, HttpClient } from "@effect/platform"
import * as StorefrontClient from "@storefront/domain/api/StorefrontClient"
import { Data, Effect, Option, type Redacted, Ref, Schema } from "effect"

/** Credentials of a person, and the URL of the assistant to ask. */
export interface Person {
  readonly email: string
  readonly password: Redacted.Redacted
  readonly url: string
}

/** An answer, with the ids needed to look into it or to continue. */
export const Answer = Schema.Struct({
  response: Schema.String,
  agents_involved: Schema.Array(Schema.String),
  conversation_id: Schema.String,
  trace_id: Schema.NullOr(Schema.String)
})
export type Answer = typeof Answer.Type

/** There is no answer that could be printed; the ids of the question are null if it did not get that far. */
export class AskFailed extends Data.TaggedError("AskFailed")<{
  readonly message: string
  readonly conversation: string | null
  readonly trace: string | null
}> {}

/** Makes a function that asks as a person: logs in on first use, and again before the token expires. */
export const make = Effect.fnUntraced(function* ({ email, password, url }: Person) {
  const client = yield* HttpClient.HttpClient
  const headers = yield* Ref.make<Option.Option<Headers.Headers>>(Option.none())
  const header = (name: string) =>
    Effect.map(Ref.get(headers), (last) =>
      Option.getOrNull(Option.flatMap(last, (all) => Option.fromNullable(all[name])))
    )
  const noting = HttpClient.tap(client, (response) => Ref.set(headers, Option.some(response.headers)))

  const api = yield* Effect.cachedWithTTL(
    Effect.gen(function* () {
      const door = yield* StorefrontClient.make({ baseUrl: url })
      const { access_token: accessToken } = yield* door.auth.logIn({ payload: { email, password } })
      return yield* StorefrontClient.make({ baseUrl: url, accessToken })
    }).pipe(Effect.provideService(HttpClient.HttpClient, noting)),
    "10 minutes"
  )

  const failed = (message: string) =>
    Effect.flatMap(
      Effect.all({ conversation: header("x-conversation-id"), trace: header("x-trace-id") }),
      (ids) => new AskFailed({ message, ...ids })
    )

  return Effect.fn("cli.Assistant.ask")(
    function* (message: string, conversation: string | null) {
      yield* Ref.set(headers, Option.none())
      const { chat } = yield* api
      const { agents_involved, conversation_id, response } = yield* chat.send({
        payload: { message, conversation_id: conversation }
      })
      return { response, agents_involved, conversation_id, trace_id: yield* header("x-trace-id") } satisfies Answer
    },
    Effect.catchAll((error) => {
      switch (error._tag) {
        case "RequestError":
          return failed(`Nobody answers at ${new URL(url).origin}. Start the suite with: npm start`)
        case "ResponseError":
          return failed(`The answer cannot be read (status ${error.response.status})`)
        case "ParseError":
          return failed("The answer does not fit the contract")
        default:
          return failed(error.message)
      }
    })
  )
})
