import { SqlClient } from "@effect/sql"
import { NodeContext } from "@effect/platform-node"
import { assert } from "@effect/vitest"
import { CaseId } from "@storefront/domain/Ids"
import { ConversationArchive } from "@storefront/server/assistant/chat/ConversationArchive"
import { StaffAnswers } from "@storefront/server/assistant/chat/StaffAnswers"
import { CaseOperations } from "@storefront/server/shop/support/CaseOperations"
import { orderIn } from "@storefront/server/testing/OrderFixtures"
import { ada, bob, orderId, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { Effect, Layer, Schema } from "effect"
import { commands } from "../src/commands/cases.ts"
import { heard, typed } from "./support/Heard.ts"

const id = (n: number) => CaseId.make(`dddddddd-0000-4000-8000-0000aaaa000${n}`)
const conversation = (n: number) => `cccccccc-0000-4000-8000-00000000000${n}`

const TestLayer = Layer.mergeAll(CaseOperations.layer, ConversationArchive.layer, StaffAnswers.layer).pipe(
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer),
  Layer.merge(NodeContext.layer)
)

/** What a command prints, and how it ends. */
const run = (...args: ReadonlyArray<string>) => heard(typed(commands, args))

const decodeJson = Schema.decodeUnknownSync(Schema.parseJson())

/** A case of Ada's about an order, one of Bob's in a conversation that he has deleted, and an administrator. */
const open = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* orderIn(1, "shipped")
  yield* sql`
    INSERT INTO users (email, name, password_hash, role) VALUES ('eve@example.com', 'Eve', '-', 'admin')`
  yield* sql`
    INSERT INTO conversations (id, user_id, title, is_active)
    VALUES (${conversation(1)}, ${ada.id}, '-', true), (${conversation(2)}, ${bob.id}, '-', false)`
  yield* sql`
    INSERT INTO support_cases (id, user_id, conversation_id, order_id, kind, summary, created_at)
    VALUES (${id(1)}, ${ada.id}, ${conversation(1)}, ${orderId(1)}, 'missing_parcel', E'Where\\u200bis it?', '2026-03-01T10:00:00Z'),
      (${id(2)}, ${bob.id}, ${conversation(2)}, NULL, 'complaint', 'Too late', '2026-03-02T10:00:00Z')`
})

const messages = (n: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      SELECT role, agent_name, content, metadata FROM messages WHERE conversation_id = ${conversation(n)} ORDER BY seq`
  )

rollingBack(TestLayer)("the command for support cases", (it) => {
  it.effect("lists, shows, answers and closes them, by number or id", () =>
    Effect.gen(function* () {
      yield* open
      assert.deepStrictEqual((yield* run("list")).printed, [
        [
          "case        state  opened            about           order       answered  customer         in their words",
          "#AAAA-0002  open   2026-03-02T10:00  complaint                   no        bob@example.com  Too late",
          "#AAAA-0001  open   2026-03-01T10:00  missing parcel  #0000-0001  no        ada@example.com  Where is it?"
        ].join("\n")
      ])
      const answered = yield* run("answer", "aaaa0001", " It is found. ", "--by", "eve@example.com")
      assert.deepStrictEqual(answered.printed, ["Support case #AAAA-0001: open\n  answered in the conversation"])
      yield* run("answer", id(1), "It comes today.")
      assert.deepStrictEqual(yield* messages(1), [
        { role: "assistant", agent_name: "staff", content: "It is found.", metadata: { author: "Eve" } },
        { role: "assistant", agent_name: "staff", content: "It comes today.", metadata: {} }
      ])
      assert.deepStrictEqual((yield* run("show", "#AAAA-0001")).printed, [
        [
          "Support case #AAAA-0001: open",
          "  about         missing parcel, order #0000-0001",
          "  customer      Ada Byron, ada@example.com",
          "  opened        2026-03-01T10:00",
          `  conversation  ${conversation(1)}`,
          "  said          Where is it?",
          "  answer        It comes today.",
          "",
          "  staff         It is found.",
          "  staff         It comes today."
        ].join("\n")
      ])
      assert.include((yield* run("show", "AAAA-0002")).printed[0], "The customer has deleted the conversation.")
      assert.deepStrictEqual((yield* run("close", "AAAA-0001")).printed, ["Support case #AAAA-0001: closed"])
      const closed = decodeJson((yield* run("list", "--state", "closed", "--json")).printed[0])
      assert.deepNestedInclude(closed, {
        "cases[0].case_id": id(1),
        "cases[0].number": "#AAAA-0001",
        "cases[0].order_number": "#0000-0001",
        count: 1
      })
      assert.deepStrictEqual((yield* run("list", "--state", "taken")).printed, ["No support cases."])
    })
  )

  it.effect("keeps an answer that nobody reads any more, and says so", () =>
    Effect.gen(function* () {
      yield* open
      const answered = yield* run("answer", id(2), "Sorry.")
      assert.include(answered.printed[0], "the customer has deleted the conversation")
      assert.deepStrictEqual(yield* messages(2), [])
      const shown = decodeJson((yield* run("show", id(2), "--json")).printed[0])
      assert.deepNestedInclude(shown, { case_id: id(2), answer: "Sorry.", order_id: null })
      assert.deepNestedInclude(decodeJson((yield* run("answer", id(2), "Bye.", "--json")).printed[0]), {
        shown: false,
        answer: "Bye."
      })
    })
  )

  it.effect("says why it did nothing", () =>
    Effect.gen(function* () {
      yield* open
      yield* run("close", id(1))
      const failureOf = (...args: ReadonlyArray<string>) => Effect.map(run(...args), ({ failure }) => failure)
      const closed = "Support case #AAAA-0001 is closed. Nothing was changed."
      assert.strictEqual(yield* failureOf("close", id(1)), closed)
      assert.strictEqual(yield* failureOf("answer", id(1), "Hello"), closed)
      assert.deepStrictEqual(yield* messages(1), [])
      assert.strictEqual(
        yield* failureOf("answer", id(2), "Hello", "--by", "ada@example.com"),
        "There is no active administrator with this e-mail address. Nothing was changed."
      )
      assert.strictEqual(yield* failureOf("answer", id(2), " "), "An answer must be 1 to 4000 characters")
      assert.strictEqual(yield* failureOf("show", id(9)), `There is no support case ${id(9)}.`)
      assert.strictEqual(
        yield* failureOf("show", "AAAA-0009"),
        "There is no support case #AAAA-0009. Find numbers with: storefront cases list, and ids with --json"
      )
      assert.strictEqual(
        yield* failureOf("close", "nine"),
        '"nine" is not an id. Find numbers with: storefront cases list, and ids with --json'
      )
    })
  )
})
