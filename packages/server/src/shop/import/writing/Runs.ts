import { SqlClient, type SqlError, SqlSchema } from "@effect/sql"
import { Data, Duration, Effect, Option, Schedule, Schema } from "effect"
import { v7 } from "uuid"
import { repeatedly } from "../../../platform/database/RepeatedWork.ts"
import { orUnavailable } from "../../../platform/database/Transaction.ts"
import { type KindName } from "../kinds/Kind.ts"
import { type Refused } from "../Lines.ts"

/** The rows of `imports`: one per run, of which one per kind can be running. */

/** Another process imports the same kind. */
export class ImportRunning extends Data.TaggedError("ImportRunning")<{ readonly kind: KindName }> {
  override get message() {
    return `Another import of ${this.kind} is running. Wait for its end, then run this one again`
  }
}

/** The run lost its lease to another one, so that it may not write any more. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly kind: KindName }> {
  override get message() {
    return `Another import of ${this.kind} has taken over. Run this one again when it has ended`
  }
}

/** Time after which a process that renewed nothing counts as dead. */
const leaseSeconds = 15

const renewal = Duration.seconds(3)

/** Most refusals that a run keeps. */
export const maxRefusals = 1000

export type RunState = "done" | "nothing_written" | "broken_off"

export interface RunCounts {
  readonly lines: number
  readonly refused: number
  readonly noted: number
  readonly written: number
}

/** A run that holds the lease of its kind. */
export interface Run {
  readonly id: string
  readonly kind: KindName
  /** Renews the lease within the caller's transaction, so that the transaction commits only while the lease is held. */
  readonly hold: Effect.Effect<void, LeaseLost | SqlError.SqlError>
  readonly end: (
    state: RunState,
    counts: RunCounts,
    refusals: ReadonlyArray<Refused>
  ) => Effect.Effect<void, LeaseLost | SqlError.SqlError>
}

const leaseEnd = (sql: SqlClient.SqlClient) => sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/** Gives up the lease of a run whose process has not renewed it. */
const breakOffDead = (sql: SqlClient.SqlClient, kind: KindName) => sql`
  UPDATE imports SET state = 'broken_off', ended_at = clock_timestamp()
  WHERE kind = ${kind} AND state = 'running' AND lease_until < clock_timestamp()`

/** Waits until the run of a dead process has lost its lease; fails as soon as a running one renews it. */
const waitForLease = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  kind: KindName,
  claim: Effect.Effect<boolean, SqlError.SqlError>
) {
  const find = SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ id: Schema.String, lease: Schema.String }),
    execute: () => sql`
      SELECT id, lease_until::text AS lease FROM imports WHERE kind = ${kind} AND state = 'running'`
  })
  const seen = yield* find()
  const attempt = Effect.gen(function* () {
    if (yield* claim) {
      return true
    }
    const now = yield* find()
    const isRenewed = Option.match(Option.all({ seen, now }), {
      onNone: () => false,
      onSome: ({ now, seen }) => now.id !== seen.id || now.lease !== seen.lease
    })
    return isRenewed ? yield* new ImportRunning({ kind }) : false
  })
  yield* Effect.repeat(attempt, { until: (isClaimed) => isClaimed, schedule: Schedule.spaced("500 millis") })
})

/**
 * Begins a run, and holds its lease until the scope closes. A run that was killed is taken over when its lease has
 * ended; `onWait` is told of the wait. Fails when another process imports this kind.
 */
export const begin = Effect.fn("Runs.begin")(function* (kind: KindName, source: string, onWait: Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* Effect.sync(() => v7())
  const claim = Effect.zipRight(
    breakOffDead(sql, kind),
    Effect.map(
      sql`
        INSERT INTO imports (id, kind, source, lease_until) VALUES (${id}, ${kind}, ${source}, ${leaseEnd(sql)})
        ON CONFLICT DO NOTHING RETURNING id`,
      ({ length }) => length > 0
    )
  )
  const release = orUnavailable(sql`
    UPDATE imports SET state = 'broken_off', ended_at = clock_timestamp() WHERE id = ${id} AND state = 'running'`)
  // Without the database the lease ends by itself. Comes first: a wait for another run can be interrupted.
  yield* Effect.addFinalizer(() =>
    Effect.catchAllCause(release, (cause) => Effect.logDebug("The run was not closed", cause))
  )
  yield* Effect.unlessEffect(Effect.zipRight(onWait, waitForLease(sql, kind, claim)), claim)
  yield* sql`DELETE FROM imports WHERE started_at < now() - interval '90 days' AND state <> 'running'`
  const held = (rows: ReadonlyArray<unknown>) => (rows.length > 0 ? Effect.void : new LeaseLost({ kind }))
  const hold = Effect.flatMap(
    sql`UPDATE imports SET lease_until = ${leaseEnd(sql)} WHERE id = ${id} AND state = 'running' RETURNING id`,
    held
  )
  yield* repeatedly(hold, renewal, "The lease of the import was not renewed")
  const run: Run = {
    id,
    kind,
    hold,
    end: (state, { lines, noted, refused, written }, refusals) =>
      Effect.flatMap(
        sql`
          UPDATE imports SET state = ${state}, ended_at = clock_timestamp(), lines = ${lines}, refused = ${refused},
            noted = ${noted}, written = ${written}, refusals = ${JSON.stringify(refusals.slice(0, maxRefusals))}::jsonb
          WHERE id = ${id} AND state = 'running' RETURNING id`,
        held
      )
  }
  return run
})
