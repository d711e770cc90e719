import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { User, UserId } from "@storefront/domain/Identity"
import { ConversationId, TraceId, TurnId, UsageLogId } from "@storefront/domain/Ids"
import { Context, Duration, Effect, Layer, Number, Option, Schedule, Schema, Struct } from "effect"
import { v7 } from "uuid"
import { PendingActions } from "../actions/PendingActions.ts"
import { turnTimeout } from "../../platform/config/LimitsConfig.ts"
import { IsSoleOwner } from "../../platform/database/Database.ts"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { abandonedReport } from "../turn/TurnReport.ts"
import { inBatches } from "../../platform/database/RepeatedWork.ts"
import { countOrLog, orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { AgentRuns } from "../usage/AgentRuns.ts"
import { UsageLog } from "../usage/UsageLog.ts"
import { HeldLeases, leaseOf } from "./HeldLeases.ts"
import { TurnStates } from "./TurnStates.ts"

/** Interval between sweeps for abandoned turns. */
const interval = Duration.minutes(1)

/** Minimum turn budget assumed of other processes, whose setting may differ while it is being changed. */
const assumedBudget = Duration.minutes(10)

/** Maximum turns closed in one batch. */
const batchSize = 100

/** Unfinished turn; usually its lease has expired, because its process died. */
const AbandonedTurn = Schema.Struct({
  ...User.fields,
  turn_id: TurnId,
  conversation_id: ConversationId,
  trace_id: TraceId,
  /** Text of the turn's message; null for a turn that was still waiting. */
  content: Schema.NullOr(Schema.String),
  started_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  expired_at: Schema.DateTimeUtcFromDate
})
export type AbandonedTurn = typeof AbandonedTurn.Type

/** Closing of turns whose process died before they ended. */
export class AbandonedTurns extends Context.Tag("@storefront/server/assistant/chat/AbandonedTurns")<
  AbandonedTurns,
  {
    /** Closes turns whose lease has expired, and logs their missing runs. Returns their number. */
    readonly close: Effect.Effect<number, DatabaseUnavailable>
    /** Closes all unfinished turns, for a process that starts as sole owner of the database. Returns their number. */
    readonly closeAll: Effect.Effect<number, DatabaseUnavailable>
    /**
     * Ends a person's unfinished turns, even those that a process is working on: they store no answer. Returns those to
     * be logged with `record`. Both need the caller's transaction, which must also close the person's runs.
     */
    readonly endAllOf: (person: UserId) => Effect.Effect<ReadonlyArray<AbandonedTurn>, DatabaseUnavailable>
    readonly record: (turns: ReadonlyArray<AbandonedTurn>) => Effect.Effect<void, DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const usage = yield* UsageLog
      const runs = yield* AgentRuns
      const heldLeases = yield* HeldLeases
      const pending = yield* PendingActions
      const states = yield* TurnStates
      const maxLease = leaseOf(Duration.max(yield* turnTimeout, assumedBudget))
      const transaction = withRetry(sql)

      const selectWhere = (condition: Statement.Fragment) => sql`
        SELECT u.id, u.email, u.name, u.role, t.id AS turn_id, t.conversation_id, t.trace_id, t.expires_at AS expired_at,
          m.content, m.created_at AS started_at
        FROM turns t
        JOIN users u ON u.id = t.user_id
        LEFT JOIN messages m ON m.id = t.user_message_id
        WHERE t.expires_at IS NOT NULL AND ${condition}`

      const selectExpired = SqlSchema.findAll({
        Request: Schema.Struct({ active: Schema.Array(TurnId), expired: Schema.Array(TurnId) }),
        Result: AbandonedTurn,
        execute: ({ active, expired }) => sql`
          ${selectWhere(sql`${sql.or([sql`t.expires_at < now()`, sql.in("t.id", expired)])} AND NOT ${sql.in("t.id", active)}`)}
          ORDER BY t.expires_at, t.id LIMIT ${batchSize}`
      })

      const selectAllOf = SqlSchema.findAll({
        Request: UserId,
        Result: AbandonedTurn,
        execute: (person) => sql`${selectWhere(sql`t.user_id = ${person}`)} ORDER BY t.id`
      })

      const recordOne = ({ content, conversation_id, expired_at, started_at, trace_id, ...turn }: AbandonedTurn) =>
        content === null || started_at === null
          ? Effect.void
          : usage.recordWithin({
              report: abandonedReport({
                runId: UsageLogId.make(v7()),
                agentName: "orchestrator",
                traceId: trace_id,
                startedAt: started_at,
                endedAt: expired_at
              }),
              caller: new User(Struct.omit(turn, "turn_id"), skipValidation),
              conversationId: conversation_id,
              messageKey: null,
              message: content
            })

      const record = (turns: ReadonlyArray<AbandonedTurn>) => Effect.forEach(turns, recordOne, { discard: true })

      /** Closes one turn, and returns the number of turns closed. A concurrent sweep that is later closes none. */
      const closeOne = (turn: AbandonedTurn) =>
        transaction(
          Effect.gen(function* () {
            const closed = yield* states.abandon(turn.turn_id)
            if (closed === null) {
              return 0
            }
            yield* runs.closeTrace(turn.trace_id)
            // An `answered` turn is logged already, and a `received` one has no message to log.
            if (closed !== "running") {
              return 1
            }
            yield* pending.dropAll(turn.conversation_id, Option.some(turn.trace_id))
            yield* recordOne(turn)
            return 1
          })
        ).pipe(countOrLog("An abandoned turn could not be closed"))

      const endAllOf = Effect.fn("AbandonedTurns.endAllOf")(function* (person: UserId) {
        const unfinished = yield* selectAllOf(person)
        return yield* Effect.filter(unfinished, ({ turn_id }) =>
          Effect.map(states.abandon(turn_id), (state) => state === "running")
        )
      }, orUnavailable)

      /** Caps leases at the longest possible one. They would last longer if the database clock was set back. */
      const capLeases = Effect.gen(function* () {
        const latest = sql`now() + make_interval(secs => ${Duration.toSeconds(maxLease)}::float8)`
        yield* sql`UPDATE turns SET expires_at = ${latest} WHERE expires_at > ${latest}`
      })

      const close = Effect.gen(function* () {
        yield* capLeases
        const rows = yield* selectExpired(yield* heldLeases.sweep)
        return Number.sumAll(yield* Effect.forEach(rows, closeOne))
      }).pipe(orUnavailable, Effect.withSpan("AbandonedTurns.close"))

      const closeAll = Effect.gen(function* () {
        yield* orUnavailable(sql`
          UPDATE turns SET expires_at = least(expires_at, now() - interval '1 millisecond') WHERE expires_at IS NOT NULL`)
        return yield* inBatches(batchSize, close)
      })

      return { close, closeAll, endAllOf, record }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([HeldLeases.layer, PendingActions.layer, TurnStates.layer])
  )

  /**
   * Closes abandoned turns at start-up and once a minute. A sole owner of the database starts by closing all turns,
   * since no other process can be working on them.
   */
  static readonly sweep = Layer.scopedDiscard(
    Effect.gen(this, function* () {
      const { close, closeAll } = yield* this
      const logged = (closing: Effect.Effect<number, DatabaseUnavailable>) =>
        closing.pipe(
          Effect.tap((closed) =>
            closed === 0
              ? Effect.void
              : Effect.logWarning("Closed abandoned turns").pipe(Effect.annotateLogs({ closed }))
          ),
          Effect.catchAllCause((cause) => Effect.logError("Abandoned turns could not be closed", cause))
        )
      if (yield* IsSoleOwner) {
        yield* logged(closeAll)
      }
      yield* Effect.forkScoped(Effect.repeat(logged(close), Schedule.spaced(interval)))
    })
  )
}
