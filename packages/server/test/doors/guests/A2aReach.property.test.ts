import { LanguageModel } from "@effect/ai"
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect, Layer } from "effect"
import { v4, v7 } from "uuid"
import * as PlainLanguageModel from "../../../src/assistant/model/PlainLanguageModel.ts"
import { digestOthersData } from "../../../src/testing/OthersData.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as A2a from "../../support/a2a.ts"
import { type A2aRequest, type Named, requestsOf } from "../../support/a2aRequests.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { jwtSecret } from "../../support/modes.ts"
import { startProcess } from "../../support/orchestrator.ts"
import { send } from "../../support/requests.ts"
import * as Seed from "../../support/seed.ts"
import { claimsOf } from "../../support/tokens.ts"

/** Guests, each of whom makes 56 requests. With 180 there are 10,080 in all. */
const guestCount = 10

/** Requests of a guest to each operation of each binding: all its messages are fewer than the 20 of a minute. */
const each = 4

/** Stands in everything that others wrote or were told. */
const secret = "zz-private-zz"

/** Says what it must not have seen; that others' words are in no prompt is seen by it, too. */
const model = Layer.succeed(
  LanguageModel.LanguageModel,
  PlainLanguageModel.make(({ prompt }) =>
    Effect.succeed(ScriptedModel.say(JSON.stringify(prompt).includes(secret) ? `You said ${secret}.` : "Hello."))
  )
)

const settings = { GUESTS_ENABLED: "true", RATE_LIMIT_GUESTS: "0", RATE_LIMIT_GUEST_CHAT: "0" }

const TestLayer = FrontDoor.layer(
  TestDatabase.seeded,
  settings,
  undefined,
  undefined,
  undefined,
  Layer.orDie(Layer.scopedContext(startProcess([], { model, variables: { ...settings, JWT_SECRET: jwtSecret } })))
)

/** Result or refusal of a request, over either binding; a stream is its frames. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly isSuccess: boolean
  /** Reasons of the protocol, or the codes of JSON-RPC that have none. */
  readonly reason: string
}

/** Sends a request, and reads the response, or the stream up to its end. */
const ask = Effect.fnUntraced(function* (token: string, { method, text: body, url }: A2aRequest) {
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.make(method)(url).pipe(
    HttpClientRequest.setHeaders({ authorization: `Bearer ${token}`, "a2a-version": "1.0" }),
    (made) => (body === undefined ? made : HttpClientRequest.bodyText(made, body, "application/json"))
  )
  const response = yield* client.execute(request)
  const text = yield* response.text
  const isStream = response.headers["content-type"]?.startsWith("text/event-stream") === true
  const error = isStream ? undefined : JSON.parse(text).error
  const answer: Answer = {
    status: response.status,
    text,
    isSuccess: response.status === 200 && error === undefined,
    reason: (error?.details ?? error?.data)?.[0]?.reason ?? String(error?.code ?? "")
  }
  return answer
})

/** Sends a message, and returns what its sender can name from then on. */
const talk = Effect.fnUntraced(function* (token: string, words: string, contextId: string) {
  const [http] = A2a.bindings
  const body = A2a.message(words, { contextId })
  const { value: task } = yield* http!.send({ token }, body)
  assert.strictEqual(task.status.state, "TASK_STATE_COMPLETED")
  const sql = yield* SqlClient.SqlClient
  const [turn] = yield* sql<{ owner: string; conversation: string; answer: string }>`
    SELECT user_id AS owner, conversation_id AS conversation, answer_id AS answer FROM turns WHERE id = ${task.id}`
  const named: Named = {
    tasks: [task.id],
    contexts: [contextId, turn!.conversation],
    messages: [body.message.messageId],
    actions: []
  }
  return { named, ...turn! }
})

type Talk = Effect.Effect.Success<ReturnType<typeof talk>>

/** Lets an answer ask for a yes. */
const propose = Effect.fnUntraced(function* ({ answer, conversation, owner }: Talk) {
  const sql = yield* SqlClient.SqlClient
  const id = v4()
  yield* sql`INSERT INTO pending_actions ${sql.insert({
    id,
    user_id: owner,
    conversation_id: conversation,
    agent_name: "product-discovery",
    act: "forget_preference",
    fingerprint: id,
    position: 0,
    state: "open",
    proposed_in: v7().replaceAll("-", ""),
    shown_by: answer,
    expires_at: "2999-01-01T00:00:00Z",
    args: {},
    terms: { act: "forget_preference", memoryId: v4(), content: secret }
  })}`
  yield* sql`
    UPDATE messages SET metadata = metadata || ${JSON.stringify({ pending_actions: [id], locale: "en" })}::jsonb
    WHERE id = ${answer}`
  return id
})

/** All that belongs to a person, as `digestOthersData` sees only what belongs to accounts. */
const dataOf = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  const of = (table: string) => sql`
    SELECT t.* FROM ${sql(table)} t WHERE t.user_id = (SELECT id FROM users WHERE email = ${email}) ORDER BY t.id`
  const conversations = yield* of("conversations")
  const messages = yield* sql`
    SELECT * FROM messages WHERE conversation_id IN
      (SELECT id FROM conversations WHERE user_id = (SELECT id FROM users WHERE email = ${email})) ORDER BY seq`
  return { conversations, messages, turns: yield* of("turns"), actions: yield* of("pending_actions") }
})

const emailOf = (token: string) => String(claimsOf(token).sub)

const merge = (all: ReadonlyArray<Named>): Named => ({
  tasks: all.flatMap(({ tasks }) => tasks),
  contexts: all.flatMap(({ contexts }) => contexts),
  messages: all.flatMap(({ messages }) => messages),
  actions: all.flatMap(({ actions }) => actions)
})

const refusals = new Set([400, 404, 409, 422, 429])

/** Describes the fault of an answer to a guest, if it has one. */
const faultOf = (
  { isMessage, task = "", text: sent = "" }: A2aRequest,
  { isSuccess, reason, status, text }: Answer,
  others: Named
) =>
  text.includes(secret) ||
  // A message that is sent again is shown with the parts that it has now.
  (isSuccess && [...others.tasks, ...others.actions].some((id) => text.includes(id) && !sent.includes(id))) ||
  (others.tasks.includes(task) && isSuccess) ||
  (status !== 200 && !refusals.has(status)) ||
  (status === 429 && !isMessage) ||
  (!isSuccess && reason === "")

const newGuest = Effect.map(send("/guests", { method: "POST" }), ({ body }) => String(body.access_token))

layer(TestLayer, { excludeTestServices: true })("every A2A operation that a guest calls", (it) => {
  it.effect(
    "reaches the guest's own tasks and conversations, and nothing of anybody else",
    () =>
      Effect.gen(function* () {
        const seed = yield* Seed.seed
        const sql = yield* SqlClient.SqlClient
        const alice = yield* FrontDoor.tokenOf("alice")
        const neighbour = yield* newGuest
        const others = yield* Effect.forEach([alice, neighbour], (token) =>
          Effect.gen(function* () {
            const ended = yield* talk(token, `Remember ${secret}`, "my lamps")
            const asking = yield* talk(token, `Forget ${secret}`, "my secrets")
            const action = yield* propose(asking)
            const { value } = yield* A2a.bindings[0]!.find({ token }, asking.named.tasks[0]!)
            assert.strictEqual(value.status.state, "TASK_STATE_INPUT_REQUIRED")
            return merge([ended.named, asking.named, { tasks: [], contexts: [], messages: [], actions: [action] }])
          })
        ).pipe(Effect.map(merge))
        const before = [yield* digestOthersData, yield* dataOf(emailOf(neighbour))]
        const counts = new Map<string, number>()
        const guests = yield* Effect.replicateEffect(newGuest, guestCount)
        const answered = yield* Effect.forEach(
          guests,
          (token, index) =>
            Effect.gen(function* () {
              const { named } = yield* talk(token, "Hi", "my lamps")
              return yield* Effect.forEach(requestsOf(named, others, each, seed + 100 * index), (request) =>
                Effect.map(ask(token, request), (answer) => {
                  const key = `${request.operation} ${answer.isSuccess ? "success" : answer.reason}`
                  counts.set(key, (counts.get(key) ?? 0) + 1)
                  return [request, answer] as const
                })
              )
            }),
          { concurrency: 4 }
        ).pipe(Effect.map(Array.flatten))
        const again = `run again with CONTRACT_SEED=${seed}`
        const faults = answered.filter(([request, answer]) => faultOf(request, answer, others))
        assert.strictEqual(
          faults
            .slice(0, 5)
            .map(([request, answer]) => `${JSON.stringify([request, answer])}`.slice(0, 800))
            .join("\n"),
          "",
          `${faults.length} faults; ${again}`
        )
        assert.deepStrictEqual([yield* digestOthersData, yield* dataOf(emailOf(neighbour))], before, again)
        const foreign = yield* sql`
          SELECT FROM turns t JOIN conversations c ON c.id = t.conversation_id WHERE c.user_id <> t.user_id`
        assert.deepStrictEqual([answered.length, foreign.length], [14 * each * guestCount, 0], again)
        for (const binding of ["HTTP+JSON", "JSON-RPC"]) {
          for (const expected of [
            // Of either operation.
            "Message success",
            "Message TASK_NOT_FOUND",
            "Message ACTION_NOT_FOUND",
            "GetTask success",
            "GetTask TASK_NOT_FOUND",
            "ListTasks success",
            "CancelTask TASK_NOT_FOUND",
            "CancelTask TASK_NOT_CANCELABLE",
            "SubscribeToTask TASK_NOT_FOUND",
            "SubscribeToTask UNSUPPORTED_OPERATION",
            "others PUSH_NOTIFICATION_NOT_SUPPORTED"
          ]) {
            const occurs = [...counts.keys()].some((key) => key.startsWith(binding) && key.endsWith(expected))
            assert.isTrue(occurs, `${binding} ${expected} occurs; ${[...counts.keys()].join(", ")}; ${again}`)
          }
        }
      }),
    300_000
  )
})
