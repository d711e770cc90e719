import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { TooManyRequests } from "@storefront/domain/Errors"
import { Array, Effect, Either, Layer, Schedule } from "effect"
import { type ChatTurn, ChatTurnFailed } from "../../../src/assistant/chat/ChatTurn.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { Guests } from "../../../src/shop/accounts/Guests.ts"
import { ada, bob, seller, shop } from "../../../src/testing/SmallShop.ts"
import * as TestSpecialist from "../../../src/testing/TestSpecialist.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { SpecialistUnavailable } from "../../../src/assistant/specialists/SpecialistAnswer.ts"
import { failureOf, makeConversation, stored } from "../../support/conversations.ts"
import { losingCommits } from "../../support/losingCommits.ts"
import { type Send, repeating, start } from "../../support/orchestrator.ts"
import { agent, handlers } from "../../support/toyAgent.ts"
import { providerModel } from "../../support/providerModel.ts"
import { servers } from "../../support/providerShapes.ts"

const { call, words } = servers["OpenAI"]!

/** An answer for 300 tokens in and 100 out. */
const costing = (body: unknown, input_tokens = 300, output_tokens = 100): ScriptedProvider.Reply => ({
  body: { ...Object(body), usage: { input_tokens, output_tokens } }
})
const hello = costing(words("Hello."))
const asking = (specialist: string) =>
  costing(call("call_specialist_agent", JSON.stringify({ agent_name: specialist, message: "Well?" })))

/** The chat of a process whose provider follows the script. */
const startWith = Effect.fnUntraced(function* (
  script: ReadonlyArray<ScriptedProvider.Reply>,
  variables: Readonly<Record<string, string>>,
  send: Send = repeating
) {
  const { received, url } = yield* ScriptedProvider.serve(script)
  const all = {
    OPENAI_BASE_URL: url,
    LLM_API: "responses",
    LLM_MODEL: "toy",
    LLM_MAX_OUTPUT_TOKENS: "500",
    ...variables
  }
  const model = Layer.succeedContext(yield* Layer.build(providerModel(all)))
  return { received, chat: yield* start([], { model, variables: all, send }) }
})

const reasonOf = (failure: unknown) => (failure instanceof ChatTurnFailed ? failure.reason : failure)

/** One turn in a conversation of its own, as soon as the person has a place for it. */
const turnOf = (chat: ChatTurn["Type"], user = ada) =>
  chat
    .answer(user, { message: "Hi", conversationId: null })
    .pipe(
      Effect.retry({ while: ({ _tag }) => _tag === "TooManyRequests", schedule: Schedule.spaced("5 millis") }),
      Effect.mapError(reasonOf),
      Effect.either
    )

/** One turn of a new guest at a client address. */
const guestTurn = Effect.fnUntraced(function* (chat: ChatTurn["Type"], client: string) {
  const guest = yield* Effect.flatMap(Guests, ({ add }) => add)
  return yield* chat
    .answer(guest, { message: "Hi", conversationId: null, client })
    .pipe(Effect.mapError(reasonOf), Effect.either)
}, Effect.provide(Guests.layer))

/** What is taken from the days, and what the log has. */
const books = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ taken: number; logged: number; errors: number; runs: number }>`
    SELECT (SELECT coalesce(sum(tokens), 0)::int FROM token_days) AS taken,
      coalesce(sum(tokens_in + tokens_out), 0)::int AS logged, count(*)::int AS runs,
      count(*) FILTER (WHERE status = 'error' AND error_message = 'The tokens for this message are used up')::int AS errors
    FROM usage_logs`
).pipe(Effect.map(([row]) => row!))

for (const engine of TestDatabase.engines) {
  const ShopLayer = Layer.provideMerge(shop, engine.layer)

  layer(ShopLayer, { excludeTestServices: true })(`token budgets on ${engine.name}`, (it) => {
    it.scoped("hold to the token, whatever runs at the same time in two processes", () =>
      Effect.gen(function* () {
        const limits = { BUDGET_TURN_TOKENS: "4000", BUDGET_USER_DAY_TOKENS: "6000" }
        const one = yield* startWith([hello], limits)
        const two = yield* startWith([hello], limits)
        const turns = Array.makeBy(20, (index) => turnOf(index % 2 === 0 ? one.chat : two.chat))
        const [refused, answered] = Array.separate(yield* Effect.all(turns, { concurrency: "unbounded" }))
        const { errors, logged, runs, taken } = yield* books
        assert.strictEqual(taken, logged)
        assert.strictEqual(logged, 400 * answered.length)
        assert.isAtMost(logged, 6_000)
        assert.isNotEmpty(answered)
        assert.deepStrictEqual([runs, errors], [20, refused.length])
        for (const reason of refused) {
          assert.instanceOf(reason, TooManyRequests)
          assert.include(reason.message, "daily limit")
        }
        // Somebody else has a day of his own.
        assert.isTrue(Either.isRight(yield* turnOf(one.chat, bob)))
      })
    )
  })

  // A database of its own: the one before counts all that was used.
  layer(ShopLayer, { excludeTestServices: true })(`token budgets on ${engine.name}`, (it) => {
    it.scoped("of guests hold for the guests of an address together, and for all guests", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const limits = {
          BUDGET_TURN_TOKENS: "4000",
          BUDGET_GUEST_DAY_TOKENS: "32000",
          BUDGET_GUESTS_DAY_TOKENS: "48000"
        }
        const dear = costing(words("Hello."), 2_900, 100)
        const one = yield* startWith([dear], limits)
        const two = yield* startWith([dear], limits)
        const before = yield* books
        const play = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
          const turns = addresses.map((client, index) => guestTurn(index % 2 === 0 ? one.chat : two.chat, client))
          const [refused, answered] = Array.separate(yield* Effect.all(turns, { concurrency: 4 }))
          for (const reason of refused) {
            assert.instanceOf(reason, TooManyRequests)
          }
          return answered.length
        })
        // Several turns run at once, and none is refused for what others have only reserved.
        assert.strictEqual(yield* play(Array.replicate("one", 6)), 6)
        const first = 6 + (yield* play(Array.replicate("one", 8)))
        assert.isAtMost(3_000 * first, 32_000)
        assert.isAtLeast(3_000 * first, 32_000 - 4_000 - 3_000)
        const all = first + (yield* play(Array.makeBy(12, (index) => ["two", "three"][index % 2]!)))
        assert.isAbove(all, first)
        assert.isAtMost(3_000 * all, 48_000)
        const after = yield* books
        assert.deepStrictEqual([after.taken, after.logged - before.logged], [before.taken, 3_000 * all])
        const [used] = yield* sql`SELECT hits FROM rate_limits WHERE bucket = 'guests-tokens'`
        assert.strictEqual(used!["hits"], 3_000 * all)
      })
    )

    it.scoped("refuse a message that needs too much, and nothing more is asked for it", () =>
      Effect.gen(function* () {
        const asked: Array<string> = []
        const send: Send = (request) => {
          asked.push(request.agentName)
          return new SpecialistUnavailable({
            reason: "budget",
            usage: { tokensIn: 5, tokensOut: 5 },
            writes: []
          })
        }
        const script = [asking("product-discovery"), asking("order-management"), hello]
        const { chat } = yield* startWith(script, { BUDGET_USER_DAY_TOKENS: "0" }, send)
        const failure = yield* failureOf(chat.answer(ada, { message: "Hi", conversationId: null }))
        assert.instanceOf(failure.reason, TooManyRequests)
        assert.include(failure.reason.message, "one message may use")
        assert.deepStrictEqual(asked, ["product-discovery"])
        const { messages, runs } = yield* stored(failure.conversationId)
        assert.deepStrictEqual(
          messages.map(({ role }) => role),
          ["user"]
        )
        assert.deepStrictEqual(
          runs.map(({ status, tokens_in }) => [status, tokens_in]),
          [["error", 900]]
        )
      })
    )

    it.scoped("take what a turn may use once, also when nobody hears that it began", () =>
      Effect.gen(function* () {
        const { before, chat } = yield* Effect.all({
          before: books,
          chat: Effect.provide(
            startWith([hello], { BUDGET_TURN_TOKENS: "4000", BUDGET_USER_DAY_TOKENS: "9000" }),
            losingCommits(1)
          )
        })
        yield* chat.chat.answer(ada, { message: "Hi", conversationId: null })
        assert.strictEqual((yield* books).taken - before.taken, 400)
      })
    )

    it.scoped("hold for a client that asks a specialist by itself: it uses the day of the person", () =>
      Effect.gen(function* () {
        const { url } = yield* ScriptedProvider.serve([hello])
        const variables = {
          OPENAI_BASE_URL: url,
          LLM_API: "responses",
          LLM_MODEL: "toy",
          LLM_MAX_OUTPUT_TOKENS: "500",
          BUDGET_USER_DAY_TOKENS: "4100"
        }
        const model = Layer.succeedContext(yield* Layer.build(providerModel(variables)))
        const { client } = yield* TestSpecialist.serveAgent(agent, handlers([]), model, variables)
        const ask = (headers: Readonly<Record<string, string>> = {}) =>
          TestSpecialist.sendTask(
            client,
            TestSpecialist.request(
              "POST",
              "/message:send",
              { ...TestSpecialist.headersFor(seller), ...headers },
              TestSpecialist.message("Hi")
            )
          ).pipe(Effect.map(({ task }) => task.status.state))
        const before = (yield* books).taken
        assert.strictEqual(yield* ask(), "TASK_STATE_COMPLETED")
        assert.strictEqual((yield* books).taken - before, 400)
        assert.strictEqual(yield* ask({ "x-turn-tokens": "100" }), "TASK_STATE_FAILED")
        assert.strictEqual(yield* ask({ "x-turn-tokens": "9000" }), "TASK_STATE_COMPLETED")
        assert.strictEqual((yield* books).taken - before, 400)
      })
    )

    it.scoped("leave out the oldest turns of a conversation, and never the message", () =>
      Effect.gen(function* () {
        const { chat, received } = yield* startWith([hello], {
          BUDGET_HISTORY_TOKENS: "20",
          BUDGET_USER_DAY_TOKENS: "0"
        })
        const conversationId = yield* makeConversation([
          { role: "user", content: "The first question" },
          { role: "assistant", content: "an answer to it ".repeat(5) },
          { role: "user", content: "The second question" },
          { role: "assistant", content: "Short." }
        ])
        yield* chat.answer(ada, { message: "long ".repeat(100), conversationId })
        const sent = JSON.stringify(received[0]!.body)
        for (const kept of ["The second question", "Short.", "long long"]) {
          assert.include(sent, kept)
        }
        for (const dropped of ["The first question", "an answer to it"]) {
          assert.notInclude(sent, dropped)
        }
      })
    )

    it.scoped("do not ask the model when nothing is left", () =>
      Effect.gen(function* () {
        const { chat, received } = yield* startWith([hello], { BUDGET_TURN_TOKENS: "100" })
        const failure = yield* failureOf(chat.answer(ada, { message: "Hi", conversationId: null }))
        assert.instanceOf(failure.reason, TooManyRequests)
        assert.lengthOf(received, 0)
      })
    )
  })
}
