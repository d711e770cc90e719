import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type ForgetTerms } from "@storefront/domain/confirmation/Terms"
import { type ActionId, MessageId } from "@storefront/domain/Ids"
import { english } from "@storefront/domain/words/Locale"
import * as ActionOutcomes from "@storefront/domain/words/ActionOutcomes"
import { Array, Cause, Effect, Exit, Layer, Option } from "effect"
import { v7 } from "uuid"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as Actions from "../../support/actions.ts"
import { losingCommits } from "../../support/losingCommits.ts"

/** What is kept of an action: its state, the message that confirmed it, its effects, and whether the memory is there. */
const keptOf = (action: ActionId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [kept] = yield* sql<{ state: string; confirmed_by: string | null; effects: number; isThere: boolean }>`
      SELECT state, confirmed_by, (SELECT count(*)::int FROM tool_effects WHERE effect_key = ${action}) AS effects,
        EXISTS (SELECT FROM agent_memories m WHERE m.id = subject) AS "isThere"
      FROM pending_actions WHERE id = ${action}`
    return kept!
  })

const untouched = { state: "open", confirmed_by: null, effects: 0, isThere: true }

const execute = (statement: string, ...params: ReadonlyArray<unknown>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement, params))

for (const engine of TestDatabase.engines) {
  const TestLayer = Actions.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`confirming on ${engine.name}`, (it) => {
    it.effect("does what was shown, once, and gives its result again", () =>
      Effect.gen(function* () {
        const { action, memory, talk } = yield* Actions.asked("once")
        const reply = Actions.nextTurn(talk)
        const yes = yield* Actions.say(reply)
        const settled = yield* Actions.confirm(reply, action, yes)
        const { step, ...rest } = settled
        assert.deepStrictEqual(rest, {
          actionId: action,
          state: "confirmed",
          text: ActionOutcomes.reportDone(Actions.termsOf(memory, "once"), {}, english),
          proposed: null
        })
        assert.deepInclude(Option.getOrThrow(step), { status: "success", output: { deleted: "once" } })
        const done = { state: "confirmed", confirmed_by: yes, effects: 1, isThere: false }
        assert.deepStrictEqual(yield* keptOf(action), done)

        const again = Actions.nextTurn(talk)
        const repeated = yield* Actions.confirm(again, action, yield* Actions.say(again))
        assert.deepStrictEqual([repeated.state, repeated.text], [settled.state, settled.text])
        assert.deepInclude(Option.getOrThrow(repeated.step), { output: { deleted: "once", replayed: true } })
        assert.deepStrictEqual(yield* keptOf(action), done)
      })
    )

    it.effect("happens once when two confirm at the same time", () =>
      Effect.gen(function* () {
        const { action, memory, talk } = yield* Actions.asked("twice at once")
        const yes = yield* Actions.say(Actions.nextTurn(talk))
        const both = yield* Effect.replicateEffect(Actions.confirm(talk, action, yes), 2, { concurrency: 2 })
        assert.deepStrictEqual(
          both.map(({ state, text }) => [state, text]),
          Array.replicate(
            ["confirmed", ActionOutcomes.reportDone(Actions.termsOf(memory, "twice at once"), {}, english)],
            2
          )
        )
        assert.strictEqual((yield* keptOf(action)).effects, 1)
      })
    )

    it.effect("does nothing for a message that came before the answer", () =>
      Effect.gen(function* () {
        const talk = yield* Actions.startTalk(ada)
        const { action_id: action } = yield* Actions.propose(talk, yield* Actions.remember(ada, "too early"))
        const wish = yield* Actions.say(talk)
        yield* Actions.show(talk, action)
        assert.strictEqual((yield* Actions.confirm(talk, action, wish)).state, "unknown")
        assert.deepStrictEqual(yield* keptOf(action), untouched)
      })
    )

    it.effect("finds the result of a commit whose confirmation was lost", () =>
      Effect.gen(function* () {
        const { action, talk } = yield* Actions.asked("lost")
        const yes = yield* Actions.say(Actions.nextTurn(talk))
        const settled = yield* Effect.provide(
          Actions.confirm(talk, action, yes),
          Layer.provide(Layer.fresh(Actions.layer), losingCommits(2))
        )
        assert.deepInclude(Option.getOrThrow(settled.step), { status: "success", output: { deleted: "lost" } })
        assert.deepInclude(yield* keptOf(action), { state: "confirmed", effects: 1 })
      })
    )

    it.effect("knows no action of another person, of another conversation, or that was never shown", () =>
      Effect.gen(function* () {
        const { action, memory, talk } = yield* Actions.asked("private")
        const yes = yield* Actions.say(talk)
        const other = yield* Actions.startTalk()
        const bobs = yield* Actions.startTalk(bob)
        const hidden = yield* Actions.propose(other, yield* Actions.remember(ada, "hidden"))
        const states = yield* Effect.forEach(
          [
            Actions.confirm({ ...talk, person: bob }, action, yes),
            Actions.confirm(bobs, action, yield* Actions.say(bobs)),
            Actions.confirm(other, action, yield* Actions.say(other)),
            Actions.confirm(other, hidden.action_id, yield* Actions.say(other)),
            Actions.confirm(talk, hidden.action_id, yes)
          ],
          (confirming) => confirming
        )
        assert.deepStrictEqual(
          states.map(({ state, text }) => [state, text]),
          Array.replicate(["unknown", ""], 5)
        )
        assert.deepStrictEqual(yield* keptOf(action), untouched)
        assert.deepInclude(yield* keptOf(hidden.action_id), { state: "proposed", effects: 0, isThere: true })
        assert.isString(memory)
      })
    )

    it.effect("takes nothing but the customer's newest message", () =>
      Effect.gen(function* () {
        const { action, answer, talk } = yield* Actions.asked("newest")
        const yes = yield* Actions.say(talk)
        yield* Actions.say(Actions.nextTurn(talk))
        for (const message of [yes, answer, MessageId.make(v7())]) {
          assert.strictEqual((yield* Actions.confirm(talk, action, message)).state, "unknown")
        }
        assert.deepStrictEqual(yield* keptOf(action), untouched)
      })
    )

    it.effect("does nothing when the terms have changed, and proposes the new ones in the turn of the message", () =>
      Effect.gen(function* () {
        const { action, memory, talk } = yield* Actions.asked("red")
        yield* execute("UPDATE agent_memories SET content = 'blue' WHERE id = $1", memory)
        const reply = Actions.nextTurn(talk)
        const settled = yield* Actions.confirm(reply, action, yield* Actions.say(reply))
        assert.deepStrictEqual(
          [settled.state, settled.text],
          [
            "stale",
            ActionOutcomes.reportChanged(Actions.termsOf(memory, "red"), Actions.termsOf(memory, "blue"), english)
          ]
        )
        assert.deepInclude(Option.getOrThrow(settled.step), { status: "error", output: { state: "stale" } })
        assert.deepInclude(yield* keptOf(action), { state: "stale", effects: 0, isThere: true })

        const anew = settled.proposed!
        assert.deepStrictEqual(anew.terms, Actions.termsOf(memory, "blue"))
        assert.strictEqual((yield* Actions.confirm(reply, anew.actionId, yield* Actions.say(reply))).state, "unknown")
        yield* Actions.show(reply, anew.actionId)
        const second = yield* Actions.confirm(talk, anew.actionId, yield* Actions.say(Actions.nextTurn(talk)))
        assert.strictEqual(second.state, "confirmed")
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["stale", "confirmed"])
      })
    )

    it.effect("says that an act is not possible any more", () =>
      Effect.gen(function* () {
        const { action, memory, talk } = yield* Actions.asked("gone")
        yield* execute("DELETE FROM agent_memories WHERE id = $1", memory)
        const settled = yield* Actions.confirm(talk, action, yield* Actions.say(talk))
        assert.deepInclude(settled, {
          state: "stale",
          text: ActionOutcomes.reportImpossible(Actions.termsOf(memory, "gone"), "not_found", english),
          proposed: null
        })
        assert.deepInclude(yield* keptOf(action), { state: "stale", effects: 0 })
      })
    )

    it.effect("looks at role and account anew", () =>
      Effect.gen(function* () {
        for (const change of ["role = 'seller'", "is_active = false"]) {
          const { action, memory, talk } = yield* Actions.asked(change)
          yield* execute(`UPDATE users SET ${change} WHERE id = $1`, ada.id)
          const settled = yield* Actions.confirm(talk, action, yield* Actions.say(talk))
          yield* execute("UPDATE users SET role = 'customer', is_active = true WHERE id = $1", ada.id)
          assert.deepInclude(settled, {
            state: "stale",
            text: ActionOutcomes.reportImpossible(Actions.termsOf(memory, change), "forbidden", english),
            proposed: null
          })
          assert.deepInclude(yield* keptOf(action), { state: "stale", effects: 0, isThere: true })
        }
      })
    )

    it.effect("proposes anew what has expired or was dropped, if it is still possible", () =>
      Effect.gen(function* () {
        for (const [state, end, words] of [
          ["expired", "expires_at = now()", ActionOutcomes.reportExpired],
          ["dropped", "state = 'dropped'", (terms: ForgetTerms) => ActionOutcomes.reportDropped(terms, english)],
          [
            "stale",
            "state = 'stale'",
            (terms: ForgetTerms, isPossible: boolean) =>
              isPossible
                ? ActionOutcomes.reportDropped(terms, english)
                : ActionOutcomes.reportImpossible(terms, "not_found", english)
          ]
        ] as const) {
          const { action, memory, talk } = yield* Actions.asked(state)
          const terms = Actions.termsOf(memory, state)
          yield* execute(`UPDATE pending_actions SET ${end} WHERE id = $1`, action)
          const settled = yield* Actions.confirm(talk, action, yield* Actions.say(talk))
          assert.deepInclude(settled, { state, text: words(terms, true, english) })
          assert.notStrictEqual(settled.proposed!.actionId, action)
          assert.deepStrictEqual(yield* Actions.statesOf(talk), [state, "proposed"])

          yield* execute("DELETE FROM agent_memories WHERE id = $1", memory)
          const gone = yield* Actions.confirm(talk, action, yield* Actions.say(talk))
          assert.deepInclude(gone, { state, proposed: null, text: words(terms, false, english) })
        }
      })
    )

    it.effect("leaves an action open whose act breaks, and one whose run is closed", () =>
      Effect.gen(function* () {
        const broken = yield* Actions.asked("broken")
        const exit = yield* Effect.exit(Actions.confirm(broken.talk, broken.action, yield* Actions.say(broken.talk)))
        assert.include(Exit.match(exit, { onFailure: Cause.pretty, onSuccess: () => "" }), "broken")
        assert.deepStrictEqual(yield* keptOf(broken.action), untouched)

        const late = yield* Actions.asked("late")
        const yes = yield* Actions.say(late.talk)
        const closed = yield* Actions.openRun(late.talk)
        yield* execute("UPDATE agent_runs SET is_closed = true WHERE id = $1", closed)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(Actions.confirm(late.talk, late.action, yes, closed))))
        assert.deepStrictEqual(yield* keptOf(late.action), untouched)
        assert.strictEqual((yield* Actions.confirm(late.talk, late.action, yes)).state, "confirmed")
      })
    )
  })
}
