import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { ConversationBusy, ConversationNotFound, type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { ConversationId, type MessageId, TurnId } from "@storefront/domain/Ids"
import { Cause, Context, Data, Duration, Effect, Layer, Option, Schema } from "effect"
import { v7 } from "uuid"
import { isUniqueViolation, orUnavailable, violatesConstraint, withRetry } from "../../platform/database/Transaction.ts"
import { type ConversationTurn } from "../turn/Turn.ts"
import { type NoAnswerReason } from "./NoAnswer.ts"
import { needsAcknowledgement, type StoredAnswer } from "./StoredAnswer.ts"
import { HeldLeases } from "./HeldLeases.ts"
import * as ConversationTitle from "./ConversationTitle.ts"
import { selectNamed } from "./ConversationNames.ts"
import { usedNow } from "./LastUse.ts"

/** Turn of a customer's conversation, which it leases exclusively while it runs. */
export interface FrontTurn extends ConversationTurn {
  readonly id: TurnId
  /** Token generation of the caller's account when the message was admitted. */
  readonly generation: number
  /** Id under which the message is stored. */
  readonly userMessageId: MessageId
  /** Id under which the answer will be stored. */
  readonly answerId: MessageId
  readonly door: "rest" | "a2a"
  /** Duration of the lease, after which the turn counts as abandoned. */
  readonly lease: Duration.Duration
}

/** Fields of a turn that are known before its message is stored. */
export type LeasedTurn = Pick<
  FrontTurn,
  "id" | "generation" | "lease" | "caller" | "conversationId" | "traceId" | "userMessageId" | "answerId" | "door"
>

export interface TurnMessage {
  readonly content: string
  readonly metadata: object
  /** True if the conversation is stored with the message. */
  readonly isNew: boolean
  /** Title of the conversation if this is its first message. */
  readonly title: string
}

/** Turn before its conversation is known. */
export type UnplacedTurn = Omit<LeasedTurn, "conversationId">

/** Message whose client names it. */
export interface NamedMessage {
  /** The client's id, unique per person. */
  readonly clientMessageId: string
  /** Id of a conversation, or the client's own name of one, which is made if there is none; null for a new one. */
  readonly context: string | null
  /** First turn of the task that the message continues; null if it begins a task. */
  readonly task: TurnId | null
  /** SHA-256 of its content, in hex, by which a repetition differs from another message under the same id. */
  readonly sha256: string
}

/** The person has sent a message with this id before. */
export class RepeatedMessage extends Data.TaggedError("RepeatedMessage")<{
  readonly turn: TurnId
  /** True if its content is the same. */
  readonly isSame: boolean
}> {}

export type TurnEnd =
  | { readonly _tag: "answered"; readonly answer: StoredAnswer; readonly metadata: object }
  | { readonly _tag: "failed"; readonly failure: NoAnswerReason }

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
    /**
     * No row → `received`, for a message that its client names. Returns the turn in its conversation. Fails with
     * `ConversationBusy` while another message continues the same task.
     */
    readonly register: (
      turn: UnplacedTurn,
      message: NamedMessage
    ) => Effect.Effect<LeasedTurn, RepeatedMessage | ConversationNotFound | ConversationBusy | DatabaseUnavailable>
    /** No row → `received`: the turn waits for the one that leases its conversation. */
    readonly receive: (turn: LeasedTurn) => Effect.Effect<void, ConversationNotFound | DatabaseUnavailable>
    /**
     * No row or `received` → `running`. Stores the message, and its conversation if that is new.
     * Idempotent; `isStored` is true if an earlier attempt has stored it.
     */
    readonly begin: (
      turn: LeasedTurn,
      message: TurnMessage
    ) => Effect.Effect<{ readonly isStored: boolean }, ConversationNotFound | ConversationBusy | DatabaseUnavailable>
    /** `received` → no row: the turn does not begin. A conversation that it made is deleted, too. */
    readonly release: (turn: LeasedTurn) => Effect.Effect<void, DatabaseUnavailable>
    /** `received` → `failed`: the turn was accepted, but does not begin. */
    readonly refuse: (turn: LeasedTurn, failure: NoAnswerReason) => Effect.Effect<void, DatabaseUnavailable>
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
    /** `answered` or `unheard` → `acknowledged`, for all turns of a conversation that its owner has read. */
    readonly acknowledgeRead: (owner: UserId, conversation: ConversationId) => Effect.Effect<void, DatabaseUnavailable>
    /** Marks a turn that has not ended as to be stopped; false if there is none. */
    readonly requestStop: (owner: UserId, id: TurnId) => Effect.Effect<boolean, DatabaseUnavailable>
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

      /**
       * Condition that the caller may still write: since the message was admitted, a guest may have been claimed, and the
       * tokens of an account withdrawn, as when the shop links it to its customer. The lock waits for both.
       */
      const mayWrite = ({ caller, generation }: LeasedTurn) => sql`
        EXISTS (SELECT FROM users WHERE id = ${caller.id} AND is_active AND token_generation = ${generation}::int FOR KEY SHARE)`

      const isActive = (turn: LeasedTurn) =>
        Effect.map(
          sql`
            SELECT FROM conversations
            WHERE id = ${turn.conversationId} AND user_id = ${turn.caller.id} AND is_active AND ${mayWrite(turn)}`,
          (found) => found.length > 0
        )

      const isRunning = ({ id }: LeasedTurn) =>
        Effect.map(sql`SELECT FROM turns WHERE id = ${id} AND state = 'running'`, (found) => found.length > 0)

      const receive = Effect.fn("TurnStates.receive")(function* (turn: LeasedTurn) {
        const { caller, conversationId, door, id, traceId } = turn
        const stored = yield* sql`
            INSERT INTO turns (id, user_id, conversation_id, trace_id, door, state, expires_at)
            SELECT ${id}::uuid, user_id, id, ${traceId}, ${door}, 'received', ${expiry(turn)} FROM conversations
            WHERE id = ${conversationId} AND user_id = ${caller.id} AND is_active AND ${mayWrite(turn)}
            ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at RETURNING id`
        if (stored.length === 0) {
          return yield* new ConversationNotFound()
        }
        yield* leases.add(id, turn.lease)
      }, orUnavailable)

      const selectContext = selectNamed(sql)

      const insertConversation = SqlSchema.findOne({
        Request: Schema.Struct({ id: ConversationId, owner: UserId, name: Schema.NullOr(Schema.String) }),
        Result: Schema.Struct({ id: ConversationId }),
        execute: ({ id, name, owner }) => sql`
          INSERT INTO conversations (id, user_id, title, client_key, last_message_at)
          VALUES (${id}, ${owner}, ${ConversationTitle.forBlocked}, ${name}, ${usedNow(sql, UserId.make(owner))})
          ON CONFLICT (user_id, client_key) WHERE is_active AND client_key IS NOT NULL
          DO UPDATE SET client_key = excluded.client_key RETURNING id`
      })

      const selectRepeated = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, message: Schema.String, sha256: Schema.String }),
        Result: Schema.Struct({ turn: TurnId, isSame: Schema.Boolean }),
        // A row of an earlier version has no digest.
        execute: ({ message, owner, sha256 }) => sql`
          SELECT id AS turn, coalesce(message_sha256 = ${sha256}, true) AS "isSame" FROM turns
          WHERE user_id = ${owner} AND client_message_id = ${message}`
      })

      /** Fails while another message continues the task; until the transaction ends, none can. */
      const claimTask = Effect.fnUntraced(function* (task: TurnId, clientMessageId: string) {
        yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`task ${task}`}, 0))`
        const atWork = yield* sql`
          SELECT FROM turns WHERE task_id = ${task} AND state IN ('received', 'running')
            AND client_message_id IS DISTINCT FROM ${clientMessageId} LIMIT 1`
        if (atWork.length > 0) {
          return yield* new ConversationBusy()
        }
      })

      const register = Effect.fn("TurnStates.register")(
        function* (turn: UnplacedTurn, { clientMessageId, context, sha256, task }: NamedMessage) {
          const { caller, door, id, traceId } = turn
          yield* task === null ? Effect.void : claimTask(task, clientMessageId)
          const found = context === null ? Option.none() : yield* selectContext({ owner: caller.id, name: context })
          const conversation = yield* Option.match(found, {
            onSome: Effect.succeed,
            onNone: () =>
              insertConversation({ id: ConversationId.make(v7()), owner: caller.id, name: context }).pipe(
                Effect.flatten
              )
          })
          const leased: LeasedTurn = { ...turn, conversationId: conversation.id }
          const stored = yield* sql`
            INSERT INTO turns (id, task_id, user_id, conversation_id, client_message_id, message_sha256, trace_id, door, state, expires_at)
            SELECT ${id}::uuid, ${task ?? id}::uuid, ${caller.id}::uuid, ${conversation.id}::uuid, ${clientMessageId},
              ${sha256}, ${traceId}, ${door}, 'received', ${expiry(leased)} WHERE ${mayWrite(leased)}
            RETURNING id`
          if (stored.length === 0) {
            return yield* new ConversationNotFound()
          }
          yield* leases.add(id, turn.lease)
          return leased
        },
        withRetry(sql),
        (registering, { caller }, { clientMessageId, sha256 }) =>
          Effect.catchIf(
            registering,
            (error) => isUniqueViolation(error, "turns_client_message"),
            () =>
              selectRepeated({ owner: caller.id, message: clientMessageId, sha256 }).pipe(
                Effect.flatten,
                Effect.flatMap((repeated) => new RepeatedMessage(repeated))
              )
          ),
        // The turn of the same message, or that whose conversation this one was to share, was released in between.
        Effect.retry({
          times: 3,
          while: (error) =>
            Cause.isNoSuchElementException(error) || violatesConstraint(error, "turns_conversation_id_fkey")
        }),
        orUnavailable
      )

      const columns = sql.literal(
        "INSERT INTO turns (id, user_id, conversation_id, user_message_id, trace_id, door, state, expires_at)"
      )
      const onRepetition = sql.literal(`
        ON CONFLICT (id) DO UPDATE
        SET state = 'running', expires_at = excluded.expires_at, user_message_id = excluded.user_message_id RETURNING id`)

      /** Stores the message after its conversation and turn, in one statement. */
      const withMessage = (
        opened: Statement.Fragment,
        { userMessageId }: LeasedTurn,
        { content, metadata }: TurnMessage
      ) => sql`
        WITH ${opened}, stored AS (
          INSERT INTO messages (id, conversation_id, role, content, metadata)
          SELECT ${userMessageId}::uuid, opened.id, 'user', ${content}, ${JSON.stringify(metadata)}::jsonb FROM opened
          ON CONFLICT (id) DO NOTHING RETURNING id)
        SELECT NOT EXISTS (SELECT FROM stored) AS is_stored FROM opened`

      const beginInNew = (turn: LeasedTurn, message: TurnMessage) => {
        const { caller, conversationId, door, id, traceId, userMessageId } = turn
        return withMessage(
          sql`
            opened AS (
              INSERT INTO conversations (id, user_id, title, last_message_at)
              SELECT ${conversationId}::uuid, ${caller.id}::uuid, ${message.title}, ${usedNow(sql, turn.caller.id)}
              WHERE ${mayWrite(turn)}
              ON CONFLICT (id) DO UPDATE SET title = excluded.title RETURNING id),
            begun AS (
              ${columns}
              SELECT ${id}::uuid, ${caller.id}::uuid, opened.id, ${userMessageId}::uuid, ${traceId}, ${door}, 'running', ${expiry(turn)}
              FROM opened
              ${onRepetition})`,
          turn,
          message
        )
      }

      const beginInExisting = (turn: LeasedTurn, message: TurnMessage) => {
        const { caller, conversationId, door, id, traceId, userMessageId } = turn
        return withMessage(
          sql`
            begun AS (
              ${columns}
              SELECT ${id}::uuid, c.user_id, c.id, ${userMessageId}::uuid, ${traceId}, ${door}, 'running', ${expiry(turn)}
              FROM conversations c
              WHERE c.id = ${conversationId} AND c.user_id = ${caller.id} AND c.is_active AND ${mayWrite(turn)} AND NOT EXISTS (
                SELECT FROM turns t WHERE t.conversation_id = c.id AND t.id <> ${id} AND t.state IN ${sql.literal(leasingStates)})
              ${onRepetition}),
            opened AS (
              UPDATE conversations SET last_message_at = ${usedNow(sql, turn.caller.id)}, title = CASE
                WHEN EXISTS (SELECT FROM messages m WHERE m.conversation_id = ${conversationId}) THEN title
                ELSE ${message.title} END
              WHERE id = ${conversationId} AND is_active AND EXISTS (SELECT FROM begun) RETURNING id)`,
          turn,
          message
        )
      }

      const begin = Effect.fnUntraced(
        function* (turn: LeasedTurn, message: TurnMessage) {
          const [opened] = yield* message.isNew ? beginInNew(turn, message) : beginInExisting(turn, message)
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
        ({ conversationId, id }: LeasedTurn) => sql`
          WITH released AS (DELETE FROM turns WHERE id = ${id} AND state = 'received' RETURNING id)
          DELETE FROM conversations c
          WHERE c.id = ${conversationId} AND EXISTS (SELECT FROM released)
            AND NOT EXISTS (SELECT FROM messages m WHERE m.conversation_id = c.id)
            AND NOT EXISTS (SELECT FROM turns t WHERE t.conversation_id = c.id AND t.id <> ${id})`,
        orUnavailable,
        (released, { id }) => Effect.zipRight(released, leases.remove(id))
      )

      const refuse = Effect.fn("TurnStates.refuse")(
        ({ id }: LeasedTurn, failure: NoAnswerReason) => sql`
          UPDATE turns SET state = 'failed', failure = ${failure}, ended_at = now(), expires_at = NULL
          WHERE id = ${id} AND state = 'received'`,
        orUnavailable,
        (refused, { id }) => Effect.zipRight(refused, leases.remove(id))
      )

      /** Keeps the time of the request for a turn that was stopped; else the request came too late. */
      const stopTime = sql`coalesce(stop_requested_at, now())`

      const endFailed = ({ id }: LeasedTurn, failure: NoAnswerReason) => sql`
        UPDATE turns t SET state = 'failed', failure = ${failure}, ended_at = now(), expires_at = NULL,
          stop_requested_at = ${failure === "stopped" ? stopTime : sql`NULL`}
        FROM conversations c WHERE t.id = ${id} AND t.state = 'running' AND c.id = t.conversation_id RETURNING c.is_active`

      const endAnswered = (turn: LeasedTurn, { answer, metadata }: Extract<TurnEnd, { _tag: "answered" }>) => sql`
        WITH ended AS (
          UPDATE turns SET answer_id = ${turn.answerId}, stop_requested_at = ${answer.stopped ? stopTime : sql`NULL`}, ${
            needsAcknowledgement(answer)
              ? sql`state = 'answered'`
              : sql`state = 'acknowledged', ended_at = now(), expires_at = NULL`
          } WHERE id = ${turn.id} AND state = 'running' RETURNING conversation_id),
        used AS (
          UPDATE conversations SET last_message_at = ${usedNow(sql, turn.caller.id)}
          WHERE id = (SELECT conversation_id FROM ended) RETURNING id, is_active),
        stored AS (
          INSERT INTO messages (id, conversation_id, role, content, agent_name, agents_involved, metadata, tokens_in, tokens_out)
          SELECT ${turn.answerId}::uuid, used.id, 'assistant', ${answer.content}, 'orchestrator', ${`{${answer.agentsInvolved.join(",")}}`}::text[],
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

      const acknowledgeRead = Effect.fn("TurnStates.acknowledgeRead")(
        (owner: UserId, conversation: ConversationId) => sql`
          UPDATE turns SET state = 'acknowledged', ended_at = coalesce(ended_at, now()), expires_at = NULL
          WHERE conversation_id = ${conversation} AND user_id = ${owner} AND state IN ('answered', 'unheard')`,
        orUnavailable,
        Effect.asVoid
      )

      const requestStop = Effect.fn("TurnStates.requestStop")(
        (owner: UserId, id: TurnId) => sql`
          UPDATE turns SET stop_requested_at = coalesce(stop_requested_at, now())
          WHERE id = ${id} AND user_id = ${owner} AND state IN ('received', 'running') RETURNING id`,
        orUnavailable,
        Effect.map((requested) => requested.length > 0)
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

      return {
        register,
        receive,
        begin,
        release,
        refuse,
        end,
        acknowledge,
        acknowledgeRead,
        requestStop,
        expire,
        abandon
      }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, HeldLeases.layer)
}
