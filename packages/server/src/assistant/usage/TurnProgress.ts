import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { SpecialistName } from "@storefront/domain/Topology"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Specialist that works on a turn, or has finished. */
export const SpecialistProgress = Schema.Struct({ agent_name: SpecialistName, is_done: Schema.Boolean })
export type SpecialistProgress = typeof SpecialistProgress.Type

/** Progress of a turn without an answer yet, from its open and logged runs. */
export class TurnProgress extends Context.Tag("@storefront/server/assistant/usage/TurnProgress")<
  TurnProgress,
  {
    /** Returns the specialists that began within the last milliseconds for the person, oldest first. */
    readonly recent: (
      email: string,
      withinMillis: number
    ) => Effect.Effect<ReadonlyArray<SpecialistProgress>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.Struct({ email: Schema.String, withinMillis: Schema.Number }),
        Result: SpecialistProgress,
        execute: ({ email, withinMillis }) => sql`
          WITH begun AS (
            SELECT r.id, r.agent_name, false AS is_done, r.started_at AS began FROM agent_runs r
            JOIN users u ON u.id = r.user_id WHERE u.email = ${email} AND NOT r.is_closed
            UNION ALL
            SELECT l.id, l.agent_name, true, l.created_at - make_interval(secs => l.duration_ms / 1000.0) FROM usage_logs l
            JOIN users u ON u.id = l.user_id WHERE u.email = ${email} AND l.agent_name <> 'orchestrator'
              AND l.created_at > now() - interval '1 hour'
          )
          SELECT agent_name, is_done FROM begun
          WHERE began > now() - make_interval(secs => ${withinMillis / 1000}::double precision) ORDER BY began, id`
      })
      return {
        recent: Effect.fn("TurnProgress.recent")((email: string, withinMillis: number) =>
          orUnavailable(select({ email, withinMillis }))
        )
      }
    })
  )
}
