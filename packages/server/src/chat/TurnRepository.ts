import { SqlClient, SqlSchema } from "@effect/sql"
import { ConversationBusy, ConversationNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { ConversationId, MessageId, type TraceId } from "@storefront/domain/Ids"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Array, Context, Data, Duration, Effect, Layer, Option, Schema } from "effect"
import { v7 } from "uuid"
import { entryOf, type HistoryEntry } from "../agent/History.ts"
import { type GuardReport } from "../guard/Scanner.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { laterThan } from "../database/Later.ts"
import { forSeconds, retryConflicts, retryFaults, withRetry } from "../database/Transaction.ts"
import { UsageLog } from "../usage/UsageLog.ts"
import * as ConversationTitle from "./ConversationTitle.ts"
import { HeldLeases } from "./HeldLeases.ts"

/** Messages of a conversation that a turn gets to see. */
const contextMessages = 50

/** A turn of a conversation, identified by its trace. It holds the lease of the conversation while it runs. */
export interface LeasedTurn {
  readonly user: User
  readonly conversationId: ConversationId
  readonly traceId: TraceId
  /** After this the lease is void, whatever became of the turn. */
  readonly lease: Duration.Duration
}

/** How a turn asked a specialist. */
export interface Consultation {
  readonly agent_name: SpecialistName
  readonly status: "success" | "error" | "blocked"
  readonly duration_ms: number
}

/** An answer as it is stored. */
export interface StoredAnswer {
  readonly content: string
  /** In the order of the first call. */
  readonly agentsInvolved: ReadonlyArray<SpecialistName>
  readonly specialists: ReadonlyArray<Consultation>
  readonly partial: boolean
  /** Whether anything was written in the turn, so that it matters whether the answer is heard. */
  readonly hasWritten: boolean
  /** Of the whole turn, specialists included. */
  readonly tokensIn: number
  readonly tokensOut: number
}

/** What a turn finds when it begins. */
export interface Opened {
  /** The last messages before this one, oldest first, without turns that the guard blocked. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** The turn in which the same message was sent first, when no answer was heard since; else this one. */
  readonly origin: string
}

/** What a turn begins with. */
export interface Opening {
  /** The conversation is not stored yet. */
  readonly isNew: boolean
  readonly message: string
  readonly guard: GuardReport
}

/** What a turn ends with. */
export interface Ending {
  readonly message: string
  readonly report: TurnReport
  readonly answer: Option.Option<StoredAnswer>
  /** What is to be done together with it. */
  readonly settle: Effect.Effect<unknown>
}

/** The lease was void, and somebody else has closed the turn. */
export class LeaseLost extends Data.TaggedError("LeaseLost") {}

const HistoryRow = Schema.Struct({
  role: Schema.Literal("user", "assistant"),
  content: Schema.String,
  agent_name: Schema.NullOr(Schema.String),
  trace_id: Schema.NullOr(Schema.String),
  origin: Schema.NullOr(Schema.String),
  is_heard: Schema.Boolean
})

/** The origin of a message that was sent before, unless an answer was heard since: that may be what this one replies to. */
const earlierOrigin = (newestFirst: ReadonlyArray<typeof HistoryRow.Type>, message: string) => {
  const unanswered = Array.takeWhile(newestFirst, ({ is_heard, role }) => role === "user" || !is_heard)
  const same = unanswered.find(({ content, role }) => role === "user" && content === message)
  return same?.origin ?? same?.trace_id ?? null
}

/**
 * The conversations of running turns: lease, messages, and the row of the log. One turn at a time has the lease of a
 * conversation. Failures of the database are defects.
 */
export class TurnRepository extends Context.Tag("@storefront/server/chat/TurnRepository")<
  TurnRepository,
  {
    /** Takes the lease of a conversation that is there. */
    readonly acquire: (turn: LeasedTurn) => Effect.Effect<void, ConversationNotFound | ConversationBusy>
    /** Gives back a lease whose turn stored no message. */
    readonly release: (turn: LeasedTurn) => Effect.Effect<void>
    /**
     * Stores the message, and the conversation with it when `isNew`. A short fault of the database is outlasted: what is
     * stored already stays as it is.
     */
    readonly open: (
      turn: LeasedTurn,
      opening: Opening
    ) => Effect.Effect<Opened, ConversationNotFound | ConversationBusy>
    /**
     * Stores the answer, if there is one, and the run, and gives back the lease: all of it or nothing. What is stored
     * already stays as it is. An answer that tells of writing counts as unheard until `hear`.
     */
    readonly close: (turn: LeasedTurn, ending: Ending) => Effect.Effect<void, LeaseLost>
    /** Somebody waited for the answer that was stored, and got it. */
    readonly hear: (turn: LeasedTurn) => Effect.Effect<void>
    /** Leaves a turn that cannot be stored to be closed as abandoned. */
    readonly abandon: (turn: LeasedTurn) => Effect.Effect<void>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const usage = yield* UsageLog
      const leases = yield* HeldLeases
      const transaction = withRetry(sql)

      /** When a lease that is taken now ends. */
      const expiry = ({ lease }: LeasedTurn) => sql`now() + ${Duration.toMillis(lease)}::int * interval '1 millisecond'`

      /** When a conversation is used now, after all others of its owner. */
      const usedNow = ({ user }: LeasedTurn) =>
        laterThan(sql, sql`SELECT max(last_message_at) FROM conversations WHERE user_id = ${user.id} AND is_active`)

      const acquire = Effect.fnUntraced(
        function* (turn: LeasedTurn) {
          const [found] = yield* sql<{ acquired: boolean }>`
          WITH acquired AS (
            UPDATE conversations SET turn_trace_id = ${turn.traceId}, turn_expires_at = ${expiry(turn)}
            WHERE id = ${turn.conversationId} AND user_id = ${turn.user.id} AND is_active AND turn_trace_id IS NULL
            RETURNING id)
          SELECT EXISTS (SELECT 1 FROM acquired) AS acquired FROM conversations
          WHERE id = ${turn.conversationId} AND user_id = ${turn.user.id} AND is_active`
          if (found === undefined) {
            return yield* new ConversationNotFound()
          }
          if (!found.acquired) {
            return yield* new ConversationBusy()
          }
          yield* leases.add(turn.traceId, turn.lease)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const release = Effect.fn("TurnRepository.release")(
        (turn: LeasedTurn) =>
          sql`
            UPDATE conversations SET turn_trace_id = NULL, turn_expires_at = NULL
            WHERE id = ${turn.conversationId} AND turn_trace_id = ${turn.traceId}`,
        Effect.orDie,
        (released, { traceId }) => Effect.zipRight(released, leases.remove(traceId))
      )

      const selectHistory = SqlSchema.findAll({
        Request: Schema.Struct({ conversation: ConversationId, except: MessageId }),
        Result: HistoryRow,
        execute: ({ conversation, except }) => sql`
          SELECT role, content, agent_name, metadata ->> 'trace_id' AS trace_id, metadata ->> 'origin' AS origin,
            metadata -> 'unheard' IS NULL AS is_heard
          FROM messages
          WHERE conversation_id = ${conversation} AND id <> ${except} AND metadata -> 'guard' ->> 'verdict' IS DISTINCT FROM 'blocked'
          ORDER BY seq DESC LIMIT ${contextMessages}`
      })

      const openOnce = Effect.fnUntraced(
        function* (turn: LeasedTurn, { guard, isNew, message }: Opening, id: MessageId) {
          const { conversationId, traceId, user } = turn
          const title = guard.verdict === "blocked" ? ConversationTitle.ofBlocked : ConversationTitle.make(message)
          const newestFirst = isNew ? [] : yield* selectHistory({ conversation: conversationId, except: id })
          const earlier = earlierOrigin(newestFirst, message)
          const metadata = { trace_id: traceId, guard, ...(earlier === null ? {} : { origin: earlier }) }
          const conversation = isNew
            ? sql`
                INSERT INTO conversations (id, user_id, title, turn_trace_id, turn_expires_at, last_message_at)
                VALUES (${conversationId}, ${user.id}, ${title}, ${traceId}, ${expiry(turn)}, ${usedNow(turn)})
                ON CONFLICT (id) DO UPDATE SET turn_trace_id = excluded.turn_trace_id RETURNING id`
            : sql`
                UPDATE conversations SET last_message_at = ${usedNow(turn)}
                WHERE id = ${conversationId} AND turn_trace_id = ${traceId} AND is_active RETURNING id`
          const opened = yield* sql`
            WITH opened AS (${conversation}), stored AS (
              INSERT INTO messages (id, conversation_id, role, content, metadata)
              SELECT ${id}::uuid, opened.id, 'user', ${message}, ${JSON.stringify(metadata)}::jsonb FROM opened
              ON CONFLICT (id) DO NOTHING)
            SELECT id FROM opened`
          if (opened.length === 0) {
            // Either it was deleted, or this process was held up until its lease ran out.
            const there = yield* sql`SELECT id FROM conversations WHERE id = ${conversationId} AND is_active`
            return yield* there.length === 0 ? new ConversationNotFound() : new ConversationBusy()
          }
          const result: Opened = {
            history: Array.reverse(newestFirst).map(({ agent_name, content, role }) =>
              entryOf(role, content, agent_name)
            ),
            origin: earlier ?? traceId
          }
          return result
        },
        retryConflicts,
        retryFaults(forSeconds),
        Effect.catchTag("SqlError", "ParseError", Effect.die)
      )

      const open = Effect.fnUntraced(function* (turn: LeasedTurn, opening: Opening) {
        yield* Effect.when(leases.add(turn.traceId, turn.lease), () => opening.isNew)
        return yield* openOnce(turn, opening, yield* Effect.sync(() => MessageId.make(v7())))
      })

      const insertAnswer = ({ conversationId, traceId }: LeasedTurn, report: TurnReport, answer: StoredAnswer) =>
        sql`INSERT INTO messages ${sql.insert({
          id: MessageId.make(v7()),
          conversation_id: conversationId,
          role: "assistant",
          content: answer.content,
          agent_name: report.agentName,
          agents_involved: answer.agentsInvolved,
          metadata: {
            trace_id: traceId,
            duration_ms: report.durationMs,
            specialists: answer.specialists,
            guard: report.guard,
            model: report.model,
            partial: answer.partial,
            ...(answer.hasWritten ? { unheard: true } : {})
          },
          tokens_in: answer.tokensIn,
          tokens_out: answer.tokensOut
        })}`

      const close = Effect.fnUntraced(
        function* (turn: LeasedTurn, { answer, message, report, settle }: Ending) {
          const { conversationId, traceId, user } = turn
          const held = yield* sql`
            UPDATE conversations SET turn_trace_id = NULL, turn_expires_at = NULL,
              last_message_at = ${Option.isSome(answer) ? usedNow(turn) : sql`last_message_at`}
            WHERE id = ${conversationId} AND turn_trace_id = ${traceId} RETURNING id`
          if (held.length === 0) {
            const stored = yield* sql`SELECT id FROM usage_logs WHERE id = ${report.runId}`
            return stored.length === 0 ? yield* new LeaseLost() : undefined
          }
          yield* Effect.transposeMapOption(answer, (answer) => insertAnswer(turn, report, answer))
          yield* settle
          yield* usage.recordWithin({ report, caller: user, conversationId, messageKey: null, input: message })
        },
        transaction,
        Effect.catchTag("SqlError", Effect.die),
        (closed, { traceId }) => Effect.zipLeft(closed, leases.remove(traceId))
      )

      const hear = Effect.fn("TurnRepository.hear")(
        ({ conversationId, traceId }: LeasedTurn) =>
          sql`
            UPDATE messages SET metadata = metadata - 'unheard'
            WHERE conversation_id = ${conversationId} AND role = 'assistant' AND metadata ->> 'trace_id' = ${traceId}`,
        Effect.asVoid,
        Effect.orDie
      )

      const abandon = Effect.fn("TurnRepository.abandon")(
        ({ conversationId, traceId }: LeasedTurn) =>
          sql`
            UPDATE conversations SET turn_expires_at = now() - interval '1 millisecond'
            WHERE id = ${conversationId} AND turn_trace_id = ${traceId}`,
        Effect.orDie,
        (abandoned, { traceId }) => Effect.zipRight(abandoned, leases.remove(traceId))
      )

      return { acquire, release, open, close, hear, abandon }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide(HeldLeases.layer))
}
