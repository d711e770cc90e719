import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { type Customer } from "../support/Chat.ts"
import { specialist } from "../support/Script.ts"
import { type Act } from "./Acts.ts"

/** What the database says about a customer. */
export interface Observation {
  /** How many times the act was done. */
  readonly times: number
  /** Steps of the act in the log that say so; of a read, that it was answered. */
  readonly steps: number
  /** Runs of the specialist in the log. */
  readonly runs: number
  /** Turns that began and are not in the log. */
  readonly missingTurns: number
  readonly isLocked: boolean
}

/** How long a living process may hold a conversation after the end of a fault, or leave something unrecorded. */
export const boundMillis = 5_000

const lookAgain = "100 millis"

const Row = Schema.Struct({ steps: Schema.Int, runs: Schema.Int, missingTurns: Schema.Int, isLocked: Schema.Boolean })
const decodeRows = Schema.decodeUnknown(Schema.Tuple(Row))

/** Looks once. */
export const look = Effect.fnUntraced(function* (act: Act, customer: Customer) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* Effect.flatMap(
    sql`
      SELECT
        (SELECT count(*)::int FROM usage_logs l JOIN agent_execution_steps s ON s.usage_log_id = l.id
          WHERE l.user_id = ${customer.id} AND s.tool_name = ${act.tool} AND s.status = 'success'
            AND s.tool_output ->> 'replayed' IS NULL
            AND s.tool_output ->> 'status' IS DISTINCT FROM 'awaiting_confirmation') AS steps,
        (SELECT count(*)::int FROM usage_logs l WHERE l.user_id = ${customer.id} AND l.agent_name = ${specialist}) AS runs,
        (SELECT count(*)::int FROM conversations c JOIN messages m ON m.conversation_id = c.id
          WHERE c.user_id = ${customer.id} AND m.role = 'user' AND NOT EXISTS (
            SELECT 1 FROM usage_logs l WHERE l.trace_id = m.metadata ->> 'trace_id' AND l.agent_name = 'orchestrator'
          )) AS "missingTurns",
        EXISTS (SELECT 1 FROM turns t WHERE t.user_id = ${customer.id} AND t.expires_at IS NOT NULL)
          AS "isLocked"`,
    decodeRows
  )
  const observation: Observation = { ...row, times: yield* act.times(customer) }
  return observation
}, Effect.orDie)

/** What was seen in the end, and when the conversation was free. */
export interface Settled {
  readonly seen: Observation
  readonly lockedMillis: number
}

/**
 * Looks until everything is recorded and the conversation is free, or the bound is reached; never shorter than the
 * quiet time, in which late writes would show.
 */
export const settle = Effect.fnUntraced(function* (
  act: Act,
  customer: Customer,
  runs: Effect.Effect<number>,
  quietMillis: number
) {
  const startedAt = yield* Clock.currentTimeMillis
  let lockedMillis = boundMillis
  for (;;) {
    const seen = yield* look(act, customer)
    const elapsed = (yield* Clock.currentTimeMillis) - startedAt
    lockedMillis = seen.isLocked ? boundMillis : Math.min(lockedMillis, elapsed)
    const isRecorded = seen.steps >= seen.times && seen.missingTurns === 0 && seen.runs >= (yield* runs)
    if (elapsed >= boundMillis || (elapsed >= quietMillis && isRecorded && !seen.isLocked)) {
      const settled: Settled = { seen, lockedMillis }
      return settled
    }
    yield* Effect.sleep(lookAgain)
  }
})
