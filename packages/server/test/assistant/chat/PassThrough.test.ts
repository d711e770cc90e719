import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SpecialistRefused, SpecialistUnavailable } from "../../../src/assistant/specialists/SpecialistAnswer.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { attack } from "../../../src/testing/TestSpecialist.ts"
import { stored, textsOf } from "../../support/conversations.ts"
import { answering, type Options, passOn, type Send, start, usage } from "../../support/orchestrator.ts"
import { actions, begin, orders, proposing, wish } from "../../support/proposing.ts"
import { providerModel } from "../../support/providerModel.ts"
import { at, servers } from "../../support/providerShapes.ts"
import * as StrictProvider from "../../support/strictProvider.ts"

const { call, say } = ScriptedModel

const asks = passOn("order-management", "Where is it?")
const message = { message: "Where is my order?", conversationId: null }

/** One turn of Ada's, how often its model was asked, and what is stored of it. */
const turn = Effect.fnUntraced(function* (script: ReadonlyArray<ScriptedModel.Line>, options: Options) {
  const asked: Array<ScriptedModel.ModelRequest> = []
  const chat = yield* start(script, { ...options, asked })
  const { conversation_id, response } = yield* chat.answer(ada, message)
  return { response, requests: asked.length, ...(yield* stored(conversation_id)), chat, conversation_id, asked }
})

/** The steps of the orchestrator in a conversation. */
const stepsOf = (conversation: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ tool_name: string; status: string; tool_output: unknown }>`
      SELECT tool_name, s.status, tool_output FROM agent_execution_steps s JOIN usage_logs l ON l.id = s.usage_log_id
      WHERE l.conversation_id = ${conversation} AND l.agent_name = 'orchestrator' ORDER BY step_index`
  )

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("an answer passed through", (it) => {
  it.scoped("is the customer's as it is, after one request to the orchestrator's model", () =>
    Effect.gen(function* () {
      // Neutralised it would be another text: a model would see "..." and "TM".
      const text = "It is on its way… with Pigeon™.\n\n1. 東京！"
      const { conversation_id, messages, requests, response, runs } = yield* turn([asks], { send: answering(text) })
      assert.strictEqual(response, text)
      assert.strictEqual(requests, 1)
      assert.deepStrictEqual(
        messages.map(({ agents_involved, content, tokens_in, tokens_out }) => [
          content,
          agents_involved,
          tokens_in,
          tokens_out
        ]),
        [
          [message.message, [], 0, 0],
          [text, ["order-management"], 10 + usage.tokensIn, 5 + usage.tokensOut]
        ]
      )
      assert.deepInclude(runs[0], { agent_name: "orchestrator", status: "success", tool_calls_count: 1, tokens_in: 10 })
      const steps = yield* stepsOf(conversation_id)
      assert.deepStrictEqual(
        steps.map(({ status, tool_name }) => [tool_name, status]),
        [["call_specialist_agent", "success"]]
      )
    })
  )

  it.scoped("keeps the states of both models, also that of the one which only called", () =>
    Effect.gen(function* () {
      const calling = [...ScriptedModel.sayWithState("", { kept: "front" }).slice(0, 1), ...(asks as [])]
      const { messages } = yield* turn([calling], {
        send: answering("Here.", { modelState: Option.some({ kept: "back" }) })
      })
      assert.deepStrictEqual(messages[1]?.metadata["model_states"], [{ kept: "back" }, { kept: "front" }])
    })
  )

  it.scoped("goes through the front door's own checks", () =>
    Effect.gen(function* () {
      const { conversation_id, response } = yield* turn([asks], {
        send: answering("Look: ![it](https://evil.example/x.png)\nReply “yes” to confirm.")
      })
      assert.strictEqual(response, "Look: it")
      assert.deepInclude((yield* stepsOf(conversation_id))[1], {
        tool_name: "egress",
        tool_output: { removed: ["image"] }
      })
    })
  )

  const toTheModel: ReadonlyArray<readonly [string, ReadonlyArray<ScriptedModel.Line>, Send]> = [
    [
      "a specialist that failed",
      [asks, say("Sorry."), say("Sorry.")],
      () => new SpecialistUnavailable({ reason: "timeout", usage, writes: [] })
    ],
    ["a specialist that refused", [asks, say("Sorry.")], () => new SpecialistRefused({ usage })],
    [
      "a specialist that failed after it had written",
      [asks, say("Sorry.")],
      () => new SpecialistUnavailable({ reason: "failed", usage, writes: ["add_to_cart"] })
    ],
    ["an answer that the guard keeps from the model", [asks, say("Sorry.")], answering(`Well, ${attack}.`)],
    [
      "one of two calls at once",
      [
        call(
          ["call_specialist_agent", { agent_name: "order-management", message: "A", answer_directly: true }],
          ["call_specialist_agent", { agent_name: "order-management", message: "B", answer_directly: true }]
        ),
        say("Sorry.")
      ],
      answering("Here.")
    ],
    [
      "a second call",
      [
        call(["call_specialist_agent", { agent_name: "order-management", message: "A", answer_directly: false }]),
        asks,
        say("Sorry.")
      ],
      answering("Here.")
    ]
  ]
  for (const [name, script, send] of toTheModel) {
    it.scoped(`is not ${name}: the model has the last word`, () =>
      Effect.gen(function* () {
        const asked: Array<ScriptedModel.ModelRequest> = []
        const chat = yield* start(script, { send, asked })
        const response = yield* chat.answer(ada, message).pipe(
          Effect.map((answer) => answer.response),
          // When nothing at all was to be had, the model's apology is no answer.
          Effect.catchTag("ChatTurnFailed", () => Effect.succeed("Sorry."))
        )
        assert.strictEqual(response, "Sorry.")
        assert.isAbove(asked.length, 1)
      })
    )
  }

  it.scoped("that proposes has the shop's question below it, which a yes answers", () =>
    Effect.gen(function* () {
      const [order] = orders
      const asked: Array<ScriptedModel.ModelRequest> = []
      const { say: tell, shop: served } = yield* begin(
        [passOn("order-management", `${wish}.`)],
        [proposing(order!)[0]!, say("It is prepared. Shall I do it?")],
        { asked }
      )
      const { conversation_id, response } = yield* tell(wish, null)
      assert.match(response, /^It is prepared\.\n\nPlease confirm\. .*Reply “yes” to confirm\.$/s)
      assert.notInclude(response, "Shall I do it?")
      assert.deepStrictEqual(
        (yield* actions(conversation_id)).map(({ state }) => state),
        ["open"]
      )
      yield* tell("yes", conversation_id)
      assert.deepStrictEqual(served.done, [order!])
      assert.lengthOf(asked, 1)
      const { messages } = yield* stored(conversation_id)
      // Both answers name the order: as a proposal by the shop's question, and once it is done.
      assert.deepStrictEqual(messages[3]?.metadata["shows"], [{ kind: "order", ids: [order] }])
    })
  )

  it.scoped("of a specialist that leaves all of it to the shop is the shop's question alone", () =>
    Effect.gen(function* () {
      const { say: tell } = yield* begin([passOn("order-management", `${wish}.`)], [proposing(orders[0]!)[0]!, say("")])
      const { response } = yield* tell(wish, null)
      assert.match(response, /^Please confirm\. /)
    })
  )

  for (const server of ["OpenAI", "Anthropic", "OpenAI, Chat Completions", "Ollama"]) {
    it.scoped(`is an answer like any other to ${server} in the next turn`, () =>
      Effect.gen(function* () {
        const { call, provider, words } = servers[server]!
        const asking = call(
          "call_specialist_agent",
          JSON.stringify({ agent_name: "order-management", message: "Where is it?", answer_directly: true })
        )
        const script = [{ body: asking }, { body: words("You are welcome.") }]
        const { received, url } = yield* ScriptedProvider.serve(script, StrictProvider.refuse)
        const model = Layer.succeedContext(yield* Layer.build(providerModel(at(provider, url))))
        const chat = yield* start([], { model, send: answering("It is here.") })
        const { conversation_id, response } = yield* chat.answer(ada, message)
        assert.strictEqual(response, "It is here.")
        const next = yield* chat.answer(ada, { message: "Thank you", conversationId: conversation_id })
        assert.strictEqual(next.response, "You are welcome.")
        assert.lengthOf(received, 2)
        const told = JSON.stringify(received[1]?.body)
        assert.include(told, "It is here.")
        assert.notInclude(told, '"call_id"')
        assert.notInclude(told, '"tool_call_id"')
        assert.notInclude(told, '"tool_use_id"')
      })
    )
  }

  it.scoped("is followed by a turn in which the model reads the conversation without a gap", () =>
    Effect.gen(function* () {
      const { asked, chat, conversation_id } = yield* turn([asks, say("You are welcome.")], {
        send: answering("It is here.")
      })
      yield* chat.answer(ada, { message: "Thank you", conversationId: conversation_id })
      assert.deepStrictEqual(textsOf(asked)[1], [message.message, "It is here.", "Thank you"])
    })
  )
})
