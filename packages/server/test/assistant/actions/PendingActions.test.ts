import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { CurrentUser, type User } from "@storefront/domain/Identity"
import { type MemoryId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { CouponCode } from "@storefront/domain/Pricing"
import { english } from "@storefront/domain/words/Locale"
import { summary } from "@storefront/domain/words/ProposalText"
import { Effect, Layer, Option } from "effect"
import { PendingActions } from "../../../src/assistant/actions/PendingActions.ts"
import { Proposals } from "../../../src/assistant/actions/Proposals.ts"
import { type Purpose } from "../../../src/platform/effects/BindingAct.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as Actions from "../../support/actions.ts"

const rename = (content: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE agent_memories SET content = ${content} WHERE content = 'old'`
  )

for (const engine of TestDatabase.engines) {
  const TestLayer = Actions.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`proposals on ${engine.name}`, (it) => {
    it.effect("are stored with what binds, and found as they were made", () =>
      Effect.gen(function* () {
        const { find, proposedIn } = yield* PendingActions
        const talk = yield* Actions.startTalk()
        const [red, size] = [yield* Actions.remember(ada, "likes red"), yield* Actions.remember(ada, "size M")]
        const first = yield* Actions.propose(talk, red)
        const second = yield* Actions.propose(talk, size)
        assert.deepStrictEqual(
          [first.status, first.summary, first.message.includes("Nothing has been done")],
          ["awaiting_confirmation", summary(Actions.termsOf(red, "likes red"), english), true]
        )
        const found = yield* proposedIn(talk.conversation, talk.turn)
        assert.deepStrictEqual(
          found.map(({ agentName, args, id, proposedIn, state, terms }) => ({
            agentName,
            args,
            id,
            proposedIn,
            state,
            terms
          })),
          [
            { id: first.action_id, memoryId: red, content: "likes red" },
            { id: second.action_id, memoryId: size, content: "size M" }
          ].map(({ content, id, memoryId }) => ({
            id,
            state: "proposed" as const,
            agentName: "product-discovery" as const,
            args: { memoryId },
            terms: Actions.termsOf(memoryId, content),
            proposedIn: talk.turn
          }))
        )
        const ids = [second.action_id, first.action_id]
        assert.deepStrictEqual(
          (yield* find(ada.id, talk.conversation, ids)).map(({ id }) => id),
          ids
        )
        assert.deepStrictEqual(yield* find(bob.id, talk.conversation, ids), [])
        assert.deepStrictEqual(yield* find(ada.id, talk.conversation, []), [])
      })
    )

    it.effect("keep a hint beside their terms, and say it below these", () =>
      Effect.gen(function* () {
        const { find } = yield* PendingActions
        const act = yield* Actions.forgetting
        const hint = {
          couponCode: CouponCode.make("TEN"),
          isCouponUsedUp: false,
          amount: Money.make(4_100),
          saves: Money.make(900)
        }
        const hinted = {
          ...act,
          prepare: (caller: User, args: { readonly memoryId: MemoryId }, purpose: Purpose) =>
            Effect.map(act.prepare(caller, args, purpose), (prepared) => ({ ...prepared, hint: Effect.succeed(hint) }))
        }
        const talk = yield* Actions.startTalk()
        const memoryId = yield* Actions.remember(ada, Actions.newTrace())
        const { action_id, summary } = yield* Actions.proposeAct(talk, hinted, { memoryId })
        assert.include(summary, "With coupon TEN it would be $41.00")
        const [found] = yield* find(ada.id, talk.conversation, [action_id])
        assert.deepStrictEqual(found?.hint, hint)
      })
    )
    it.effect("are the same row for the same terms, also when two make them at once", () =>
      Effect.gen(function* () {
        const talk = yield* Actions.startTalk()
        const memory = yield* Actions.remember(ada, "same")
        const made = yield* Effect.all([Actions.propose(talk, memory), Actions.propose(talk, memory)], {
          concurrency: "unbounded"
        })
        assert.strictEqual(made[0].action_id, made[1].action_id)
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["proposed"])
      })
    )

    it.effect("replace the one for the same subject", () =>
      Effect.gen(function* () {
        const talk = yield* Actions.startTalk()
        const memory = yield* Actions.remember(ada, "old")
        yield* Actions.propose(talk, memory)
        yield* rename("new")
        yield* Actions.propose(talk, memory)
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["dropped", "proposed"])
      })
    )

    it.effect("are at most five in a turn", () =>
      Effect.gen(function* () {
        const talk = yield* Actions.startTalk()
        const memories = yield* Effect.forEach(["1", "2", "3", "4", "5", "6"], (n) =>
          Actions.remember(ada, `many ${n}`)
        )
        yield* Effect.forEach(memories.slice(0, 5), (memory) => Actions.propose(talk, memory))
        const refused = yield* Effect.flip(Actions.propose(talk, memories[5]!))
        assert.strictEqual(refused._tag, "TooManyProposals")
        yield* Actions.propose(talk, memories[0]!)
        yield* Actions.propose(Actions.nextTurn(talk), memories[5]!)
        assert.strictEqual((yield* Actions.statesOf(talk)).length, 6)
      })
    )

    it.effect("need an active conversation of the person, and a turn", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const talk = yield* Actions.startTalk()
        const memory = yield* Actions.remember(bob, "bob's")
        const foreign = yield* Effect.flip(Actions.propose({ ...talk, person: bob }, memory))
        yield* sql`UPDATE conversations SET is_active = false WHERE id = ${talk.conversation}`
        const deleted = yield* Effect.flip(Actions.propose(talk, yield* Actions.remember(ada, "deleted")))
        const outside = yield* Effect.flatMap(Effect.all([Proposals, Actions.forgetting]), ([{ propose }, act]) =>
          Effect.flip(propose(act, { memoryId: memory }))
        ).pipe(Effect.provideService(CurrentUser, bob))
        assert.deepStrictEqual([foreign._tag, deleted._tag, outside._tag], Array(3).fill("NoConversation"))
        assert.deepStrictEqual(yield* Actions.statesOf(talk), [])
      })
    )

    it.effect("are open once shown, in the order of the answer; what else the turn has proposed is dropped", () =>
      Effect.gen(function* () {
        const { proposedIn } = yield* PendingActions
        const talk = yield* Actions.startTalk()
        const made = yield* Effect.forEach(["a", "b", "c"], (name) =>
          Effect.flatMap(Actions.remember(ada, `shown ${name}`), (memory) => Actions.propose(talk, memory))
        )
        const [a, b, c] = [made[0]!.action_id, made[1]!.action_id, made[2]!.action_id]
        const answer = yield* Actions.show(talk, c, a)
        const open = yield* proposedIn(talk.conversation, talk.turn)
        assert.deepStrictEqual(
          open.map(({ id, shownBy, state }) => [id, shownBy, state]),
          [
            [c, answer, "open"],
            [a, answer, "open"]
          ]
        )
        assert.notInclude([c, a], b)
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["open", "dropped", "open"])
      })
    )

    it.effect("stay open when they are proposed again by a turn that fails", () =>
      Effect.gen(function* () {
        const { dropAll, proposedIn } = yield* PendingActions
        const { action, memory, talk } = yield* Actions.asked("again")
        const failing = Actions.nextTurn(talk)
        assert.strictEqual((yield* Actions.propose(failing, memory)).action_id, action)
        yield* Actions.propose(failing, yield* Actions.remember(ada, "never shown"))
        assert.strictEqual((yield* proposedIn(talk.conversation, failing.turn)).length, 2)
        yield* dropAll(talk.conversation, Option.some(failing.turn))
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["open", "dropped"])
        yield* dropAll(talk.conversation, Option.none())
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["dropped", "dropped"])
      })
    )

    it.effect("are not shown by another turn before their own has shown them, nor when they are over", () =>
      Effect.gen(function* () {
        const talk = yield* Actions.startTalk()
        const { action_id } = yield* Actions.propose(talk, yield* Actions.remember(ada, "of another turn"))
        yield* Actions.show(Actions.nextTurn(talk), action_id)
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["proposed"])
        yield* (yield* PendingActions).drop(talk.conversation, [action_id])
        yield* Actions.show(talk, action_id)
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["dropped"])
      })
    )

    it.effect("expire, which the next proposal writes down", () =>
      Effect.gen(function* () {
        const { find } = yield* PendingActions
        const { action, memory, talk } = yield* Actions.asked("expiring")
        yield* Actions.expire(action)
        const [read] = yield* find(ada.id, talk.conversation, [action])
        assert.strictEqual(read!.state, "expired")
        const anew = yield* Actions.propose(Actions.nextTurn(talk), memory)
        assert.notStrictEqual(anew.action_id, action)
        assert.deepStrictEqual(yield* Actions.statesOf(talk), ["expired", "proposed"])
      })
    )
  })
}
