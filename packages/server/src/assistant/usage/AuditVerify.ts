import { SqlClient, SqlSchema } from "@effect/sql"
import { Array, Effect, Schema, Struct } from "effect"
import { check } from "../../platform/database/Invariant.ts"
import { liftTimeLimits, orUnavailable, transact } from "../../platform/database/Transaction.ts"
import { auditChecks } from "./AuditChecks.ts"

/** How much the log has, and what is not in it yet. */
const Extent = Schema.Struct({
  /** The first UTC day that is kept, `YYYY-MM-DD`; null when nothing was ever pruned. */
  kept_from: Schema.NullOr(Schema.String),
  runs: Schema.Int,
  steps: Schema.Int,
  /** Runs that began and did not end yet, or whose end is about to be reported. */
  open_runs: Schema.Int,
  /** Turns that have their conversation. */
  running_turns: Schema.Int
})

/** What was found out about the audit. */
export const AuditVerdict = Schema.Struct({
  ok: Schema.Boolean,
  ...Extent.fields,
  checks: Schema.Array(
    Schema.Struct({
      check: Schema.String,
      ok: Schema.Boolean,
      count: Schema.Int,
      /** The first of what breaks it. */
      violations: Schema.Array(Schema.String)
    })
  )
})
export type AuditVerdict = typeof AuditVerdict.Type

/** Checks the whole audit, also while the shop is in operation; of each check the first violations are listed. */
export const verify = Effect.fn("AuditVerify.verify")(function* (shown: number) {
  const sql = yield* SqlClient.SqlClient
  const selectExtent = SqlSchema.single({
    Request: Schema.Void,
    Result: Extent,
    execute: () => sql`
      SELECT (SELECT kept_from::text FROM audit_retention) AS kept_from,
        (SELECT count(*)::int FROM usage_logs) AS runs, (SELECT count(*)::int FROM agent_execution_steps) AS steps,
        (SELECT count(*)::int FROM agent_runs WHERE started_at IS NOT NULL) AS open_runs,
        (SELECT count(*)::int FROM turns WHERE state IN ('running', 'answered')) AS running_turns`
  })
  const extent = yield* Effect.zipRight(liftTimeLimits, selectExtent()).pipe(transact(sql), orUnavailable)
  const verdicts = yield* check(Object.values(auditChecks), shown)
  const result: AuditVerdict = {
    ok: Array.every(verdicts, Struct.get("ok")),
    ...extent,
    checks: verdicts.map(({ count, invariant, ok, violations }) => ({ check: invariant, ok, count, violations }))
  }
  return result
})
