import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { CaseId, ConversationId } from "@storefront/domain/Ids"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { CaseKind, type CaseState } from "@storefront/domain/SupportCases"
import { Effect, Either, Layer, Option } from "effect"
import { v7 } from "uuid"
import { verify } from "../../../src/assistant/usage/Verification.ts"
import { EffectKey } from "../../../src/platform/effects/EffectKey.ts"
import { ToolEffects } from "../../../src/platform/effects/ToolEffects.ts"
import { Policies } from "../../../src/shop/policies/Policies.ts"
import { readPolicy } from "../../../src/shop/policies/PolicyFile.ts"
import { CaseOperations } from "../../../src/shop/support/CaseOperations.ts"
import { type NewCase, SupportCases } from "../../../src/shop/support/SupportCases.ts"
import { orderIn } from "../../../src/testing/OrderFixtures.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ada, bob, orderId, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { makeConversation } from "../../support/conversations.ts"

const open = (conversation: ConversationId, wish: Partial<NewCase> = {}, key = "absent") =>
  SupportCases.pipe(
    Effect.flatMap((cases) =>
      cases.open({ owner: ada.id, conversation, kind: "missing_parcel", order: null, summary: "Where is it?", ...wish })
    ),
    Effect.provideService(EffectKey, key)
  )

/** The same, in a conversation of its own. */
const openNew = Effect.flatMap(makeConversation(), (conversation) => open(conversation))

const rows = (conversation: ConversationId) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly id: string; readonly kind: string; readonly state: string }>`
      SELECT id, kind, state FROM support_cases WHERE conversation_id = ${conversation} ORDER BY created_at, id`
  )

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(SupportCases.layer, CaseOperations.layer, Policies.layer).pipe(
    Layer.provide([ToolEffects.layer, settings({ SUPPORT_CONTACT: "https://shop.example/help" })]),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`support cases on ${engine.name}`, (it) => {
    it.effect("are opened with a number of their own, and tell where people are reached", () =>
      Effect.gen(function* () {
        const conversation = yield* makeConversation()
        const { replayed, result } = yield* open(conversation)
        assert.isFalse(replayed)
        assert.deepStrictEqual(result, {
          case_id: result.case_id,
          number: orderNumberOf(result.case_id),
          state: "open",
          contact: { text: "https://shop.example/help", url: "https://shop.example/help" },
          is_new: true
        })
        const operations = yield* CaseOperations
        assert.deepInclude(yield* operations.find(result.case_id), {
          kind: "missing_parcel",
          summary: "Where is it?",
          order_id: null,
          order_number: null,
          conversation_id: conversation,
          user_name: ada.name,
          user_email: ada.email,
          answer: null
        })
        assert.deepStrictEqual(yield* operations.findByNumber(result.number), [result.case_id])
      })
    )

    it.effect("tell where people are reached by the shop's policy on that, if there is one", () =>
      Effect.gen(function* () {
        const { put, remove } = yield* Policies
        const url = "https://help.shop.example/contact"
        const page = `---\ntitle: Contact\nkind: contact\nurl: ${url}\n---\nWrite to us at the counter.`
        const contact = yield* readPolicy("contact.md", page)
        yield* put([contact], { prune: false, dryRun: false })
        const { result } = yield* openNew
        assert.deepStrictEqual(result.contact, { text: "Write to us at the counter.", url })
        yield* remove("contact", Option.none())
      })
    )

    it.effect("are one for each order of a conversation, and one for all else", () =>
      Effect.gen(function* () {
        yield* orderIn(1, "shipped")
        yield* orderIn(2, "delivered")
        const conversation = yield* makeConversation()
        const opened = yield* Effect.forEach([null, orderId(1), orderId(2), null, orderId(1)], (order) =>
          open(conversation, { order, kind: order === null ? "complaint" : "damaged", summary: String(order) })
        )
        assert.deepStrictEqual(
          opened.map(({ result }) => result.is_new),
          [true, true, true, false, false]
        )
        assert.deepStrictEqual(opened[3]?.result, { ...opened[0]!.result, is_new: false })
        assert.strictEqual(opened[4]?.result.case_id, opened[1]?.result.case_id)
        assert.lengthOf(yield* rows(conversation), 3)
        const other = yield* open(yield* makeConversation(), { order: orderId(1) })
        assert.isTrue(other.result.is_new)
      })
    )

    it.effect("get the order that is named later, if it is the same matter and has no case yet", () =>
      Effect.gen(function* () {
        yield* orderIn(11, "delivered")
        yield* orderIn(12, "delivered")
        const conversation = yield* makeConversation()
        const { result: first } = yield* open(conversation, { kind: "damaged", summary: "It is broken" })
        const named = (order: number, kind: CaseKind) =>
          Effect.map(open(conversation, { order: orderId(order), kind, summary: "Of this order" }), (it) => it.result)
        assert.isTrue((yield* named(12, "complaint")).is_new)
        assert.isFalse((yield* named(12, "damaged")).is_new)
        assert.deepStrictEqual(yield* named(11, "damaged"), { ...first, is_new: false })
        const operations = yield* CaseOperations
        assert.deepInclude(yield* operations.find(first.case_id), { order_id: orderId(11), summary: "It is broken" })
        assert.strictEqual((yield* named(11, "damaged")).case_id, first.case_id)
        assert.lengthOf(yield* rows(conversation), 2)
        const closed = yield* makeConversation()
        const { result: old } = yield* open(closed, { kind: "damaged" })
        yield* operations.close(old.case_id)
        assert.isTrue((yield* open(closed, { kind: "damaged", order: orderId(11) })).result.is_new)
      })
    )

    it.effect("stay as they are when they are opened again, and are new after they were closed", () =>
      Effect.gen(function* () {
        const conversation = yield* makeConversation()
        const { result: first } = yield* open(conversation)
        yield* open(conversation, { kind: "double_charge", summary: "Twice!" })
        const operations = yield* CaseOperations
        assert.deepInclude(yield* operations.find(first.case_id), { kind: "missing_parcel", summary: "Where is it?" })
        yield* operations.close(first.case_id)
        const { result: second } = yield* open(conversation, { kind: "double_charge" })
        assert.notStrictEqual(second.case_id, first.case_id)
        assert.isTrue(second.is_new)
        assert.deepStrictEqual(
          (yield* rows(conversation)).map(({ kind, state }) => [kind, state]),
          [
            ["missing_parcel", "closed"],
            ["double_charge", "open"]
          ]
        )
      })
    )

    it.effect("are one of two that are opened at once", () =>
      Effect.gen(function* () {
        const conversation = yield* makeConversation()
        const opened = yield* Effect.all(
          Array.from({ length: 6 }, (_, index) => open(conversation, { summary: String(index) }, `message ${index}`)),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(yield* rows(conversation), 1)
        assert.strictEqual(new Set(opened.map(({ result }) => result.case_id)).size, 1)
        assert.lengthOf(
          opened.filter(({ result }) => result.is_new),
          1
        )
      })
    )

    it.effect("are opened once for a message, in whatever words a model puts it", () =>
      Effect.gen(function* () {
        const conversation = yield* makeConversation()
        const { result } = yield* open(conversation, {}, "one message")
        const again = yield* open(conversation, { kind: "other", summary: "It has not come" }, "one message")
        assert.deepStrictEqual(again, { result, replayed: true })
      })
    )

    it.effect("are about one's own orders, in one's own conversations", () =>
      Effect.gen(function* () {
        yield* orderIn(3, "shipped", { owner: bob })
        const conversation = yield* makeConversation()
        const refused = (wish: Partial<NewCase>, where = conversation) =>
          Effect.map(Effect.flip(open(where, wish)), ({ _tag }) => _tag)
        assert.strictEqual(yield* refused({ order: orderId(3) }), "OrderNotFound")
        assert.strictEqual(yield* refused({ order: orderId(99) }), "OrderNotFound")
        assert.strictEqual(yield* refused({ owner: bob.id }), "ConversationNotFound")
        assert.strictEqual(yield* refused({}, ConversationId.make(v7())), "ConversationNotFound")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE conversations SET is_active = false WHERE id = ${conversation}`
        assert.strictEqual(yield* refused({}), "ConversationNotFound")
        assert.deepStrictEqual(yield* rows(conversation), [])
      })
    )

    it.effect("are of every kind, and keep words of any length that the tool takes", () =>
      Effect.gen(function* () {
        const kinds = yield* Effect.forEach(CaseKind.literals, (kind) =>
          Effect.flatMap(makeConversation(), (conversation) =>
            Effect.zipRight(open(conversation, { kind, summary: "🙂".repeat(500) }), rows(conversation))
          )
        )
        assert.deepStrictEqual(
          kinds.flatMap((found) => found.map(({ kind }) => kind)),
          [...CaseKind.literals]
        )
      })
    )

    it.effect("are listed newest first, of one state or all", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM support_cases`
        const opened = [yield* openNew, yield* openNew, yield* openNew].map(({ result }) => result.case_id)
        const operations = yield* CaseOperations
        yield* operations.close(opened[1]!)
        const listed = (state: CaseState | null, limit = 10, offset = 0) =>
          Effect.map(operations.list(state, { limit, offset }), (cases) => cases.map(({ case_id }) => case_id))
        assert.deepStrictEqual(yield* listed(null), opened.toReversed())
        assert.deepStrictEqual(yield* listed(null, 1, 1), [opened[1]])
        assert.deepStrictEqual(yield* listed("open"), [opened[2], opened[0]])
        assert.deepStrictEqual(yield* listed("closed"), [opened[1]])
        assert.deepStrictEqual(yield* listed("taken"), [])
      })
    )

    it.effect("are answered until they are closed, and closed once", () =>
      Effect.gen(function* () {
        const operations = yield* CaseOperations
        const { case_id: id } = (yield* openNew).result
        yield* operations.answer(id, "First")
        assert.deepInclude(yield* operations.answer(id, "Second"), { state: "open", answer: "Second", closed_at: null })
        const closed = yield* Effect.all([operations.close(id), operations.close(id)].map(Effect.either), {
          concurrency: "unbounded"
        })
        assert.lengthOf(closed.filter(Either.isRight), 1)
        assert.deepStrictEqual(
          closed.flatMap((end) => (Either.isLeft(end) ? [end.left._tag] : [])),
          ["CaseClosed"]
        )
        assert.strictEqual((yield* Effect.flip(operations.answer(id, "Third")))._tag, "CaseClosed")
        const kept = yield* operations.find(id)
        assert.deepInclude(kept, { state: "closed", answer: "Second" })
        assert.isNotNull(kept.closed_at)
        const unknown = CaseId.make(v7())
        assert.strictEqual((yield* Effect.flip(operations.close(unknown)))._tag, "UnknownCase")
        assert.strictEqual((yield* Effect.flip(operations.find(unknown)))._tag, "UnknownCase")
      })
    )

    it.effect("of somebody else's conversation or order are found by the check of the data", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const isBroken = Effect.map(verify, (verdicts) =>
          verdicts.some(({ invariant, ok }) => !ok && invariant.startsWith("A support case"))
        )
        assert.isFalse(yield* isBroken)
        const { case_id: id } = (yield* openNew).result
        yield* sql`UPDATE support_cases SET user_id = ${bob.id} WHERE id = ${id}`
        assert.isTrue(yield* isBroken)
        yield* sql`UPDATE support_cases SET user_id = ${ada.id}, order_id = ${orderId(3)} WHERE id = ${id}`
        assert.isTrue(yield* isBroken)
      })
    )
  })
}
