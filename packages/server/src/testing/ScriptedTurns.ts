import { SqlClient } from "@effect/sql"
import { MessageConflict, ServiceUnavailable, TooManyRequests, TurnNotFound } from "@storefront/domain/Errors"
import { type User, type UserId } from "@storefront/domain/Identity"
import { ActionId, MemoryId, TurnId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import * as TurnEvents from "@storefront/domain/turn/TurnEvents"
import { english } from "@storefront/domain/words/Locale"
import { summary } from "@storefront/domain/words/ProposalText"
import { Deferred, Effect, FiberSet, Layer, Option, Stream, SubscriptionRef } from "effect"
import { randomBytes } from "node:crypto"
import { v7 } from "uuid"
import { type FollowedTurn } from "../assistant/chat/FollowedTurn.ts"
import { type StreamedMessage, StreamedTurns } from "../assistant/chat/StreamedTurns.ts"
import { orUnavailable } from "../platform/database/Transaction.ts"

/** Streamed turns that follow a script instead of asking an agent, and are stored as those of agents are. */

/** Events of a turn after it began, the end included. */
export type Script = (message: StreamedMessage) => Stream.Stream<TurnEvents.TurnEvent>

const totals = { agents_involved: ["product-discovery"], tokens_in: 20, tokens_out: 10, duration_ms: 5 }

export const done: TurnEvents.TurnEvent = { _tag: "done", outcome: "answered", ...totals }
export const blocked: TurnEvents.TurnEvent = { _tag: "done", outcome: "blocked", ...totals }
const stopped: TurnEvents.TurnEvent = { _tag: "stopped", outcome: "partial", ...totals }
export const failed: TurnEvents.TurnEvent = {
  _tag: "failed",
  status: 504,
  detail: "The assistant took too long to answer",
  retry_after: null
}
export const discarded: TurnEvents.TurnEvent = { _tag: "text_discarded" }
export const text = (delta: string): TurnEvents.TurnEvent => ({ _tag: "text", delta })
export const card = (kind: string, data: unknown): TurnEvents.TurnEvent => ({ _tag: "card", card: { kind, data } })

const memoryId = MemoryId.make("dddddddd-0000-4000-8000-000000000001")

const termsOf = (content: string) => ({
  act: "forget_preference" as const,
  memoryId,
  content: UserText.make(content)
})

/** Contents of the memories that the scripts' proposals would forget, by the ids of the proposals. */
const contents = new Map<string, string>()

/** Proposes to forget something. */
export const proposal = (id: string, content: string): TurnEvents.TurnEvent => {
  contents.set(id, content)
  return {
    _tag: "pending_action",
    action: {
      action_id: id,
      act: "forget_preference",
      summary: summary(termsOf(content), english),
      state: "open",
      expires_at: "2999-01-01T00:00:00.000Z"
    }
  }
}

interface ScriptedTurn {
  readonly owner: UserId
  readonly ids: TurnEvents.TurnIds
  readonly log: SubscriptionRef.SubscriptionRef<ReadonlyArray<TurnEvents.TurnEvent>>
  readonly stopped: Deferred.Deferred<void>
}

/** Follows a turn from where it is. */
const followed = ({ log }: ScriptedTurn): Effect.Effect<FollowedTurn> =>
  Effect.map(log.get, (before) => {
    const state = before.reduce(TurnEvents.applyEvent, TurnEvents.initialState)
    return {
      state,
      events:
        state.end !== null
          ? Stream.empty
          : log.changes.pipe(
              Stream.mapAccum(before.length, (length, now) => [now.length, now.slice(length)]),
              Stream.mapConcat((events) => events),
              Stream.takeUntil((event) => TurnEvents.applyEvent(state, event).end !== null)
            )
    }
  })

/**
 * Plays the script for each message, and keeps the messages in `received`. A message `busy` is refused with 429, and
 * `draining` with 503.
 */
export const layer = (script: Script, received: Array<StreamedMessage> = []) =>
  Layer.scoped(
    StreamedTurns,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const running = yield* FiberSet.make()
      const turns = new Map<string, ScriptedTurn>()

      const conversationOf = Effect.fnUntraced(function* ({ id: owner }: User, { context }: StreamedMessage) {
        const [found] = yield* sql<{ id: string }>`
          SELECT id FROM conversations WHERE user_id = ${owner} AND is_active AND (id::text = ${context} OR client_key = ${context})`
        if (found !== undefined) {
          return found.id
        }
        const id = v7()
        yield* sql`INSERT INTO conversations ${sql.insert({ id, user_id: owner, title: "Scripted", client_key: context })}`
        return id
      })

      const settle = ({ decisions }: StreamedMessage, message: string) =>
        Effect.forEach(decisions, ({ actionId, decision }) => {
          const [state, confirmedBy] = decision === "confirm" ? ["confirmed", message] : ["dropped", null]
          return sql`
            UPDATE pending_actions SET state = ${state}, settled_at = now(), confirmed_by = ${confirmedBy}
            WHERE id = ${actionId} AND state = 'open'`
        })

      const storeAnswer = Effect.fnUntraced(function* (
        { ids, owner }: ScriptedTurn,
        { actions, cards, end, text }: TurnEvents.TurnState
      ) {
        const metadata = {
          trace_id: ids.trace_id,
          duration_ms: 5,
          partial: false,
          guard: { verdict: end?._tag === "done" ? end.outcome.replace("answered", "clean") : "clean", rules: [] },
          ...(end?._tag === "stopped" ? { stopped: true } : {}),
          ...(cards.length === 0 ? {} : { cards }),
          ...(actions.length === 0 ? {} : { pending_actions: actions.map(({ action_id }) => action_id), locale: "en" })
        }
        yield* sql`INSERT INTO messages ${sql.insert({
          id: ids.answer_id,
          conversation_id: ids.conversation_id,
          role: "assistant",
          content: text,
          agent_name: "orchestrator",
          metadata
        })}`
        yield* Effect.forEach(actions, ({ action_id, expires_at }, position) => {
          const row = {
            id: action_id,
            user_id: owner,
            conversation_id: ids.conversation_id,
            agent_name: "product-discovery",
            act: "forget_preference",
            fingerprint: action_id,
            position,
            state: "open",
            proposed_in: ids.trace_id,
            shown_by: ids.answer_id,
            expires_at,
            args: {},
            terms: termsOf(contents.get(action_id) ?? "")
          }
          return sql`
            INSERT INTO pending_actions ${sql.insert(row)} ON CONFLICT (id) DO UPDATE SET shown_by = excluded.shown_by`
        })
        yield* sql`
          UPDATE turns SET state = 'acknowledged', answer_id = ${ids.answer_id}, ended_at = now(), expires_at = NULL
          WHERE id = ${ids.turn_id}`
      })

      const storeFailure = ({ ids }: ScriptedTurn) => sql`
        UPDATE turns SET state = 'failed', failure = 'deadline', ended_at = now(), expires_at = NULL
        WHERE id = ${ids.turn_id}`

      /** Publishes an event. An end is stored before. */
      const publish = (turn: ScriptedTurn, event: TurnEvents.TurnEvent) =>
        SubscriptionRef.updateEffect(turn.log, (log) => {
          const all = [...log, event]
          const state = all.reduce(TurnEvents.applyEvent, TurnEvents.initialState)
          const stored =
            state.end === null
              ? Effect.void
              : state.phase === "failed" || state.text === ""
                ? storeFailure(turn)
                : storeAnswer(turn, state)
          return Effect.as(stored, all)
        })

      const run = (turn: ScriptedTurn, message: StreamedMessage) =>
        script(message).pipe(
          Stream.interruptWhenDeferred(turn.stopped),
          Stream.concat(
            Stream.unwrap(
              Effect.map(Deferred.isDone(turn.stopped), (isStopped) =>
                isStopped ? Stream.make(stopped) : Stream.empty
              )
            )
          ),
          Stream.runForEach((event) => publish(turn, event))
        )

      const begin = Effect.fnUntraced(function* (caller: User, message: StreamedMessage) {
        received.push(message)
        const ids: TurnEvents.TurnIds = {
          turn_id: TurnId.make(v7()),
          conversation_id: yield* conversationOf(caller, message),
          message_id: message.messageId,
          answer_id: v7(),
          trace_id: randomBytes(16).toString("hex")
        }
        const userMessage = v7()
        yield* sql`INSERT INTO messages ${sql.insert({
          id: userMessage,
          conversation_id: ids.conversation_id,
          role: "user",
          content: message.words === "" ? "Yes." : message.words,
          metadata: {}
        })}`
        yield* sql`INSERT INTO turns ${sql.insert({
          id: ids.turn_id,
          task_id: message.task ?? ids.turn_id,
          user_id: caller.id,
          conversation_id: ids.conversation_id,
          client_message_id: message.messageId,
          user_message_id: userMessage,
          trace_id: ids.trace_id,
          door: message.door,
          state: "running",
          expires_at: "2999-01-01T00:00:00Z"
        })}`
        yield* settle(message, userMessage)
        const turn: ScriptedTurn = {
          owner: caller.id,
          ids,
          log: yield* SubscriptionRef.make<ReadonlyArray<TurnEvents.TurnEvent>>([{ _tag: "accepted", ...ids }]),
          stopped: yield* Deferred.make<void>()
        }
        turns.set(ids.turn_id, turn)
        yield* FiberSet.run(running, Effect.zipRight(publish(turn, { _tag: "started" }), run(turn, message)))
        return turn
      })

      const find = (owner: UserId, id: string) =>
        Effect.mapError(
          Option.filter(Option.fromNullable(turns.get(id)), (turn) => turn.owner === owner),
          () => new TurnNotFound()
        )

      return {
        start: Effect.fnUntraced(function* (caller, message) {
          if (message.words === "busy") {
            return yield* new TooManyRequests({ retryAfterSeconds: 7 })
          }
          if (message.words === "draining") {
            return yield* new ServiceUnavailable()
          }
          const [earlier] = yield* sql<{ id: string; words: string }>`
            SELECT t.id, m.content AS words FROM turns t JOIN messages m ON m.id = t.user_message_id
            WHERE t.user_id = ${caller.id} AND t.client_message_id = ${message.messageId}`
          if (earlier === undefined) {
            return yield* Effect.flatMap(begin(caller, message), followed)
          }
          return earlier.words === message.words || message.words === ""
            ? yield* Effect.orDie(Effect.flatMap(find(caller.id, earlier.id), followed))
            : yield* new MessageConflict()
        }, orUnavailable),
        follow: (caller, turn) => Effect.flatMap(find(caller, turn), followed),
        stop: (caller, id) =>
          Effect.flatMap(find(caller, id), (turn) =>
            orUnavailable(
              Effect.zipRight(
                sql`UPDATE turns SET stop_requested_at = now() WHERE id = ${id}`,
                Deferred.succeed(turn.stopped, undefined)
              )
            )
          )
      }
    })
  )

/** Id of a proposal. */
export const actionId = (digit: number) => ActionId.make(`ffffffff-0000-4000-8000-00000000000${digit}`)
