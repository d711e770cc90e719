import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { type MemoryCategory } from "@storefront/domain/Memories"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect, Schema } from "effect"
import { seller } from "@storefront/server/testing/SmallShop"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type Wish } from "../../../../src/planner/Wish.ts"
import { answer } from "../../../../src/planner/plan/product-discovery/Plan.ts"
import { toolkit } from "../../../../src/product-discovery/toolkit.ts"
import { listOf } from "../../support/Kept.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { withTools } from "../../../support/WithTools.ts"
import { ShopLayer } from "../../../product-discovery/ShopLayer.ts"

const wish = (intent: Intent, changes: Partial<Wish> = {}): Wish => ({
  ...wishOf(intent, intent),
  ...changes
})

const about = (intent: Intent, content: string | null, category: MemoryCategory | null = null): Wish =>
  wish(intent, { memory: { category, content } })

const play = (asked: Wish) => answer(turnOf(""), asked)

const reply = (asked: Wish) => perform(play(asked), withTools(toolkit, seller), [asked])

const toolsOf = (calls: ReadonlyArray<readonly [string, unknown]>) => calls.map(([name]) => name)

const briefly = (done: ReadonlyArray<Wish>) => done.map(({ intent, memory }) => [intent, memory?.content])

const forgetAll = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM agent_memories`)

const contents = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly content: string }>`SELECT content FROM agent_memories ORDER BY content`, (rows) =>
    rows.map(({ content }) => content)
  )
)

/** Remembers these, the first with the greatest importance. */
const know = Effect.fnUntraced(function* (...memories: ReadonlyArray<readonly [MemoryCategory, string]>) {
  const sql = yield* SqlClient.SqlClient
  yield* forgetAll
  yield* sql`INSERT INTO agent_memories ${sql.insert(
    memories.map(([category, content], index) => ({
      user_id: seller.id,
      category,
      content,
      importance: Math.max(1, 10 - index),
      created_at: new Date(Date.UTC(2026, 0, 1) - index)
    }))
  )}`
})

const encodeFailure = Schema.encodeSync(ToolFailure)
const down = failing({ error: "unavailable", message: "-", retryable: true })

layer(ShopLayer, { excludeTestServices: true })("the playbook of product-discovery", (it) => {
  describe("remembers", () => {
    it.effect("what it is told, in the words of the customer, and leaves it to the shop to say so", () =>
      Effect.gen(function* () {
        yield* forgetAll
        const { answer, calls, state } = yield* reply(about("remember_preference", "I wear size M", "size"))
        assert.deepStrictEqual(calls, [["remember_preference", { category: "size", content: "I wear size M" }]])
        assert.strictEqual(answer, "")
        assert.deepStrictEqual(briefly(state.done), [["remember_preference", "I wear size M"]])
        const other = yield* reply(about("remember_preference", "  that linen over cotton "))
        assert.deepStrictEqual(other.calls, [
          ["remember_preference", { category: "preference", content: "linen over cotton" }]
        ])
        assert.deepStrictEqual(yield* contents, ["I wear size M", "linen over cotton"])
      })
    )

    it.effect("nothing before it knows what", () =>
      Effect.gen(function* () {
        for (const asked of [wish("remember_preference"), about("remember_preference", " ", "size")]) {
          const { answer, calls } = yield* reply(asked)
          assert.deepStrictEqual(calls, [])
          assert.match(answer, /^What shall I remember\?/)
        }
      })
    )

    it.effect("no more when the list is full, and says what to do", () =>
      Effect.gen(function* () {
        const full = failing(encodeFailure(new ToolFailure({ error: "conflict", message: "-" })))
        const asked = about("remember_preference", "I wear size M", "size")
        const { answer: said, state } = yield* perform(play(asked), full)
        assert.isEmpty(state.done)
        assert.match(said, /^I cannot remember more about you\. Ask me what I remember/)
        const later = yield* perform(play(asked), down)
        assert.match(later.answer, /^I could not remember that just now\./)
      })
    )
  })

  describe("recalls", () => {
    it.effect("what is remembered, most important first, each in one line", () =>
      Effect.gen(function* () {
        yield* know(["size", "Shoes 43"], ["avoid", "no\nwool"])
        const all = yield* reply(wish("recall_preferences"))
        assert.strictEqual(all.answer, "This is what I remember about you:\n1. Shoes 43 (size)\n2. no wool (avoid)")
        assert.deepStrictEqual(
          all.state.list.map(({ name }) => name),
          ["Shoes 43", "no\nwool"]
        )
        const sizes = yield* reply(about("recall_preferences", null, "size"))
        assert.deepStrictEqual(sizes.calls, [["recall_preferences", { limit: 50, category: "size" }]])
        assert.notInclude(sizes.answer, "wool")
        const brands = yield* reply(about("recall_preferences", null, "brand"))
        assert.match(brands.answer, /^I remember nothing of that kind \(brand\) about you\./)
        yield* forgetAll
        assert.match((yield* reply(wish("recall_preferences"))).answer, /^I remember nothing about you\./)
        assert.match(
          (yield* perform(play(wish("recall_preferences")), down)).answer,
          /^I could not look that up just now/
        )
      })
    )
  })

  describe("forgets", () => {
    it.effect("what the words fit, typing errors included", () =>
      Effect.gen(function* () {
        yield* know(["avoid", "I never buy wool"], ["size", "Shoes 43"], ["budget", "200 for running shoes"])
        // The category is a guess of the reader; the words decide.
        const { answer, calls, state } = yield* reply(about("forget_preference", "the woll thing", "other"))
        assert.deepStrictEqual(toolsOf(calls), ["recall_preferences", "forget_preference"])
        assert.deepStrictEqual(briefly(state.done), [["forget_preference", "I never buy wool"]])
        assert.strictEqual(answer, "")
        assert.deepStrictEqual(yield* contents, ["200 for running shoes", "Shoes 43"])
      })
    )

    it.effect("the only one of a category", () =>
      Effect.gen(function* () {
        yield* know(["size", "Shoes 43"], ["budget", "200 for running shoes"])
        const { answer } = yield* reply(about("forget_preference", null, "budget"))
        assert.strictEqual(answer, "")
        assert.deepStrictEqual(yield* contents, ["Shoes 43"])
      })
    )

    it.effect("nothing when several could be meant, or none", () =>
      Effect.gen(function* () {
        yield* know(["size", "Shoes 43"], ["size", "Shirts M"], ["budget", "200 for running shoes"])
        const several = yield* reply(about("forget_preference", "my shoes"))
        assert.strictEqual(
          several.answer,
          "Which of these shall I forget?\n1. Shoes 43 (size)\n2. 200 for running shoes (budget)"
        )
        assert.deepInclude(several.state, { asked: "other", ...listOf("Shoes 43", "200 for running shoes"), done: [] })
        const open = yield* reply(wish("forget_preference"))
        assert.match(open.answer, /^Which of these shall I forget\?\n1\. .*\n2\. .*\n3\. /)
        const none = yield* reply(about("forget_preference", "my favourite colour"))
        assert.match(none.answer, /^I do not remember anything like that\. This is what I remember:\n1\. Shoes 43/)
        const brand = yield* reply(about("forget_preference", null, "brand"))
        assert.match(brand.answer, /^I do not remember anything like that\./)
        assert.lengthOf(yield* contents, 3)
        yield* forgetAll
        assert.match((yield* reply(about("forget_preference", "my shoes"))).answer, /^I remember nothing about you\./)
      })
    )

    it.effect("the one with the same words although others share them", () =>
      Effect.gen(function* () {
        yield* know(["size", "Shoes 43"], ["size", "Shoes 43 wide"])
        yield* reply(about("forget_preference", "shoes 43", "size"))
        assert.deepStrictEqual(yield* contents, ["Shoes 43 wide"])
      })
    )

    it.effect("by id, and says when there is none of that id", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* know(["size", "Shoes 43"])
        const [row] = yield* sql<{ readonly id: string }>`SELECT id FROM agent_memories`
        const { answer, calls } = yield* reply(wish("forget_preference", { otherId: row!.id }))
        assert.deepStrictEqual(calls.at(-1), ["forget_preference", { memory_id: row!.id }])
        assert.strictEqual(answer, "")
        yield* know(["size", "Shoes 44"])
        const again = yield* reply(wish("forget_preference", { otherId: row!.id }))
        assert.match(again.answer, /^I do not remember anything like that\. .*\n1\. Shoes 44 /u)
      })
    )

    it.effect("everything, some at a time", () =>
      Effect.gen(function* () {
        yield* know(...[..."ABCDEFGHIJKLM"].map((name) => ["other", `Thing ${name}`] as const))
        const all = { ...wish("forget_preference"), text: "forget everything about me" }
        const { answer, calls } = yield* reply(all)
        assert.isAtMost(calls.length, 16)
        assert.strictEqual(answer, "There is more; say it again and I go on.")
        assert.deepStrictEqual(yield* contents, ["Thing J"])
        assert.strictEqual((yield* reply(all)).answer, "")
        assert.deepStrictEqual(yield* contents, [])
        const broken = yield* perform(play(all), ({ name }) =>
          Effect.succeed(
            name === "recall_preferences"
              ? {
                  isFailure: false,
                  result: {
                    memories: [
                      {
                        memory_id: seller.id,
                        category: "other",
                        content: "Thing G",
                        importance: 5,
                        created_at: "2026-01-01T00:00:00.000Z"
                      }
                    ],
                    count: 1
                  }
                }
              : { isFailure: true, result: { error: "unavailable", message: "-", retryable: true } }
          )
        )
        assert.match(broken.answer, /^I could not forget all of that just now\./)
      })
    )

    it.effect("nothing that the shop has to ask about first, and says nothing of it", () =>
      Effect.gen(function* () {
        yield* know(["size", "Shoes 43"], ["budget", "200 for running shoes"])
        const proposed = { status: "awaiting_confirmation", action_id: seller.id, summary: "-", message: "-" }
        const real = withTools(toolkit, seller)
        for (const asked of [
          wish("forget_preference", { text: "forget everything about me" }),
          about("forget_preference", null, "size")
        ]) {
          const { answer, state } = yield* perform(play(asked), (call) =>
            call.name === "forget_preference" ? Effect.succeed({ isFailure: false, result: proposed }) : real(call)
          )
          assert.strictEqual(answer, "")
          assert.isEmpty(state.done)
        }
        assert.lengthOf(yield* contents, 2)
      })
    )
  })
})
