import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { staffName } from "@storefront/domain/api/ConversationsApi"
import { block } from "@storefront/domain/words/ConfirmationBlock"
import { english } from "@storefront/domain/words/Locale"
import * as ActionOutcomes from "@storefront/domain/words/ActionOutcomes"
import { declined } from "@storefront/domain/words/Sentences"
import { proposalText, summary } from "@storefront/domain/words/ProposalText"
import { type CancelTerms } from "@storefront/domain/confirmation/Terms"
import { Money } from "@storefront/domain/Money"
import { CouponCode } from "@storefront/domain/Pricing"
import { ActionId, type OrderId, UsageLogId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { applyEvent } from "@storefront/domain/turn/TurnEvents"
import { Context, DateTime, Deferred, Effect, Either, Fiber, Layer, Option, Schedule, Stream } from "effect"
import { v7 } from "uuid"
import { AbandonedTurns } from "../../../src/assistant/chat/AbandonedTurns.ts"
import { type StoredAnswer } from "../../../src/assistant/chat/StoredAnswer.ts"
import { ConversationArchive } from "../../../src/assistant/chat/ConversationArchive.ts"
import { type ActionDecision, type StreamedTurns } from "../../../src/assistant/chat/StreamedTurns.ts"
import { TurnOpening } from "../../../src/assistant/chat/TurnOpening.ts"
import { TurnRecord } from "../../../src/assistant/chat/TurnRecord.ts"
import { TurnStates } from "../../../src/assistant/chat/TurnStates.ts"
import { turnOf } from "../../../src/testing/TurnOf.ts"
import { clean, Scanner } from "../../../src/platform/scanner/Scanner.ts"
import { AgentRuns } from "../../../src/assistant/usage/AgentRuns.ts"
import { abandonedReport } from "../../../src/assistant/turn/TurnReport.ts"
import { UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { SpecialistUnavailable } from "../../../src/assistant/specialists/SpecialistAnswer.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as Guard from "../../../src/assistant/guard/Guard.ts"
import { auditChecks } from "../../../src/assistant/usage/AuditChecks.ts"
import { check } from "../../../src/platform/database/Invariant.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { failureOf, makeConversation, stored, textsOf, unhear, leasedTurn } from "../../support/conversations.ts"
import { message } from "../../support/followedTurns.ts"
import { failingStatements } from "../../support/failingStatements.ts"
import { actions, asks, begin, orders, proposing, wish } from "../../support/proposing.ts"

const { say } = ScriptedModel
const [one, two] = orders as [OrderId, OrderId]

const terms = (orderId: OrderId, refund = 1_000): CancelTerms => ({
  act: "cancel_order",
  orderId,
  lines: [],
  refundAmount: Money.make(refund),
  couponReleased: null,
  reason: UserText.make("Changed my mind")
})

/** The server's question about these. */
const question = (first: CancelTerms, ...others: ReadonlyArray<CancelTerms>) =>
  block([summary(first, english), ...others.map((its) => summary(its, english))], english)

const done = (orderId: OrderId) => ActionOutcomes.reportDone(terms(orderId), {}, english)

/** Waits until it is known whether the last answer was received. */
const settled = (conversation: string) =>
  stored(conversation).pipe(
    Effect.filterOrFail(({ conversation }) => conversation?.holder === null),
    Effect.retry(Schedule.spaced("10 millis"))
  )

/** As if the customer had not got the last answer, once it is known that they have. */
const unhearLast = (conversation: string) => Effect.zipRight(settled(conversation), unhear(conversation))

const states = (conversation: string) => Effect.map(actions(conversation), (all) => all.map(({ state }) => state))

const auditAgrees = Effect.map(check(Object.values(auditChecks), 5), (verdicts) =>
  assert.deepStrictEqual(
    verdicts.filter(({ ok }) => !ok),
    []
  )
)

/** An answer that has written. */
const answer: StoredAnswer = {
  content: "Done.",
  ownLength: 5,
  shown: [],
  reported: [],
  locale: english,
  agentsInvolved: [],
  specialists: [],
  modelStates: [],
  shows: [],
  cards: [],
  partial: false,
  stopped: false,
  writes: [{ tool: "add_to_cart", summary: "Put into your cart." }],
  tokensIn: 0,
  tokensOut: 0
}

const RepositoryLayer = Layer.mergeAll(
  TurnOpening.layer,
  TurnRecord.layer,
  TurnStates.layer,
  AbandonedTurns.layer
).pipe(Layer.provideMerge(AgentRuns.layer), Layer.provide([UsageLog.layer, Guard.layer, settings({})]))

const ArchiveLayer = ConversationArchive.layer.pipe(Layer.provide(settings({})))

/** The answer to a message that only decides. */
const decide = (turns: StreamedTurns["Type"], context: string, decisions: ReadonlyArray<ActionDecision>) =>
  Effect.scoped(
    Effect.flatMap(turns.start(ada, message("", { context, decisions })), ({ events, state }) =>
      Effect.map(Stream.runFold(events, state, applyEvent), ({ text }) => text)
    )
  )

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(Layer.merge(shop, ArchiveLayer), engine.layer), { excludeTestServices: true })(
    `confirming on ${engine.name}`,
    (it) => {
      it.scoped("does what was shown after a yes, once, and tells it again", () =>
        Effect.gen(function* () {
          const { say: tell, shop } = yield* begin(
            [asks, say("I have prepared it. Shall I cancel it?\n1. Order one")],
            proposing(one)
          )
          const { conversation_id, response } = yield* tell(wish, null)
          assert.strictEqual(response, `I have prepared it.\n- Order one\n\n${question(terms(one))}`)
          assert.deepStrictEqual(shop.done, [])
          const confirmed = yield* tell("yes", conversation_id)
          assert.deepStrictEqual([confirmed.response, confirmed.agents_involved], [done(one), ["order-management"]])
          assert.strictEqual((yield* tell("Yes please!", conversation_id)).response, done(one))
          assert.deepStrictEqual(shop.done, [one])
          yield* settled(conversation_id)
          const { conversation, runs, turns } = yield* stored(conversation_id)
          assert.isNull(conversation?.holder)
          assert.deepStrictEqual(new Set(turns.map(({ state }) => state)), new Set(["acknowledged"]))
          assert.deepStrictEqual(
            runs.map(({ agent_name, tokens_in, tool_calls_count }) => [agent_name, tool_calls_count, tokens_in]),
            [
              ["order-management", 1, 20],
              ["orchestrator", 1, 20],
              ["order-management", 1, 0],
              ["orchestrator", 1, 0],
              ["order-management", 1, 0],
              ["orchestrator", 1, 0]
            ]
          )
          const archive = yield* ConversationArchive
          const shown = (yield* archive.find(ada.id, conversation_id)).messages[1]!.metadata
          const [action] = yield* actions(conversation_id)
          const [view] = shown["pending_actions"] as ReadonlyArray<Record<string, unknown>>
          assert.deepInclude(view, {
            action_id: action?.id,
            act: "cancel_order",
            state: "confirmed",
            summary: summary(terms(one), english)
          })
          assert.notInclude(JSON.stringify(shown), "own_length")
          yield* auditAgrees
        })
      )

      it.scoped("does nothing after a no, and asks again after an ok", () =>
        Effect.gen(function* () {
          const { say: tell, shop } = yield* begin(
            [asks, say("Prepared."), asks, say("")],
            [...proposing(one), ...proposing(one)]
          )
          const { conversation_id } = yield* tell(wish, null)
          assert.strictEqual((yield* tell("no thanks", conversation_id)).response, declined(english))
          const again = yield* tell(wish, conversation_id)
          assert.strictEqual(again.response, question(terms(one)))
          assert.strictEqual((yield* tell("ok", conversation_id)).response, question(terms(one)))
          assert.deepStrictEqual(shop.done, [])
          assert.strictEqual((yield* tell("yes", conversation_id)).response, done(one))
          assert.deepStrictEqual(yield* states(conversation_id), ["dropped", "confirmed"])
        })
      )

      it.scoped("does what is confirmed by id, and says of each what became of it", () =>
        Effect.gen(function* () {
          const notDone = (orderId: OrderId) => ActionOutcomes.reportDeclined(terms(orderId), english)
          for (const [decisions, response, cancelled] of [
            [["confirm", "confirm"], `${done(one)}\n\n${done(two)}`, [one, two]],
            [["confirm", "decline"], `${done(one)}\n\n${notDone(two)}`, [one]],
            [["decline", "confirm"], `${done(two)}\n\n${notDone(one)}`, [two]],
            [["decline", "decline"], declined(english), []]
          ] as const) {
            const { say: tell, shop, turns } = yield* begin([asks, say("Prepared.")], proposing(one, two))
            const { conversation_id } = yield* tell(wish, null)
            const open = yield* actions(conversation_id)
            const text = yield* decide(
              turns,
              conversation_id,
              open.map(({ id }, index) => ({ actionId: ActionId.make(id), decision: decisions[index]! }))
            )
            assert.strictEqual(text, response)
            assert.deepStrictEqual(shop.done, [...cancelled])
            assert.deepStrictEqual(
              yield* states(conversation_id),
              decisions.map((decision) => (decision === "confirm" ? "confirmed" : "dropped"))
            )
          }
        })
      )

      it.scoped(
        "drops only what is declined by id, below a message of the staff too, and does not deny what was done",
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { say: tell, shop, turns } = yield* begin([asks, say("Prepared.")], proposing(one, two))
            const { conversation_id } = yield* tell(wish, null)
            const [first, second] = (yield* actions(conversation_id)).map(({ id }) => ActionId.make(id))
            yield* sql`INSERT INTO messages ${sql.insert({
              id: v7(),
              conversation_id,
              role: "assistant",
              content: "We have looked at it.",
              agent_name: staffName,
              metadata: {}
            })}`
            const said = (actionId: ActionId, decision: ActionDecision["decision"]) =>
              decide(turns, conversation_id, [{ actionId, decision }])
            assert.strictEqual(yield* said(first!, "decline"), declined(english))
            assert.deepStrictEqual(yield* states(conversation_id), ["dropped", "open"])
            assert.strictEqual(yield* said(second!, "confirm"), done(two))
            assert.strictEqual(yield* said(second!, "decline"), done(two))
            assert.deepStrictEqual(yield* states(conversation_id), ["dropped", "confirmed"])
            assert.deepStrictEqual(shop.done, [two])
          })
      )

      it.scoped("does one of several by its number, and shows what is left", () =>
        Effect.gen(function* () {
          const { say: tell, shop } = yield* begin([asks, say("Prepared.")], proposing(one, two))
          const { conversation_id, response } = yield* tell(wish, null)
          assert.strictEqual(response, `Prepared.\n\n${question(terms(one), terms(two))}`)
          const second = yield* tell("2", conversation_id)
          assert.strictEqual(second.response, `${done(two)}\n\n${question(terms(one))}`)
          assert.strictEqual((yield* tell("yes", conversation_id)).response, done(one))
          assert.deepStrictEqual(shop.done, [two, one])
        })
      )

      it.scoped("asks with a hint below the summary; a yes agrees to the terms alone", () =>
        Effect.gen(function* () {
          const asked: Array<ScriptedModel.ModelRequest> = []
          const { say: tell, shop } = yield* begin(
            [asks, say("Prepared."), asks, say("")],
            [...proposing(one), ...proposing(one)],
            { asked }
          )
          shop.hint = {
            couponCode: CouponCode.make("TEN"),
            isCouponUsedUp: false,
            amount: Money.make(900),
            saves: Money.make(100)
          }
          const hinted = proposalText({ terms: terms(one), hint: shop.hint }, english)
          const { conversation_id, response } = yield* tell(wish, null)
          assert.strictEqual(response, `Prepared.\n\n${block([hinted], english)}`)
          const { messages } = yield* (yield* ConversationArchive).find(ada.id, conversation_id)
          assert.deepNestedInclude(messages[1], { "metadata.pending_actions[0].summary": hinted })
          assert.strictEqual((yield* tell("the same again", conversation_id)).response, block([hinted], english))
          assert.include(JSON.stringify(asked.at(-1)?.prompt.content), "With coupon TEN it would be $9.00, $1.00 less")
          assert.strictEqual((yield* tell("yes", conversation_id)).response, done(one))
          assert.deepStrictEqual(yield* states(conversation_id), ["dropped", "confirmed"])
        })
      )

      it.scoped("drops what other words do not mean, and tells the models", () =>
        Effect.gen(function* () {
          const asked: Array<ScriptedModel.ModelRequest> = []
          const { say: tell, shop } = yield* begin([asks, say("Prepared."), say("It is blue.")], proposing(one), {
            asked
          })
          const { conversation_id } = yield* tell(wish, null)
          const { response } = yield* tell("yes, but what colour is it?", conversation_id)
          assert.strictEqual(response, `It is blue.\n\n${ActionOutcomes.reportSuperseded(terms(one), english)}`)
          assert.deepStrictEqual([shop.done, yield* states(conversation_id)], [[], ["dropped"]])
          assert.deepStrictEqual(textsOf(asked).at(-1), [wish, "Prepared.", "yes, but what colour is it?"])
          assert.include(JSON.stringify(asked.at(-1)?.prompt.content[1]), "dropped_now")
        })
      )

      it.scoped("takes a yes for nothing that another process asked after it came", () =>
        Effect.gen(function* () {
          const here = yield* begin([asks, say("Prepared.")], proposing(one))
          const came = yield* Deferred.make<void>()
          const shown = yield* Deferred.make<void>()
          const scanner = Effect.map(Scanner, (rules) => ({
            ...rules,
            scan: (text: string) =>
              text === "yes"
                ? Effect.as(Effect.zipRight(Deferred.succeed(came, undefined), Deferred.await(shown)), clean)
                : rules.scan(text)
          }))
          const there = yield* begin([], [], {
            scanner: Layer.provide(Layer.effect(Scanner, scanner), Scanner.layerRules([]))
          })
          const conversation = yield* makeConversation()
          const yes = yield* Effect.fork(there.say("yes", conversation))
          yield* Deferred.await(came)
          yield* here.say(wish, conversation)
          yield* settled(conversation)
          yield* Deferred.succeed(shown, undefined)
          assert.strictEqual((yield* Fiber.join(yes)).response, question(terms(one)))
          assert.deepStrictEqual([...here.shop.done, ...there.shop.done], [])
          assert.deepStrictEqual(yield* states(conversation), ["open"])
        })
      )

      it.scoped("shows again what was not received, whatever yes comes first", () =>
        Effect.gen(function* () {
          const { say: tell, shop } = yield* begin([asks, say("Prepared.")], proposing(one))
          const { conversation_id } = yield* tell(wish, null)
          yield* unhearLast(conversation_id)
          assert.strictEqual((yield* tell("yes", conversation_id)).response, question(terms(one)))
          assert.deepStrictEqual(shop.done, [])
          assert.strictEqual((yield* tell("yes", conversation_id)).response, done(one))
        })
      )

      it.scoped("takes what came before the answer was there for no answer to it", () =>
        Effect.gen(function* () {
          const { door, say: tell, shop } = yield* begin([asks, say("Prepared.")], proposing(one, two))
          const { conversation_id } = yield* tell(wish, null)
          // In a process of its own: in the one that answered, the turn before may still hold one of the two places.
          const twice = Effect.fnUntraced(function* (message: string) {
            const { say: tell } = yield* door
            const both = [tell(message, conversation_id), tell(message, conversation_id)]
            return (yield* Effect.all(both, { concurrency: 2 })).map(({ response }) => response)
          })
          const second = `${done(one)}\n\n${question(terms(two))}`
          assert.deepStrictEqual(yield* twice("1"), [second, second])
          shop.refund = 900
          const changed = ActionOutcomes.reportChanged(terms(two), terms(two, 900), english)
          assert.deepStrictEqual(yield* twice("yes"), [
            `${changed}\n\n${question(terms(two, 900))}`,
            `${changed}\n\n${question(terms(two, 900))}`
          ])
          assert.deepStrictEqual(shop.done, [one])
        })
      )

      it.scoped("proposes anew what has changed, with what changed first", () =>
        Effect.gen(function* () {
          const { say: tell, shop } = yield* begin([asks, say("Prepared.")], proposing(one))
          const { conversation_id } = yield* tell(wish, null)
          shop.refund = 900
          assert.strictEqual(
            (yield* tell("yes", conversation_id)).response,
            `${ActionOutcomes.reportChanged(terms(one), terms(one, 900), english)}\n\n${question(terms(one, 900))}`
          )
          assert.deepStrictEqual(shop.done, [])
          yield* tell("yes", conversation_id)
          assert.deepStrictEqual([shop.done, yield* states(conversation_id)], [[one], ["stale", "confirmed"]])
        })
      )

      it.scoped("goes by the row when the specialist does not say what it has done", () =>
        Effect.gen(function* () {
          const away = new SpecialistUnavailable({
            reason: "timeout",
            usage: { tokensIn: 0, tokensOut: 0 },
            writes: []
          })
          const lost = yield* begin([asks, say("Prepared.")], proposing(one), {
            wrap: ({ confirm }) => ({ confirm: (...request) => Effect.zipRight(confirm(...request), away) })
          })
          const first = yield* lost.say(wish, null)
          assert.strictEqual((yield* lost.say("yes", first.conversation_id)).response, done(one))
          const down = yield* begin([asks, say("Prepared.")], proposing(one), { wrap: () => ({ confirm: () => away }) })
          const second = yield* down.say(wish, null)
          const { agents_involved, response } = yield* down.say("yes", second.conversation_id)
          assert.strictEqual(response, `${ActionOutcomes.reportFailed(terms(one), english)}\n\n${question(terms(one))}`)
          assert.deepStrictEqual([agents_involved, down.shop.done], [["order-management"], []])
        })
      )

      it.scoped("waits for the row while the database is away", () =>
        Effect.gen(function* () {
          const away = { count: 0, text: "SELECT" }
          const lost = begin([asks, say("Prepared.")], proposing(one), {
            wrap: ({ confirm }) => ({
              confirm: (...request) => Effect.tap(confirm(...request), () => Effect.sync(() => (away.count = 2)))
            })
          })
          const { say: tell, shop } = yield* Effect.provide(lost, failingStatements(away))
          const { conversation_id } = yield* tell(wish, null)
          assert.strictEqual((yield* tell("yes", conversation_id)).response, done(one))
          assert.deepStrictEqual([shop.done, away.count < 0], [[one], true])
        })
      )

      it.scoped("does it once when two processes get the yes, and tells both", () =>
        Effect.gen(function* () {
          const here = yield* begin([asks, say("Prepared.")], proposing(one))
          const there = yield* here.door
          const { conversation_id } = yield* here.say(wish, null)
          const yes = [here, there].map((door) => door.say("yes", conversation_id))
          const told = yield* Effect.all(yes, { concurrency: 2 })
          assert.deepStrictEqual(
            told.map(({ response }) => response),
            [done(one), done(one)]
          )
          assert.deepStrictEqual(here.shop.done, [one])
        })
      )

      it.scoped("tells what was done when its process died before the answer, whatever is said next", () =>
        Effect.gen(function* () {
          for (const [message, next] of [
            ["yes", `${done(two)}\n\n${done(one)}`],
            ["ok", `${done(one)}\n\n${question(terms(two))}`],
            [
              "What colour is it?",
              `It is blue.\n\n${done(one)}\n\n${ActionOutcomes.reportSuperseded(terms(two), english)}`
            ]
          ] as const) {
            const { say: tell } = yield* begin([asks, say("Prepared."), say("It is blue.")], proposing(one, two))
            const { conversation_id } = yield* tell(wish, null)
            yield* tell("1", conversation_id)
            yield* settled(conversation_id)
            const sql = yield* SqlClient.SqlClient
            const [last] = yield* sql`
              SELECT id FROM messages WHERE conversation_id = ${conversation_id} ORDER BY seq DESC LIMIT 1`
            yield* sql`UPDATE turns SET state = 'abandoned', answer_id = NULL WHERE answer_id = ${last!["id"]}`
            yield* sql`DELETE FROM messages WHERE id = ${last!["id"]}`
            assert.strictEqual((yield* tell(message, conversation_id)).response, next)
          }
        })
      )

      it.scoped("confirms by id, and stores nothing for an id that is not the customer's there", () =>
        Effect.gen(function* () {
          const { chat, say: tell, shop } = yield* begin([asks, say("Prepared.")], proposing(one, two))
          const { conversation_id } = yield* tell(wish, null)
          const [, second] = yield* actions(conversation_id)
          const elsewhere = yield* makeConversation()
          for (const conversation of [elsewhere, null]) {
            assert.strictEqual((yield* Effect.flip(tell("Do it", conversation, [second!.id])))._tag, "ActionNotFound")
          }
          const { conversation, messages } = yield* stored(elsewhere)
          assert.deepStrictEqual([conversation?.holder, messages], [null, []])
          const { response } = yield* tell("Whatever this says", conversation_id, [second!.id])
          assert.strictEqual(response, `${done(two)}\n\n${question(terms(one))}`)
          assert.deepStrictEqual(shop.done, [two])
          yield* chat.accepting
        })
      )

      it.scoped(
        "keeps the lease of an answer until it is known whether it was received, and its sweeper only gives it back",
        () =>
          Effect.gen(function* () {
            const context = yield* Layer.build(RepositoryLayer)
            const { open } = Context.get(context, TurnOpening)
            const record = Context.get(context, TurnRecord)
            const { acknowledge } = Context.get(context, TurnStates)
            const { closeAll } = Context.get(context, AbandonedTurns)
            for (const end of ["acknowledged", "swept"] as const) {
              const conversationId = yield* makeConversation()
              const leased = leasedTurn(conversationId)
              const { traceId } = leased
              yield* open(
                leased,
                {
                  isNew: false,
                  words: "Hi",
                  guard: clean,
                  namedActions: [],
                  declinedActions: [],
                  acceptLanguage: null,
                  precedingAnswer: Option.none()
                },
                () => Effect.void
              )
              const turn = { ...(yield* turnOf(ada, "Hi")), ...leased }
              const runId = UsageLogId.make(v7())
              const report = abandonedReport({
                runId,
                agentName: "orchestrator",
                traceId,
                startedAt: DateTime.unsafeMake(0),
                endedAt: DateTime.unsafeMake(0)
              })
              const ended = {
                turn,
                report: { ...report, status: "success", errorMessage: null } as const,
                releaseTokens: Effect.void
              }
              const concluded = { conclusion: Either.right(answer), hasProposed: false }
              yield* record.end(ended, Effect.succeed(concluded))
              // Also when nobody heard of the commit.
              yield* record.end(ended, Effect.succeed(concluded))
              assert.strictEqual((yield* stored(conversationId)).conversation?.holder, traceId)
              if (end === "swept") {
                // The process died: nobody holds the lease any more.
                const other = yield* Layer.build(Layer.fresh(RepositoryLayer))
                assert.strictEqual(yield* Context.get(other, AbandonedTurns).closeAll, 1)
              } else {
                yield* acknowledge(turn, true)
              }
              const { conversation, messages, runs, turns } = yield* stored(conversationId)
              assert.isNull(conversation?.holder)
              assert.deepStrictEqual([messages.length, runs.length], [2, 1])
              assert.deepStrictEqual(turns, [{ state: end === "swept" ? "unheard" : "acknowledged", failure: null }])
            }
            assert.strictEqual(yield* closeAll, 0)
          })
      )

      it.scoped("never shows what a run without an answer has proposed; a partial answer asks", () =>
        Effect.gen(function* () {
          const failing = yield* begin([asks], proposing(one).slice(0, 1))
          const { conversationId } = yield* failureOf(failing.say(wish, null))
          assert.deepStrictEqual(yield* states(conversationId), ["dropped"])
          const partial = yield* begin([asks], proposing(one))
          const { conversation_id, response } = yield* partial.say(wish, null)
          assert.isTrue(response.endsWith(`It is prepared.\n\n${question(terms(one))}`))
          assert.deepStrictEqual(yield* states(conversation_id), ["open"])
        })
      )
    }
  )
}
