import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type TaskState } from "@storefront/domain/api/AgentApi"
import { type User } from "@storefront/domain/Identity"
import { ActionId, ConversationId, MemoryId, TurnId } from "@storefront/domain/Ids"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { v7 } from "uuid"
import { TaskArchive, type TaskQuery } from "../../../src/assistant/chat/TaskArchive.ts"
import * as TaskEncoding from "../../../src/doors/a2a/TaskEncoding.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { termsOf } from "../../support/actions.ts"

const conversation = Effect.fnUntraced(function* (client_key: string | null = null, owner: User = ada) {
  const sql = yield* SqlClient.SqlClient
  const id = ConversationId.make(v7())
  yield* sql`INSERT INTO conversations ${sql.insert({ id, user_id: owner.id, title: "Talk", client_key })}`
  return id
})

interface Turn {
  readonly state: string
  readonly answer?: { readonly content: string; readonly metadata?: object }
  readonly task?: TurnId
  readonly conversation?: ConversationId
  readonly door?: "a2a" | "rest"
  readonly owner?: User
  readonly clientMessageId?: string
  readonly failure?: string
  readonly isStopped?: boolean
  /** Minutes after noon at which it ended, or began if it has not. */
  readonly minute?: number
}

const at = (minute: number) => `2026-01-01T12:${String(minute).padStart(2, "0")}:00.123456Z`

/** Stores a turn, with message and answer. */
const store = Effect.fnUntraced(function* (turn: Turn) {
  const sql = yield* SqlClient.SqlClient
  const { answer, door = "a2a", failure = null, isStopped = false, minute = 0, owner = ada, state } = turn
  const id = TurnId.make(v7())
  const conversationId = turn.conversation ?? (yield* conversation(null, owner))
  const isOpen = ["received", "running", "answered"].includes(state)
  const messageId = state === "received" ? null : v7()
  const answerId = answer === undefined ? null : v7()
  if (messageId !== null) {
    yield* sql`INSERT INTO messages ${sql.insert({ id: messageId, conversation_id: conversationId, role: "user", content: `Question ${minute}`, metadata: {} })}`
  }
  if (answer !== undefined) {
    yield* sql`INSERT INTO messages ${sql.insert({
      id: answerId,
      conversation_id: conversationId,
      role: "assistant",
      content: answer.content,
      agent_name: "orchestrator",
      metadata: answer.metadata ?? {},
      created_at: at(minute)
    })}`
  }
  yield* sql`INSERT INTO turns ${sql.insert({
    id,
    task_id: turn.task ?? id,
    user_id: owner.id,
    conversation_id: conversationId,
    client_message_id: turn.clientMessageId ?? v7(),
    user_message_id: messageId,
    answer_id: answerId,
    trace_id: v7().replaceAll("-", ""),
    door,
    state,
    failure,
    started_at: at(minute),
    stop_requested_at: isStopped ? at(minute) : null,
    expires_at: isOpen ? "2999-01-01T00:00:00Z" : null,
    ended_at: isOpen ? null : at(minute)
  })}`
  return { id, conversation: conversationId, answerId }
})

const newActionId = Effect.sync(() => ActionId.make(v7()))

/** Stores an action that an answer shows. */
const storeAction = Effect.fnUntraced(function* (
  id: ActionId,
  shown: { readonly conversation: ConversationId; readonly answerId: string | null },
  more: object = {}
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO pending_actions ${sql.insert({
    id,
    user_id: ada.id,
    conversation_id: shown.conversation,
    agent_name: "order-management",
    act: "forget_preference",
    args: {},
    terms: termsOf(MemoryId.make("dddddddd-0000-4000-8000-000000000001"), "likes red"),
    fingerprint: id,
    position: 0,
    state: "open",
    proposed_in: "0".repeat(32),
    shown_by: shown.answerId,
    expires_at: "2999-01-01T00:00:00Z",
    ...more
  })}`
})

const answered = { state: "acknowledged", answer: { content: "Yes." } }

const all: TaskQuery = { pageSize: 100 }

for (const engine of TestDatabase.engines) {
  const TestLayer = TaskArchive.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`tasks on ${engine.name}`, (it) => {
    const stateOf = (id: TurnId) =>
      Effect.flatMap(TaskArchive, ({ find }) => Effect.map(find(ada.id, id), ({ state }) => state))

    it.effect("have the state of their turn, as the door shows its events", () =>
      Effect.gen(function* () {
        const { find } = yield* TaskArchive
        const cases: ReadonlyArray<readonly [Turn, TaskState]> = [
          [{ state: "received" }, "TASK_STATE_SUBMITTED"],
          [{ state: "running" }, "TASK_STATE_WORKING"],
          [{ ...answered, state: "answered" }, "TASK_STATE_COMPLETED"],
          [answered, "TASK_STATE_COMPLETED"],
          [{ ...answered, state: "unheard" }, "TASK_STATE_COMPLETED"],
          [
            { state: "acknowledged", answer: { content: "Half", metadata: { stopped: true } }, isStopped: true },
            "TASK_STATE_CANCELED"
          ],
          [
            { state: "acknowledged", answer: { content: "No.", metadata: { guard: { verdict: "blocked" } } } },
            "TASK_STATE_REJECTED"
          ],
          [{ state: "failed", failure: "deadline" }, "TASK_STATE_FAILED"],
          [{ state: "failed", failure: "stopped", isStopped: true }, "TASK_STATE_CANCELED"],
          [{ state: "abandoned" }, "TASK_STATE_FAILED"],
          [{ state: "abandoned", isStopped: true }, "TASK_STATE_FAILED"]
        ]
        for (const [turn, expected] of cases) {
          const { id } = yield* store(turn)
          const { state, turns } = yield* find(ada.id, id)
          assert.deepStrictEqual([state, turns.length], [expected, 1], JSON.stringify(turn))
          assert.strictEqual(TaskEncoding.stateOf({ earlier: [] }, turns[0].state), expected, JSON.stringify(turn))
        }
      })
    )

    it.effect("have the state of their actions, as the door shows those, whichever of their turns showed them", () =>
      Effect.gen(function* () {
        const { find } = yield* TaskArchive
        const settled_at = at(7)
        const cases: ReadonlyArray<readonly [action: object, state: TaskState]> = [
          [{}, "TASK_STATE_INPUT_REQUIRED"],
          [{ expires_at: at(9) }, "TASK_STATE_COMPLETED"],
          [{ state: "expired", settled_at }, "TASK_STATE_COMPLETED"],
          [{ state: "confirmed", settled_at }, "TASK_STATE_COMPLETED"],
          [{ state: "dropped", settled_at }, "TASK_STATE_COMPLETED"],
          [{ state: "stale", settled_at }, "TASK_STATE_COMPLETED"]
        ]
        const newestTurns: ReadonlyArray<readonly [Turn | undefined, TaskState | undefined]> = [
          [undefined, undefined],
          [answered, undefined],
          [{ state: "running" }, "TASK_STATE_WORKING"],
          [{ state: "failed", failure: "deadline" }, "TASK_STATE_FAILED"],
          [
            { ...answered, answer: { content: "Half", metadata: { stopped: true } }, isStopped: true },
            "TASK_STATE_CANCELED"
          ]
        ]
        for (const [more, withAction] of cases) {
          for (const [newest, withoutAction] of newestTurns) {
            const action = yield* newActionId
            const metadata = { pending_actions: [action], locale: "en" }
            const first = yield* store({ state: "acknowledged", answer: { content: "Shall I?", metadata }, minute: 1 })
            yield* storeAction(action, first, more)
            if (newest !== undefined) {
              yield* store({ ...newest, conversation: first.conversation, task: first.id, minute: 2 })
            }
            const { state, turns } = yield* find(ada.id, first.id)
            const states = Array.map(turns, (turn) => turn.state)
            const shown = TaskEncoding.stateOf({ earlier: Array.initNonEmpty(states) }, Array.lastNonEmpty(states))
            const expected = withoutAction ?? withAction
            assert.deepStrictEqual([state, shown], [expected, expected], JSON.stringify([more, newest]))
          }
        }
      })
    )

    it.effect("show text, cards and failures as their turns had them", () =>
      Effect.gen(function* () {
        const { find } = yield* TaskArchive
        const cards = [{ kind: "cart", data: { total: 1 } }]
        const { id } = yield* store({ ...answered, answer: { content: "See.", metadata: { cards, partial: true } } })
        const [{ message, state }] = (yield* find(ada.id, id)).turns
        assert.deepStrictEqual([message?.words, state.text, state.cards], ["Question 0", "See.", cards])
        assert.deepInclude(state.end, { _tag: "done", outcome: "partial" })
        const failed = yield* store({ state: "failed", failure: "deadline" })
        assert.deepStrictEqual((yield* find(ada.id, failed.id)).turns[0].state.end, {
          _tag: "failed",
          status: 504,
          detail: "The assistant took too long to answer",
          retry_after: null
        })
        const cutOff = yield* store({ state: "failed", failure: "shutdown" })
        assert.deepInclude((yield* find(ada.id, cutOff.id)).turns[0].state.end, { status: 503, retry_after: 5 })
        const waiting = yield* store({ state: "received" })
        assert.isNull((yield* find(ada.id, waiting.id)).turns[0].message)
      })
    )

    it.effect("ask for a yes while the newest answer that shows an action is theirs", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const action = yield* newActionId
        const metadata = { pending_actions: [action], locale: "en" }
        const first = yield* store({ state: "acknowledged", answer: { content: "Shall I?", metadata }, minute: 1 })
        yield* storeAction(action, first)
        const { find, ofAction } = yield* TaskArchive
        const asking = yield* find(ada.id, first.id)
        assert.strictEqual(asking.state, "TASK_STATE_INPUT_REQUIRED")
        assert.deepStrictEqual(
          asking.turns[0].state.actions.map(({ action_id, state }) => [action_id, state]),
          [[action, "open"]]
        )
        assert.deepStrictEqual(yield* ofAction(ada.id, action), {
          conversation: { id: first.conversation, contextId: first.conversation },
          task: Option.some(first.id)
        })
        assert.strictEqual((yield* Effect.flip(ofAction(bob.id, action)))._tag, "ActionNotFound")
        // Another message, which is no answer, is shown the action again.
        const second = yield* store({ ...answered, conversation: first.conversation, minute: 2 })
        yield* sql`UPDATE pending_actions SET shown_by = ${second.answerId} WHERE id = ${action}`
        assert.deepStrictEqual(
          [yield* stateOf(first.id), yield* stateOf(second.id)],
          ["TASK_STATE_COMPLETED", "TASK_STATE_INPUT_REQUIRED"]
        )
        // It is settled: the change of state has that time.
        yield* sql`UPDATE pending_actions SET state = 'confirmed', settled_at = ${at(7)} WHERE id = ${action}`
        const settled = yield* find(ada.id, second.id)
        assert.deepStrictEqual(
          [settled.state, DateTime.formatIso(settled.changedAt)],
          ["TASK_STATE_COMPLETED", "2026-01-01T12:07:00.123Z"]
        )
      })
    )

    it.effect("stop asking when the action expires, which is then their latest change", () =>
      Effect.gen(function* () {
        const action = yield* newActionId
        const turn = yield* store({ ...answered, minute: 1 })
        yield* storeAction(action, turn, { expires_at: at(9) })
        const { changedAt, state } = yield* Effect.flatMap(TaskArchive, ({ find }) => find(ada.id, turn.id))
        assert.deepStrictEqual(
          [state, DateTime.formatIso(changedAt)],
          ["TASK_STATE_COMPLETED", "2026-01-01T12:09:00.123Z"]
        )
      })
    )

    it.effect("are cancelled by dropping what they ask, which works once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { drop, find } = yield* TaskArchive
        const [action, other] = [yield* newActionId, yield* newActionId]
        const turn = yield* store(answered)
        yield* storeAction(action, turn)
        const elsewhere = yield* store({ ...answered, conversation: turn.conversation })
        yield* storeAction(other, elsewhere)
        const task = yield* find(ada.id, turn.id)
        assert.isTrue(yield* drop(ada.id, task))
        assert.strictEqual(yield* stateOf(turn.id), "TASK_STATE_CANCELED")
        assert.isFalse(yield* drop(ada.id, task))
        assert.deepStrictEqual(
          yield* sql`SELECT id, state FROM pending_actions WHERE conversation_id = ${turn.conversation} ORDER BY created_at, id`,
          [
            { id: action, state: "dropped" },
            { id: other, state: "open" }
          ]
        )
      })
    )

    it.effect("are cancelled as they are then, though a turn began after they had been read", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { drop, find } = yield* TaskArchive
        const action = yield* newActionId
        const turn = yield* store({ ...answered, minute: 1 })
        yield* storeAction(action, turn)
        const task = yield* find(ada.id, turn.id)
        const more = { conversation: turn.conversation, task: turn.id }
        const running = yield* store({ state: "running", ...more, minute: 2 })
        assert.isFalse(yield* drop(ada.id, task))
        yield* sql`DELETE FROM turns WHERE id = ${running.id}`
        yield* store({ ...answered, ...more, minute: 3 })
        assert.isTrue(yield* drop(ada.id, task))
        assert.strictEqual(yield* stateOf(turn.id), "TASK_STATE_CANCELED")
      })
    )

    it.effect("are found by their owner, while the conversation is there, and only if they came by the A2A door", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* TaskArchive
        const turn = yield* store(answered)
        const rest = yield* store({ ...answered, door: "rest" })
        assert.strictEqual(yield* stateOf(turn.id), "TASK_STATE_COMPLETED")
        yield* sql`UPDATE conversations SET is_active = false WHERE id = ${turn.conversation}`
        const hidden = yield* store(answered)
        for (const lookup of [find(ada.id, turn.id), find(ada.id, rest.id), find(bob.id, hidden.id)]) {
          assert.strictEqual((yield* Effect.flip(lookup))._tag, "TurnNotFound")
        }
      })
    )

    it.effect("know their messages, and the conversations that clients name", () =>
      Effect.gen(function* () {
        const { conversationOf, find, list, ofMessage } = yield* TaskArchive
        const key = `key ${v7()}`
        const named = yield* conversation(key)
        // A client may have named a conversation like another one's id.
        yield* conversation(named)
        const first = yield* store({ ...answered, conversation: named, clientMessageId: "first", minute: 1 })
        yield* store({ ...answered, conversation: named, task: first.id, clientMessageId: "second", minute: 2 })
        assert.deepStrictEqual(yield* ofMessage(ada.id, "second"), Option.some(first.id))
        assert.deepStrictEqual(yield* ofMessage(bob.id, "second"), Option.none())
        const task = yield* find(ada.id, first.id)
        assert.deepStrictEqual(
          [task.contextId, task.turns.map(({ message }) => message)],
          [
            key,
            [
              { id: "first", words: "Question 1" },
              { id: "second", words: "Question 2" }
            ]
          ]
        )
        for (const contextId of [key, named, named.toUpperCase()]) {
          assert.deepStrictEqual(
            yield* conversationOf(ada.id, contextId),
            Option.some({ id: named, contextId: key }),
            contextId
          )
          assert.deepInclude(yield* list(ada.id, { pageSize: 1, contextId }), { total: 1, tasks: [task] }, contextId)
        }
        assert.deepStrictEqual(yield* conversationOf(bob.id, key), Option.none())
      })
    )

    it.effect("are listed from the latest change on, whatever the size of the pages", () =>
      Effect.gen(function* () {
        const { list } = yield* TaskArchive
        // Several at the same time, and one whose second turn is newer than all.
        const stored: Array<TurnId> = []
        for (const minute of [20, 21, 21, 21, 22]) {
          stored.push((yield* store({ ...answered, owner: bob, minute })).id)
        }
        yield* store({ state: "failed", failure: "model", owner: bob, task: stored[0]!, minute: 23 })
        const pages = Effect.fnUntraced(function* (pageSize: number) {
          const ids: Array<string> = []
          let query: TaskQuery = { pageSize }
          for (;;) {
            const { next, tasks, total } = yield* list(bob.id, query)
            assert.strictEqual(total, 5)
            ids.push(...tasks.map(({ id }) => id))
            if (Option.isNone(next)) {
              return ids
            }
            query = { pageSize, pageToken: next.value }
          }
        })
        const whole = yield* pages(100)
        assert.strictEqual(whole[0], stored[0])
        assert.strictEqual(whole[1], stored[4])
        assert.sameMembers(whole, stored)
        for (const pageSize of [1, 2, 4]) {
          assert.deepStrictEqual(yield* pages(pageSize), whole)
        }
        const found = (query: Partial<TaskQuery>) =>
          Effect.map(list(bob.id, { ...all, ...query }), ({ tasks, total }) => [total, tasks.map(({ id }) => id)])
        assert.deepStrictEqual(yield* found({ status: "TASK_STATE_FAILED" }), [1, [stored[0]]])
        assert.deepStrictEqual(yield* found({ contextId: "nothing" }), [0, []])
        assert.deepStrictEqual(
          yield* found({ statusTimestampAfter: DateTime.unsafeMake("2026-01-01T12:22:00.123Z") }),
          [2, [stored[0], stored[4]]]
        )
        const after = yield* list(bob.id, { pageSize: 2, pageToken: { changedAt: 0, id: "x" } })
        assert.deepStrictEqual([after.tasks, after.total, after.next], [[], 5, Option.none()])
      })
    )
  })
}
