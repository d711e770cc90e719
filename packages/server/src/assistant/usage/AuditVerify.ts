import { SqlClient, SqlSchema } from "@effect/sql"
import { Array, Effect, Schema, Struct } from "effect"
import { check } from "../../platform/database/Invariant.ts"
import { liftTimeLimits, orUnavailable, transact } from "../../platform/database/Transaction.ts"
import { auditChecks } from "./AuditChecks.ts"

/** Size of the log, and the numbers of open runs and turns, which it does not contain yet. */
const LogStatistics = Schema.Struct({
  /** First UTC day that is kept, `YYYY-MM-DD`; null if nothing was ever pruned. */
  kept_from: Schema.NullOr(Schema.String),
  runs: Schema.Int,
  steps: Schema.Int,
  /** Runs that have started and are not yet recorded in the log. */
  open_runs: Schema.Int,
  /** Turns that hold the lease of their conversation. */
  running_turns: Schema.Int
})

/** Result of the verification. */
export const AuditVerdict = Schema.Struct({
  ok: Schema.Boolean,
  ...LogStatistics.fields,
  checks: Schema.Array(
    Schema.Struct({
      check: Schema.String,
      ok: Schema.Boolean,
      /** Number of all violations of the check. */
      count: Schema.Int,
      /** Ids of the first violating rows. */
      violations: Schema.Array(Schema.String)
    })
  )
})
export type AuditVerdict = typeof AuditVerdict.Type

/** Checks all invariants of the audit, even while services run, and lists the first `maxViolations` of each. */
export const verify = Effect.fn("AuditVerify.verify")(function* (maxViolations: number) {
  const sql = yield* SqlClient.SqlClient
  const selectStatistics = SqlSchema.single({
    Request: Schema.Void,
    Result: LogStatistics,
    execute: () => sql`
      SELECT (SELECT kept_from::text FROM audit_retention) AS kept_from,
        (SELECT count(*)::int FROM usage_logs) AS runs, (SELECT count(*)::int FROM agent_execution_steps) AS steps,
        (SELECT count(*)::int FROM agent_runs WHERE started_at IS NOT NULL) AS open_runs,
        (SELECT count(*)::int FROM turns WHERE state IN ('running', 'answered')) AS running_turns`
  })
  const statistics = yield* Effect.zipRight(liftTimeLimits, selectStatistics()).pipe(transact(sql), orUnavailable)
  const verdicts = yield* check(Object.values(auditChecks), maxViolations)
  const result: AuditVerdict = {
    ok: Array.every(verdicts, Struct.get("ok")),
    ...statistics,
    checks: verdicts.map(({ count, invariant, ok, violations }) => ({ check: invariant, ok, count, violations }))
  }
  return result
})
