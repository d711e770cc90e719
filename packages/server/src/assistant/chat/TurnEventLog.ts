import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { TurnId } from "@storefront/domain/Ids"
import { type TurnEvent } from "@storefront/domain/turn/TurnEvents"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Events of a running turn that are to be stored. */
export interface EventBatch {
  readonly turn: TurnId
  /** Number of events before these. */
  readonly after: number
  readonly events: ReadonlyArray<TurnEvent>
}

/** Events are written and read by this service alone, and by programs of the same release. */
const Events = Schema.Array(Schema.declare((input: unknown): input is TurnEvent => isEvent(input)))

const isEvent = Schema.is(Schema.Struct({ _tag: Schema.String }))

/** Events of running turns in the database, by which other processes follow them. */
export class TurnEventLog extends Context.Tag("@storefront/server/assistant/chat/TurnEventLog")<
  TurnEventLog,
  {
    /**
     * Stores the batches of turns that are running in the database. Returns these turns, and which of them are to be
     * stopped.
     */
    readonly write: (
      batches: ReadonlyArray<EventBatch>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: TurnId; readonly is_stop_requested: boolean }>, DatabaseUnavailable>
    /** Returns the events after the first `count`. */
    readonly read: (turn: TurnId, count: number) => Effect.Effect<ReadonlyArray<TurnEvent>, DatabaseUnavailable>
    /** Deletes the events of turns. */
    readonly forget: (turns: ReadonlyArray<TurnId>) => Effect.Effect<void, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const write = SqlSchema.findAll({
        Request: Schema.String,
        Result: Schema.Struct({ id: TurnId, is_stop_requested: Schema.Boolean }),
        // The lock keeps events from being stored after the end of their turn, which deletes them.
        execute: (batches) => sql`
          WITH batches AS (
            SELECT turn_id, seq, events FROM jsonb_to_recordset(${batches}::jsonb) AS b (turn_id uuid, seq int, events jsonb)
          ),
          running AS (
            SELECT t.id, t.stop_requested_at IS NOT NULL AS is_stop_requested FROM turns t
            WHERE t.id IN (SELECT turn_id FROM batches) AND t.state IN ('received', 'running') FOR SHARE
          ),
          stored AS (
            INSERT INTO turn_events (turn_id, seq, events)
            SELECT turn_id, seq, events FROM batches JOIN running ON running.id = turn_id WHERE events <> '[]'
            ON CONFLICT DO NOTHING
          )
          SELECT id, is_stop_requested FROM running`
      })

      const read = SqlSchema.findAll({
        Request: Schema.Struct({ turn: TurnId, count: Schema.Int }),
        Result: Schema.Struct({ events: Events }),
        execute: ({ count, turn }) =>
          sql`SELECT events FROM turn_events WHERE turn_id = ${turn} AND seq > ${count} ORDER BY seq`
      })

      return {
        write: (batches) =>
          orUnavailable(
            write(JSON.stringify(batches.map(({ after, events, turn }) => ({ turn_id: turn, seq: after + 1, events }))))
          ),
        read: (turn, count) =>
          orUnavailable(Effect.map(read({ turn, count }), (rows) => rows.flatMap(({ events }) => events))),
        forget: (turns) =>
          turns.length === 0
            ? Effect.void
            : orUnavailable(sql`DELETE FROM turn_events WHERE ${sql.in("turn_id", turns)}`)
      }
    })
  )
}
