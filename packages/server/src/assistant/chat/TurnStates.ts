import { SqlClient, type Statement } from "@effect/sql"
import { ConversationBusy, ConversationNotFound, type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type MessageId, type TurnId } from "@storefront/domain/Ids"
import { Context, Data, Duration, Effect, Layer } from "effect"
import { isUniqueViolation, orUnavailable } from "../../platform/database/Transaction.ts"
import { type ConversationTurn } from "../turn/Turn.ts"
import { type TurnFailure } from "../turn/TurnReport.ts"
import { needsAcknowledgement, type StoredAnswer } from "./StoredAnswer.ts"
import { HeldLeases } from "./HeldLeases.ts"
import { usedNow } from "./LastUse.ts"

/** Turn of a customer's conversation, which it leases exclusively while it runs. */
export interface FrontTurn extends ConversationTurn {
  readonly id: TurnId
  /** Duration of the lease, after which the turn counts as abandoned. */
  readonly lease: Duration.Duration
}

/** Fields of a turn that are known before its message is stored. */
export type LeasedTurn = Pick<FrontTurn, "id" | "lease" | "caller" | "conversationId" | "traceId">

export interface TurnMessage {
  readonly id: MessageId
  readonly content: string
  readonly metadata: object
  /** Title of the conversation that it starts; null in an existing one. */
  readonly title: string | null
}

export type TurnEnd =
  | { readonly _tag: "answered"; readonly id: MessageId; readonly answer: StoredAnswer; readonly metadata: object }
  | { readonly _tag: "failed"; readonly failure: TurnFailure }

/** The lease expired, and another process closed the turn. */
export class LeaseLost extends Data.TaggedError("LeaseLost") {}

/** States in which a turn leases its conversation. Must agree with the unique index `turns_one_at_a_time`. */
const leasingStates = "('running', 'answered')"

/** States of a turn that has not ended: it also waits for its conversation. */
export const inProgress = "('received', 'running', 'answered')"

/**
 * State transitions of turns, drawn in `docs/turns.md`; nothing else may change a turn's state. Each joins the caller's
 * transaction, or runs by itself.
 */
export class TurnStates extends Context.Tag("@storefront/server/assistant/chat/TurnStates")<
  TurnStates,
  {
    /** No row → `received`: the turn waits for the one that leases its conversation. */
    readonly receive: (turn: LeasedTurn) => Effect.Effect<void, ConversationNotFound | DatabaseUnavailable>
    /**
     * No row or `received` → `running`. Stores the message, and its conversation when the message has a title.
     * Idempotent; `isStored` is true if an earlier attempt has stored it.
     */
    readonly begin: (
      turn: LeasedTurn,
      message: TurnMessage
    ) => Effect.Effect<{ readonly isStored: boolean }, ConversationNotFound | ConversationBusy | DatabaseUnavailable>
    /** `received` → no row: the turn does not begin. */
    readonly release: (turn: LeasedTurn) => Effect.Effect<void, DatabaseUnavailable>
    /**
     * `running` → `answered`, → `acknowledged` if the answer needs no acknowledgement, or → `failed`. Returns whether
     * the conversation still exists. The caller must call `HeldLeases.remove` after the commit.
     */
    readonly end: (
      turn: LeasedTurn,
      end: TurnEnd
    ) => Effect.Effect<{ readonly isActive: boolean }, LeaseLost | DatabaseUnavailable>
    /** `answered` → `acknowledged` if the answer was delivered, else → `unheard`. */
    readonly acknowledge: (turn: LeasedTurn, isReceived: boolean) => Effect.Effect<void, DatabaseUnavailable>
    /** Expires the lease of a turn that cannot be stored, so that the next sweep closes it as abandoned. */
    readonly expire: (turn: LeasedTurn) => Effect.Effect<void, DatabaseUnavailable>
    /**
     * Closes an expired turn: `running` → `abandoned`, `answered` → `unheard`, `received` → no row. Returns the
     * previous state; null if another process has closed it already.
     */
    readonly abandon: (id: TurnId) => Effect.Effect<"running" | "answered" | "received" | null, DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const leases = yield* HeldLeases

      /** Returns the expiry of a lease that begins now. */
      const expiry = ({ lease }: LeasedTurn) => sql`now() + ${Duration.toMillis(lease)}::int * interval '1 millisecond'`

      const isActive = ({ caller, conversationId }: LeasedTurn) =>
        Effect.map(
          sql`SELECT FROM conversations WHERE id = ${conversationId} AND user_id = ${caller.id} AND is_active`,
          (found) => found.length > 0
        )

      /** Condition that the caller may still write: a guest may have been claimed since the request was admitted. */
      const mayWrite = ({ caller }: LeasedTurn) =>
        caller.role === "guest"
          ? sql`EXISTS (SELECT FROM users WHERE id = ${caller.id} AND deleted_at IS NULL FOR KEY SHARE)`
          : sql`true`

      const isRunning = ({ id }: LeasedTurn) =>
        Effect.map(sql`SELECT FROM turns WHERE id = ${id} AND state = 'running'`, (found) => found.length > 0)

      const receive = Effect.fn("TurnStates.receive")(function* (turn: LeasedTurn) {
        const { caller, conversationId, id, traceId } = turn
        const stored = yield* sql`
            INSERT INTO turns (id, user_id, conversation_id, trace_id, door, state, expires_at)
            SELECT ${id}::uuid, user_id, id, ${traceId}, 'rest', 'received', ${expiry(turn)} FROM conversations
            WHERE id = ${conversationId} AND user_id = ${caller.id} AND is_active AND ${mayWrite(turn)}
            ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at RETURNING id`
        if (stored.length === 0) {
          return yield* new ConversationNotFound()
        }
        yield* leases.add(id, turn.lease)
      }, orUnavailable)

      const columns = sql.literal(
        "INSERT INTO turns (id, user_id, conversation_id, user_message_id, trace_id, door, state, expires_at)"
      )
      const onRepetition = sql.literal(`
        ON CONFLICT (id) DO UPDATE
        SET state = 'running', expires_at = excluded.expires_at, user_message_id = excluded.user_message_id RETURNING id`)

      /** Stores the message after its conversation and turn, in one statement. */
      const withMessage = (opened: Statement.Fragment, { content, id, metadata }: TurnMessage) => sql`
        WITH ${opened}, stored AS (
          INSERT INTO messages (id, conversation_id, role, content, metadata)
          SELECT ${id}::uuid, opened.id, 'user', ${content}, ${JSON.stringify(metadata)}::jsonb FROM opened
          ON CONFLICT (id) DO NOTHING RETURNING id)
        SELECT NOT EXISTS (SELECT FROM stored) AS is_stored FROM opened`

      const beginInNew = (turn: LeasedTurn, message: TurnMessage) => {
        const { caller, conversationId, id, traceId } = turn
        return withMessage(
          sql`
            opened AS (
              INSERT INTO conversations (id, user_id, title, last_message_at)
              SELECT ${conversationId}::uuid, ${caller.id}::uuid, ${message.title}, ${usedNow(sql, turn.caller.id)}
              WHERE ${mayWrite(turn)}
              ON CONFLICT (id) DO UPDATE SET title = excluded.title RETURNING id),
            begun AS (
              ${columns}
              SELECT ${id}::uuid, ${caller.id}::uuid, opened.id, ${message.id}::uuid, ${traceId}, 'rest', 'running', ${expiry(turn)} FROM opened
              ${onRepetition})`,
          message
        )
      }

      const beginInExisting = (turn: LeasedTurn, message: TurnMessage) => {
        const { caller, conversationId, id, traceId } = turn
        return withMessage(
          sql`
            begun AS (
              ${columns}
              SELECT ${id}::uuid, c.user_id, c.id, ${message.id}::uuid, ${traceId}, 'rest', 'running', ${expiry(turn)}
              FROM conversations c
              WHERE c.id = ${conversationId} AND c.user_id = ${caller.id} AND c.is_active AND ${mayWrite(turn)} AND NOT EXISTS (
                SELECT FROM turns t WHERE t.conversation_id = c.id AND t.id <> ${id} AND t.state IN ${sql.literal(leasingStates)})
              ${onRepetition}),
            opened AS (
              UPDATE conversations SET last_message_at = ${usedNow(sql, turn.caller.id)}
              WHERE id = ${conversationId} AND is_active AND EXISTS (SELECT FROM begun) RETURNING id)`,
          message
        )
      }

      const begin = Effect.fnUntraced(
        function* (turn: LeasedTurn, message: TurnMessage) {
          const [opened] = yield* message.title === null ? beginInExisting(turn, message) : beginInNew(turn, message)
          // Without a row, the turn may still be running: its conversation was deleted after an earlier attempt.
          if (opened === undefined && !(yield* isRunning(turn))) {
            return yield* (yield* isActive(turn)) ? new ConversationBusy() : new ConversationNotFound()
          }
          yield* leases.add(turn.id, turn.lease)
          return { isStored: opened === undefined || opened["is_stored"] === true }
        },
        Effect.catchIf(
          (error) => isUniqueViolation(error, "turns_one_at_a_time"),
          () => new ConversationBusy()
        ),
        orUnavailable
      )

      const release = Effect.fn("TurnStates.release")(
        ({ id }: LeasedTurn) => sql`DELETE FROM turns WHERE id = ${id} AND state = 'received'`,
        orUnavailable,
        (released, { id }) => Effect.zipRight(released, leases.remove(id))
      )

      const endFailed = ({ id }: LeasedTurn, failure: TurnFailure) => sql`
        UPDATE turns t SET state = 'failed', failure = ${failure}, ended_at = now(), expires_at = NULL
        FROM conversations c WHERE t.id = ${id} AND t.state = 'running' AND c.id = t.conversation_id RETURNING c.is_active`

      const endAnswered = (turn: LeasedTurn, { answer, id, metadata }: Extract<TurnEnd, { _tag: "answered" }>) => sql`
        WITH ended AS (
          UPDATE turns SET answer_id = ${id}, ${
            needsAcknowledgement(answer)
              ? sql`state = 'answered'`
              : sql`state = 'acknowledged', ended_at = now(), expires_at = NULL`
          } WHERE id = ${turn.id} AND state = 'running' RETURNING conversation_id),
        used AS (
          UPDATE conversations SET last_message_at = ${usedNow(sql, turn.caller.id)}
          WHERE id = (SELECT conversation_id FROM ended) RETURNING id, is_active),
        stored AS (
          INSERT INTO messages (id, conversation_id, role, content, agent_name, agents_involved, metadata, tokens_in, tokens_out)
          SELECT ${id}::uuid, used.id, 'assistant', ${answer.content}, 'orchestrator', ${`{${answer.agentsInvolved.join(",")}}`}::text[],
            ${JSON.stringify(metadata)}::jsonb, ${answer.tokensIn}::int, ${answer.tokensOut}::int
          FROM used)
        SELECT is_active FROM used`

      const end = Effect.fnUntraced(function* (turn: LeasedTurn, end: TurnEnd) {
        const [updated] = yield* end._tag === "failed" ? endFailed(turn, end.failure) : endAnswered(turn, end)
        return updated === undefined ? yield* new LeaseLost() : { isActive: updated["is_active"] === true }
      }, orUnavailable)

      const acknowledge = Effect.fn("TurnStates.acknowledge")(
        ({ id }: LeasedTurn, isReceived: boolean) => sql`
          UPDATE turns SET state = ${isReceived ? "acknowledged" : "unheard"}, ended_at = now(), expires_at = NULL
          WHERE id = ${id} AND state = 'answered'`,
        orUnavailable,
        (acknowledged, { id }) => Effect.zipRight(acknowledged, leases.remove(id))
      )

      const expire = Effect.fn("TurnStates.expire")(
        ({ id }: LeasedTurn) => sql`
          UPDATE turns SET expires_at = now() - interval '1 millisecond' WHERE id = ${id} AND expires_at IS NOT NULL`,
        orUnavailable,
        (expired, { id }) => Effect.zipRight(expired, leases.remove(id))
      )

      const abandon = Effect.fnUntraced(function* (id: TurnId) {
        const [found] = yield* sql<{ state: "running" | "answered" | "received" }>`
          SELECT state FROM turns WHERE id = ${id} AND expires_at IS NOT NULL FOR UPDATE`
        if (found === undefined) {
          return null
        }
        yield* found.state === "received"
          ? sql`DELETE FROM turns WHERE id = ${id}`
          : sql`
              UPDATE turns SET state = ${found.state === "running" ? "abandoned" : "unheard"}, ended_at = now(), expires_at = NULL
              WHERE id = ${id}`
        return found.state
      }, orUnavailable)

      return { receive, begin, release, end, acknowledge, expire, abandon }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, HeldLeases.layer)
}
