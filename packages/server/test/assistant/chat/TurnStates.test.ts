import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { english } from "@storefront/domain/words/Locale"
import { ConversationId } from "@storefront/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { v7 } from "uuid"
import { type StoredAnswer } from "../../../src/assistant/chat/StoredAnswer.ts"
import { type LeasedTurn, TurnStates } from "../../../src/assistant/chat/TurnStates.ts"
import { bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { hold, leasedTurn, makeConversation, stored } from "../../support/conversations.ts"

/** An answer that matters, because it tells of a write; without that, any other. */
const answerWith = (writes: StoredAnswer["writes"]): StoredAnswer => ({
  content: "Done.",
  ownLength: 5,
  shown: [],
  reported: [],
  locale: english,
  agentsInvolved: ["order-management", "product-discovery"],
  specialists: [],
  modelStates: [],
  shows: [],
  cards: [],
  partial: false,
  stopped: false,
  writes,
  tokensIn: 7,
  tokensOut: 3
})
const telling = answerWith([{ tool: "add_to_cart", summary: "Put into your cart." }])
const plain = answerWith([])

const hello = { content: "Hello", metadata: {}, isNew: false, title: "Hello" }

const stateOf = ({ conversationId }: LeasedTurn) =>
  Effect.map(stored(conversationId), ({ turns }) => turns.map(({ state }) => state))

/** What each transition does. */
const steps = Effect.map(TurnStates, (states) => ({
  receive: (turn: LeasedTurn) => states.receive(turn),
  begin: (turn: LeasedTurn) => states.begin(turn, hello),
  release: (turn: LeasedTurn) => states.release(turn),
  answer: (turn: LeasedTurn) => states.end(turn, { _tag: "answered", answer: telling, metadata: {} }),
  "answer plainly": (turn: LeasedTurn) => states.end(turn, { _tag: "answered", answer: plain, metadata: {} }),
  fail: (turn: LeasedTurn) => states.end(turn, { _tag: "failed", failure: "deadline" }),
  hear: (turn: LeasedTurn) => states.acknowledge(turn, true),
  lose: (turn: LeasedTurn) => states.acknowledge(turn, false),
  abandon: (turn: LeasedTurn) => states.abandon(turn.id)
}))
type Step = keyof Effect.Effect.Success<typeof steps>

/** A way, and the states that it ends in; the last step of some changes nothing. */
const ways: ReadonlyArray<readonly [way: ReadonlyArray<Step>, end: string | undefined]> = [
  [["receive"], "received"],
  [["receive", "receive"], "received"],
  [["receive", "release"], undefined],
  [["receive", "abandon"], undefined],
  [["begin"], "running"],
  [["receive", "begin"], "running"],
  [["begin", "release"], "running"],
  [["begin", "hear"], "running"],
  [["begin", "abandon"], "abandoned"],
  [["begin", "fail"], "failed"],
  [["begin", "answer plainly"], "acknowledged"],
  [["begin", "answer"], "answered"],
  [["begin", "answer", "hear"], "acknowledged"],
  [["begin", "answer", "lose"], "unheard"],
  [["begin", "answer", "abandon"], "unheard"],
  [["begin", "answer", "hear", "lose"], "acknowledged"],
  [["begin", "answer", "hear", "abandon"], "acknowledged"],
  [["begin", "abandon", "abandon"], "abandoned"]
]

for (const engine of TestDatabase.engines) {
  const TestLayer = TurnStates.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`the states of a turn on ${engine.name}`, (it) => {
    for (const [way, end] of ways) {
      it.effect(`${way.join(", ")}: ${end ?? "nothing"}`, () =>
        Effect.gen(function* () {
          const turn = leasedTurn(yield* makeConversation())
          const all = yield* steps
          yield* Effect.forEach(way, (step): Effect.Effect<unknown, { readonly _tag: string }> => all[step](turn))
          assert.deepStrictEqual(yield* stateOf(turn), end === undefined ? [] : [end])
        })
      )
    }

    it.effect("end only once", () =>
      Effect.gen(function* () {
        const { abandon, answer, begin, fail } = yield* steps
        const turn = leasedTurn(yield* makeConversation())
        yield* begin(turn)
        yield* fail(turn)
        assert.strictEqual((yield* Effect.flip(answer(turn)))._tag, "LeaseLost")
        assert.isNull(yield* abandon(turn))
        const { messages, turns } = yield* stored(turn.conversationId)
        assert.deepStrictEqual([messages.length, turns], [1, [{ state: "failed", failure: "deadline" }]])
      })
    )

    it.effect("let one turn have a conversation, whoever comes first", () =>
      Effect.gen(function* () {
        const { begin } = yield* steps
        const conversationId = yield* makeConversation()
        const turns = [leasedTurn(conversationId), leasedTurn(conversationId), leasedTurn(conversationId)]
        const exits = yield* Effect.forEach(turns, (turn) => Effect.either(begin(turn)), { concurrency: 3 })
        assert.deepStrictEqual(exits.map((exit) => (exit._tag === "Left" ? exit.left._tag : "begun")).toSorted(), [
          "ConversationBusy",
          "ConversationBusy",
          "begun"
        ])
        const { messages, turns: rows } = yield* stored(conversationId)
        assert.deepStrictEqual([messages.length, rows.length], [1, 1])
      })
    )

    it.effect("let nobody begin in a conversation that is busy, deleted, unknown or somebody else's", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { begin, receive } = yield* steps
        const busy = yield* makeConversation()
        yield* hold(busy, 60)
        assert.strictEqual((yield* Effect.flip(begin(leasedTurn(busy))))._tag, "ConversationBusy")
        const deleted = yield* makeConversation()
        yield* sql`UPDATE conversations SET is_active = false WHERE id = ${deleted}`
        const foreign = yield* makeConversation([], bob)
        for (const id of [deleted, foreign, ConversationId.make(v7())]) {
          assert.strictEqual((yield* Effect.flip(begin(leasedTurn(id))))._tag, "ConversationNotFound")
          assert.strictEqual((yield* Effect.flip(receive(leasedTurn(id))))._tag, "ConversationNotFound")
        }
      })
    )

    it.effect("begin once, also when the commit was not heard of", () =>
      Effect.gen(function* () {
        const states = yield* TurnStates
        const turn = leasedTurn(yield* makeConversation())
        yield* states.begin(turn, hello)
        yield* states.begin(turn, hello)
        const { messages, turns } = yield* stored(turn.conversationId)
        assert.deepStrictEqual([messages.length, turns.length], [1, 1])
      })
    )

    /** The states on a database where the conversations under a name are gone before the first statement with a text. */
    const releasingBefore = Effect.fnUntraced(function* (text: string, name: string) {
      const sql = yield* SqlClient.SqlClient
      let isReleased = false
      const releasing = new Proxy(sql, {
        apply: (client, self, args) => {
          const statement = Reflect.apply(client, self, args)
          if (isReleased || !String(args[0]).includes(text)) {
            return statement
          }
          isReleased = true
          return Effect.zipRight(sql`DELETE FROM conversations WHERE client_key = ${name}`, statement)
        }
      })
      const context = yield* Layer.build(
        Layer.fresh(TurnStates.layer).pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, releasing)))
      )
      return Context.get(context, TurnStates)
    })

    it.scoped("begin anew for a message whose first turn is released while it comes again", () =>
      Effect.gen(function* () {
        const message = { clientMessageId: v7(), context: v7(), task: null, sha256: "0" }
        const turn = leasedTurn(ConversationId.make(v7()))
        yield* Effect.flatMap(TurnStates, ({ register }) => register(turn, message))
        const { register } = yield* releasingBefore("message_sha256 =", message.context)
        const { conversationId } = yield* register(leasedTurn(turn.conversationId), message)
        assert.deepStrictEqual((yield* stored(conversationId)).turns, [{ state: "received", failure: null }])
      })
    )

    it.scoped("begin anew if their conversation is released while they do", () =>
      Effect.gen(function* () {
        const context = v7()
        const message = { clientMessageId: v7(), context, task: null, sha256: "0" }
        yield* Effect.flatMap(TurnStates, ({ register }) => register(leasedTurn(ConversationId.make(v7())), message))
        const { register } = yield* releasingBefore("INSERT INTO turns", context)
        const other = { ...message, clientMessageId: v7() }
        const { conversationId } = yield* register(leasedTurn(ConversationId.make(v7())), other)
        // The release was undone with the attempt, so that it is found again.
        assert.lengthOf((yield* stored(conversationId)).turns, 2)
      })
    )

    it.effect("begin with a new conversation, whose answer is stored as it is", () =>
      Effect.gen(function* () {
        const states = yield* TurnStates
        const turn = leasedTurn(ConversationId.make(v7()))
        yield* states.begin(turn, { ...hello, isNew: true })
        const { isActive } = yield* states.end(turn, {
          _tag: "answered",
          answer: plain,
          metadata: { partial: false }
        })
        const { conversation, messages } = yield* stored(turn.conversationId)
        assert.deepStrictEqual([isActive, conversation?.title, conversation?.holder], [true, "Hello", null])
        assert.deepInclude(messages[1], {
          role: "assistant",
          content: "Done.",
          agent_name: "orchestrator",
          agents_involved: ["order-management", "product-discovery"],
          metadata: { partial: false },
          tokens_in: 7,
          tokens_out: 3
        })
      })
    )
  })
}
