import { SqlClient } from "@effect/sql"
import { type ActionNotFound, ConversationBusy, ConversationNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type ConversationId, MessageId, type TraceId } from "@storefront/domain/Ids"
import { Context, Data, Duration, Effect, Layer, Option, Ref } from "effect"
import { v7 } from "uuid"
import { PendingActions } from "../actions/PendingActions.ts"
import { confirmationTime } from "../../platform/config/LimitsConfig.ts"
import { laterThan } from "../../platform/database/Later.ts"
import { forSeconds, retryFaults, withRetry } from "../../platform/database/Transaction.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { UsageLog } from "../usage/UsageLog.ts"
import { metadataOf, mustBeReceived, type StoredAnswer } from "./Answers.ts"
import * as ConversationTitle from "./ConversationTitle.ts"
import { HeldLeases } from "./HeldLeases.ts"
import * as TurnOpening from "./TurnOpening.ts"
import { type Found, type Opened, type Opening } from "./TurnOpening.ts"

/** A turn of a conversation, identified by its trace. It holds the lease of the conversation while it runs. */
export interface LeasedTurn {
  readonly user: User
  readonly conversationId: ConversationId
  readonly traceId: TraceId
  /** After this the lease is void, whatever became of the turn. */
  readonly lease: Duration.Duration
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

/**
 * The conversations of running turns: lease, messages, and the row of the log. One turn at a time has the lease of a
 * conversation. Failures of the database are defects.
 */
export class TurnRepository extends Context.Tag("@storefront/server/assistant/chat/TurnRepository")<
  TurnRepository,
  {
    /** The newest message of a conversation that is not the customer's. */
    readonly newestAnswer: (conversation: ConversationId) => Effect.Effect<Option.Option<MessageId>>
    /** Takes the lease of a conversation that is there. */
    readonly acquire: (turn: LeasedTurn) => Effect.Effect<void, ConversationNotFound | ConversationBusy>
    /** Gives back a lease whose turn stored no message. */
    readonly release: (turn: LeasedTurn) => Effect.Effect<void>
    /**
     * Decides what the message means for what was proposed, and stores it together with what it drops, and with the
     * conversation when `isNew`. A short fault of the database is outlasted: what is stored already stays as it is.
     */
    readonly open: (
      turn: LeasedTurn,
      opening: Opening
    ) => Effect.Effect<Opened, ConversationNotFound | ConversationBusy | ActionNotFound>
    /**
     * Stores the answer, if there is one, and the run, opens what the answer shows and drops what else the turn proposed,
     * and gives back the lease: all of it or nothing. What is stored already stays as it is. The lease of an answer that
     * must be received lasts until `acknowledge`: until then it counts as unheard.
     */
    readonly close: (turn: LeasedTurn, ending: Ending) => Effect.Effect<void, LeaseLost>
    /** Gives back the lease of a turn whose answer was stored; `isReceived`: somebody waited for that, and got it. */
    readonly acknowledge: (turn: LeasedTurn, isReceived: boolean) => Effect.Effect<void>
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
      const pending = yield* PendingActions
      const openings = yield* TurnOpening.make
      const time = yield* confirmationTime
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

      const store = Effect.fnUntraced(function* (
        turn: LeasedTurn,
        { guard, isNew, message }: Opening,
        id: MessageId,
        { decision, earlierOrigin }: Found
      ) {
        const { conversationId, traceId, user } = turn
        const title = guard.verdict === "blocked" ? ConversationTitle.ofBlocked : ConversationTitle.make(message)
        const metadata = { trace_id: traceId, guard, ...(earlierOrigin === null ? {} : { origin: earlierOrigin }) }
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
        const isDropping = decision._tag !== "Confirm" && decision._tag !== "ShowAgain"
        yield* Effect.when(Effect.orDie(pending.dropAll(conversationId, Option.none())), () => isDropping && !isNew)
      })

      const open = Effect.fnUntraced(function* (turn: LeasedTurn, opening: Opening) {
        yield* Effect.when(leases.add(turn.traceId, turn.lease), () => opening.isNew)
        const id = yield* Effect.sync(() => MessageId.make(v7()))
        // After a commit that nobody heard of, what was dropped would look as if it had never been open.
        const known = yield* Ref.make(Option.none<Found>())
        const read = Effect.tap(openings.read(turn.user, turn.conversationId, opening, id), (found) =>
          Ref.set(known, Option.some(found))
        )
        const found = yield* Effect.flatMap(
          Ref.get(known),
          Option.match({ onNone: () => read, onSome: Effect.succeed })
        ).pipe(
          Effect.tap((found) => store(turn, opening, id, found)),
          transaction,
          retryFaults(forSeconds),
          Effect.catchTag("SqlError", Effect.die)
        )
        const { earlierOrigin, ...view } = yield* TurnOpening.view(found, opening)
        const opened: Opened = { ...view, messageId: id, origin: earlierOrigin ?? turn.traceId }
        return opened
      })

      const insertAnswer = (id: MessageId, { conversationId }: LeasedTurn, report: TurnReport, answer: StoredAnswer) =>
        sql`INSERT INTO messages ${sql.insert({
          id,
          conversation_id: conversationId,
          role: "assistant",
          content: answer.content,
          agent_name: report.agentName,
          agents_involved: answer.agentsInvolved,
          metadata: metadataOf(answer, report),
          tokens_in: answer.tokensIn,
          tokens_out: answer.tokensOut
        })}`

      const closeOnce = Effect.fnUntraced(
        function* (turn: LeasedTurn, { answer, message, report, settle }: Ending) {
          const { conversationId, traceId, user } = turn
          const keepsLease = Option.exists(answer, mustBeReceived)
          const end = keepsLease
            ? sql`turn_trace_id = turn_trace_id`
            : sql`turn_trace_id = NULL, turn_expires_at = NULL`
          const held = yield* sql`
            UPDATE conversations SET ${end},
              last_message_at = ${Option.isSome(answer) ? usedNow(turn) : sql`last_message_at`}
            WHERE id = ${conversationId} AND turn_trace_id = ${traceId} RETURNING is_active`
          // A lease that is kept does not tell whether this was done before.
          const stored =
            keepsLease || held.length === 0 ? yield* sql`SELECT id FROM usage_logs WHERE id = ${report.runId}` : []
          if (stored.length > 0) {
            return
          }
          if (held.length === 0) {
            return yield* new LeaseLost()
          }
          const id = yield* Effect.sync(() => MessageId.make(v7()))
          yield* Effect.transposeMapOption(answer, (answer) => insertAnswer(id, turn, report, answer))
          const shown = Option.match(answer, { onNone: () => [], onSome: ({ shown }) => shown })
          // In a conversation that was deleted meanwhile nobody can be asked.
          yield* Effect.orDie(
            shown.length === 0 || held[0]?.["is_active"] !== true
              ? pending.dropAll(conversationId, Option.some(traceId))
              : pending.show({ conversation: conversationId, turn: traceId, answer: id, ids: shown, time })
          )
          yield* settle
          yield* usage.recordWithin({ report, caller: user, conversationId, messageKey: null, input: message })
        },
        transaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const close = (turn: LeasedTurn, ending: Ending) =>
        Effect.zipLeft(
          closeOnce(turn, ending),
          Effect.unless(leases.remove(turn.traceId), () => Option.exists(ending.answer, mustBeReceived))
        )

      const acknowledge = Effect.fn("TurnRepository.acknowledge")(
        ({ conversationId, traceId }: LeasedTurn, isReceived: boolean) =>
          sql`
            WITH received AS (
              UPDATE messages SET metadata = metadata - 'unheard'
              WHERE ${isReceived} AND conversation_id = ${conversationId} AND role = 'assistant'
                AND metadata ->> 'trace_id' = ${traceId})
            UPDATE conversations SET turn_trace_id = NULL, turn_expires_at = NULL
            WHERE id = ${conversationId} AND turn_trace_id = ${traceId}`,
        Effect.orDie,
        (acknowledged, { traceId }) => Effect.zipRight(acknowledged, leases.remove(traceId))
      )

      const abandon = Effect.fn("TurnRepository.abandon")(
        ({ conversationId, traceId }: LeasedTurn) =>
          sql`
            UPDATE conversations SET turn_expires_at = now() - interval '1 millisecond'
            WHERE id = ${conversationId} AND turn_trace_id = ${traceId}`,
        Effect.orDie,
        (abandoned, { traceId }) => Effect.zipRight(abandoned, leases.remove(traceId))
      )

      return { newestAnswer: openings.newestAnswer, acquire, release, open, close, acknowledge, abandon }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([HeldLeases.layer, PendingActions.layer]))
}
