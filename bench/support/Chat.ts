import { HttpClient, HttpClientRequest } from "@effect/platform"
import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import { Duration, Effect, Redacted, Schema } from "effect"
import { v4 } from "uuid"
import { success } from "./Script.ts"

/** Somebody with an account. */
export interface Customer {
  readonly id: string
  readonly email: string
  readonly password: Redacted.Redacted
  /** What they send as `Authorization`. */
  readonly authorization: string
}

/**
 * What a customer has to believe. `asked`: nothing is done before a yes; `failed`: an error that leaves open what was
 * done; `busy`: the conversation is not theirs yet; `nothing`: no answer came.
 */
export type Told = "done" | "asked" | "undone" | "unknown" | "failed" | "busy" | "nothing"

/** What came of a message. */
export interface Reply {
  readonly told: Told
  /** For whoever looks into a cell. */
  readonly text: string
  readonly millis: number
}

const Session = Schema.Struct({ access_token: Schema.String, user: Schema.Struct({ id: Schema.String }) })
const decodeSession = Schema.decodeUnknown(Session)
const decodeAnswer = Schema.decodeUnknown(Schema.parseJson(ChatAnswer))

/** How the shop says that what was confirmed is done. */
const confirmed = /\border (#\S+ )?was placed\b|\bwas refunded\b/i
/** How model, specialist and shop say that something was done at once; the last also of earlier turns. */
const success200 = new RegExp(`\\bdone:|${success}|Put into your cart:|Delivery address of your cart:`, "i")
/** How the shop begins its question. */
const question = "Please confirm. Nothing has been done yet:"
const openQuestion = /unknown|not (yet )?known|do not know|cannot say|whether|may have|might have|not certain|unclear/i

/** How an answer reads. An answer that does not say that something was done says that it was not. */
export const toldBy = (status: number, text: string): Told =>
  status === 409
    ? "busy"
    : status === 200 && confirmed.test(text)
      ? "done"
      : status === 200 && text.includes(question)
        ? "asked"
        : status === 200 && success200.test(text)
          ? "done"
          : openQuestion.test(text)
            ? "unknown"
            : status === 200
              ? "undone"
              : "failed"

/** The word that confirms what the shop has asked. */
export const yes = "yes"

/** Signs a new customer up. */
export const signUp = Effect.fnUntraced(function* (origin: string) {
  const client = yield* HttpClient.HttpClient
  const password = v4()
  const email = `${v4()}@example.com`
  const response = yield* client.execute(
    HttpClientRequest.post(`${origin}/api/auth/signup`).pipe(
      HttpClientRequest.bodyUnsafeJson({ email, password, name: "Ada Byron" })
    )
  )
  const { access_token, user } = yield* Effect.flatMap(response.json, decodeSession)
  const customer: Customer = {
    id: user.id,
    email,
    password: Redacted.make(password),
    authorization: `Bearer ${access_token}`
  }
  return customer
}, Effect.orDie)

const post = (origin: string, { authorization }: Customer, body: object) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    client.execute(
      HttpClientRequest.post(`${origin}/api/chat`).pipe(
        HttpClientRequest.setHeader("authorization", authorization),
        HttpClientRequest.bodyUnsafeJson(body)
      )
    )
  ).pipe(Effect.flatMap((response) => Effect.map(response.text, (text) => ({ status: response.status, text }))))

/** Begins a conversation, with a greeting unless there is something to say. */
export const begin = Effect.fnUntraced(function* (origin: string, customer: Customer, message = "Hello") {
  const { text } = yield* post(origin, customer, { message })
  const { conversation_id } = yield* decodeAnswer(text)
  return conversation_id
}, Effect.orDie)

/** A place where a customer says something. */
export interface Conversation {
  readonly origin: string
  readonly customer: Customer
  readonly id: string
  /** How long the customer waits for an answer. */
  readonly patience: Duration.DurationInput
}

/** Waits for a reply as long as the customer does, and measures that. */
export const within =
  (patience: Duration.DurationInput) =>
  <E extends { readonly _tag: string }, R>(replying: Effect.Effect<Omit<Reply, "millis">, E, R>) =>
    replying.pipe(
      Effect.timeout(patience),
      Effect.catchAll((error) => Effect.succeed({ told: "nothing" as const, text: error._tag })),
      Effect.timed,
      Effect.map(([duration, reply]): Reply => ({ ...reply, millis: Duration.toMillis(duration) }))
    )

/** Says something, in a conversation or to begin one. */
export const say = Effect.fnUntraced(function* (
  { customer, id, origin, patience }: Omit<Conversation, "id"> & Partial<Pick<Conversation, "id">>,
  message: string
) {
  return yield* post(origin, customer, { message, conversation_id: id }).pipe(
    Effect.map(({ status, text }) => ({ told: toldBy(status, text), text: `${status} ${text}` })),
    within(patience)
  )
})
