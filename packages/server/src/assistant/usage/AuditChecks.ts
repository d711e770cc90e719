import { staffName } from "@storefront/domain/api/ConversationsApi"
import { actNames } from "@storefront/domain/confirmation/Terms"
import { writingTools } from "@storefront/domain/tools/Writes"
import { Array } from "effect"
import { type Invariant } from "../../platform/database/Invariant.ts"
import { consentChecks, effectsSince } from "./ConsentChecks.ts"

/** Time since which the runs of messages and effects were not pruned. A turn may have begun on the day before. */
const completeSince = "coalesce((SELECT kept_from FROM audit_retention), '-infinity')::timestamptz + interval '1 day'"

const traceOf = "metadata ->> 'trace_id'"

const writingToolList = Array.union(writingTools, actNames)
  .map((tool) => `'${tool}'`)
  .join(", ")

/** Number of writing calls by run and tool, without replays and proposals. `surely`: without truncated results. */
const writingSteps = `
  SELECT usage_log_id, tool_name, count(*) AS times, count(*) FILTER (WHERE NOT tool_output ? 'truncated') AS surely
  FROM agent_execution_steps
  WHERE status = 'success' AND tool_name IN (${writingToolList}) AND NOT tool_output @> '{"replayed": true}'
    AND NOT tool_output @> '{"status": "awaiting_confirmation"}'
  GROUP BY usage_log_id, tool_name`

const effects = `
  SELECT run_id, tool_name, count(*) AS times, max(created_at) AS made_at
  FROM tool_effects WHERE run_id IS NOT NULL GROUP BY run_id, tool_name`

/** Calls to specialists by answer: their number, and the number without an error. */
const calls = `
  SELECT m.id, m.${traceOf} AS trace_id, s ->> 'agent_name' AS agent_name, count(*) AS times,
    count(*) FILTER (WHERE s ->> 'status' <> 'error') AS answered
  FROM messages m, jsonb_path_query(m.metadata, '$.specialists[*]') s
  WHERE m.role = 'assistant' AND m.created_at >= ${completeSince} GROUP BY m.id, 2, 3`

/** Runs of specialists that have begun and are not in the log yet. */
const openRuns = `
  SELECT trace_id, agent_name, count(*) AS times FROM agent_runs WHERE started_at IS NOT NULL GROUP BY 1, 2`

const stepsOfRuns = `
  SELECT l.id, l.tool_calls_count, coalesce(s.times, 0) AS times, coalesce(s.first, 0) AS first, coalesce(s.last, -1) AS last
  FROM usage_logs l
  LEFT JOIN (
    SELECT usage_log_id, count(*) AS times, min(step_index) AS first, max(step_index) AS last
    FROM agent_execution_steps GROUP BY usage_log_id
  ) s ON s.usage_log_id = l.id`

/** Selects the rows that are in only one of two sets. */
const symmetricDifference = (one: string, other: string, id: string) => `
  SELECT DISTINCT concat_ws(' ', ${id}) AS id FROM (
    (SELECT * FROM ${one} EXCEPT SELECT * FROM ${other}) UNION ALL (SELECT * FROM ${other} EXCEPT SELECT * FROM ${one})
  ) differing`

/** Matches values with an unmasked e-mail address, or larger than the limit of 8 KiB of JSON can be as `jsonb` text. */
const isUnmaskedOrTooLarge = (value: string) => `
  octet_length(${value}) > 16384 OR ${value} LIKE '%@%' AND ${value} ~ '[A-Za-z0-9]@[A-Za-z0-9]{1,60}[.][A-Za-z]{2}'`

/**
 * Invariants of the audit. They must hold at any moment of operation, so open runs and turns do not count as missing.
 * Each is one statement over whole sets, and sees one snapshot.
 */
export const auditChecks = {
  turns: {
    name: "Every message of a customer has one run of the orchestrator, or its turn is running",
    violations: `
      SELECT m.id::text AS id FROM messages m
      LEFT JOIN usage_logs l ON l.trace_id = m.${traceOf} AND l.agent_name = 'orchestrator'
      WHERE m.role = 'user' AND m.created_at >= ${completeSince}
        AND NOT EXISTS (SELECT FROM turns t WHERE t.user_message_id = m.id AND t.state = 'running')
      GROUP BY m.id HAVING count(l.id) <> 1`
  },
  answers: {
    name: "Every answer has one run of the orchestrator, and a message of the shop's staff has none",
    violations: `
      SELECT m.id::text AS id FROM messages m
      LEFT JOIN usage_logs l ON l.trace_id = m.${traceOf} AND l.agent_name = 'orchestrator'
      WHERE m.role = 'assistant' AND m.created_at >= ${completeSince}
      GROUP BY m.id HAVING count(l.id) <> CASE WHEN m.agent_name = '${staffName}' THEN 0 ELSE 1 END`
  },
  outcomes: {
    name: "Every run of the orchestrator has its message, and an answer as its status requires",
    violations: `
      SELECT l.id::text AS id FROM usage_logs l
      LEFT JOIN (
        SELECT conversation_id, ${traceOf} AS trace_id, count(*) FILTER (WHERE role = 'user') AS questions,
          count(*) FILTER (WHERE role = 'assistant') AS answers,
          count(*) FILTER (WHERE role = 'assistant' AND metadata ->> 'stopped' = 'true') AS stopped
        FROM messages GROUP BY 1, 2
      ) m ON m.conversation_id = l.conversation_id AND m.trace_id = l.trace_id
      WHERE l.agent_name = 'orchestrator' AND l.conversation_id IS NOT NULL AND l.created_at >= ${completeSince} AND NOT (
        coalesce(m.questions, 0) = 1 AND CASE l.status
          WHEN 'error' THEN m.answers <= 1 WHEN 'cancelled' THEN m.answers = m.stopped AND m.answers <= 1
          ELSE m.answers = 1 END)`
  },
  traces: {
    name: "A trace has at most one run of the orchestrator",
    violations: `
      SELECT trace_id AS id FROM usage_logs WHERE agent_name = 'orchestrator' GROUP BY trace_id HAVING count(*) > 1`
  },
  specialists: {
    name: "The specialists of an answer are those that ran under its trace",
    violations: `
      SELECT m.id::text AS id FROM messages m, LATERAL (
        SELECT coalesce(array_agg(s ->> 'agent_name'), '{}') AS names FROM jsonb_path_query(m.metadata, '$.specialists[*]') s
      ) involved
      WHERE m.role = 'assistant' AND m.created_at >= ${completeSince}
        AND NOT (m.agents_involved @> involved.names AND m.agents_involved <@ involved.names)
      UNION ALL
      SELECT m.id::text FROM messages m
      JOIN usage_logs l ON l.trace_id = m.${traceOf} AND l.agent_name <> 'orchestrator'
      WHERE m.role = 'assistant' AND m.created_at >= ${completeSince} AND NOT l.agent_name = ANY (m.agents_involved)
      UNION ALL
      SELECT c.id::text FROM (${calls}) c
      LEFT JOIN (SELECT trace_id, agent_name, count(*) AS times FROM usage_logs GROUP BY 1, 2) l USING (trace_id, agent_name)
      LEFT JOIN (${openRuns}) r USING (trace_id, agent_name)
      WHERE coalesce(l.times, 0) > c.times OR coalesce(l.times, 0) + coalesce(r.times, 0) < c.answered`
  },
  people: {
    name: "A run belongs to the person of its turn and its conversation",
    violations: `
      SELECT l.id::text AS id FROM usage_logs l JOIN conversations c ON c.id = l.conversation_id
      WHERE c.user_id <> l.user_id
        AND NOT EXISTS (SELECT FROM users g WHERE g.id = l.user_id AND g.merged_into = c.user_id)
      UNION ALL
      SELECT l.id::text FROM usage_logs l
      JOIN usage_logs turn ON turn.trace_id = l.trace_id AND turn.agent_name = 'orchestrator'
      WHERE turn.user_id <> l.user_id`
  },
  failures: {
    name: "A run has an error message exactly if it failed",
    violations: `
      SELECT id::text AS id FROM usage_logs
      WHERE (status IN ('success', 'blocked')) <> (error_message IS NULL)`
  },
  blocked: {
    name: "A blocked run asked no model",
    violations: `
      SELECT id::text AS id FROM usage_logs
      WHERE status = 'blocked' AND tokens_in + tokens_out + tool_calls_count > 0`
  },
  stepCounts: {
    name: "A run has as many steps as it counts",
    violations: `SELECT id::text AS id FROM (${stepsOfRuns}) l WHERE times <> tool_calls_count`
  },
  stepNumbers: {
    name: "Steps are numbered from 0 without gaps",
    violations: `SELECT id::text AS id FROM (${stepsOfRuns}) l WHERE first <> 0 OR last <> times - 1`
  },
  bounds: {
    name: "No value in the log exceeds its limit or contains an e-mail address",
    violations: `
      SELECT concat_ws(' ', usage_log_id, step_index) AS id
      FROM (SELECT usage_log_id, step_index, tool_input::text AS input, tool_output::text AS output FROM agent_execution_steps OFFSET 0) s
      WHERE ${isUnmaskedOrTooLarge("input")} OR ${isUnmaskedOrTooLarge("output")}
      UNION ALL
      SELECT id::text FROM usage_logs WHERE ${isUnmaskedOrTooLarge("input_summary")} OR ${isUnmaskedOrTooLarge("error_message")}`
  },
  effects: {
    name: "Every effect is a step of its run, or its run is open",
    violations: `
      SELECT concat_ws(' ', e.run_id, e.tool_name) AS id FROM (${effects}) e
      LEFT JOIN (${writingSteps}) s ON s.usage_log_id = e.run_id AND s.tool_name = e.tool_name
      WHERE e.times > coalesce(s.times, 0) AND e.made_at >= ${completeSince}
        AND NOT EXISTS (SELECT FROM agent_runs r WHERE r.id = e.run_id)`
  },
  writes: {
    name: "Every step that wrote has its effect, for as long as effects are kept",
    violations: `
      SELECT concat_ws(' ', l.id, s.tool_name) AS id FROM (${writingSteps}) s
      JOIN usage_logs l ON l.id = s.usage_log_id
      LEFT JOIN (${effects}) e ON e.run_id = s.usage_log_id AND e.tool_name = s.tool_name
      WHERE s.surely > coalesce(e.times, 0) AND l.created_at - l.duration_ms * interval '1 millisecond' > ${effectsSince}`
  },
  tokens: {
    name: "The tokens of an answer are those of its runs",
    violations: `
      SELECT m.id::text AS id FROM messages m
      JOIN (
        SELECT trace_id, sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out FROM usage_logs GROUP BY trace_id
        HAVING bool_and(agent_name = 'orchestrator' OR status IN ('success', 'blocked'))
      ) l ON l.trace_id = m.${traceOf}
      WHERE m.role = 'assistant' AND m.created_at >= ${completeSince}
        AND (m.tokens_in <> l.tokens_in OR m.tokens_out <> l.tokens_out)
        AND NOT m.metadata -> 'specialists' @> '[{"status": "error"}]'
        AND NOT EXISTS (SELECT FROM agent_runs r WHERE r.trace_id = l.trace_id)`
  },
  rollups: {
    name: "The rollups of a day are the sums of its runs",
    violations: `
      WITH log AS (
        SELECT (created_at AT TIME ZONE 'UTC')::date AS day, agent_name, count(*) AS requests,
          count(*) FILTER (WHERE status = 'error') AS errors, sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out,
          sum(cached_tokens) AS cached_tokens, sum(cache_write_tokens) AS cache_write_tokens, sum(reasoning_tokens) AS reasoning_tokens, coalesce(sum(cost), 0) AS cost,
          sum(tool_calls_count) AS tool_calls, sum(duration_ms) AS duration
        FROM usage_logs GROUP BY 1, 2),
      rollup AS (
        SELECT day, agent_name, request_count, error_count, tokens_in, tokens_out, cached_tokens, cache_write_tokens,
          reasoning_tokens, cost, tool_calls, duration_ms_sum
        FROM usage_daily)
      ${symmetricDifference("log", "rollup", "day, agent_name")}`
  },
  rollupPeople: {
    name: "The people of a day are those of its runs",
    violations: `
      WITH log AS (
        SELECT DISTINCT (created_at AT TIME ZONE 'UTC')::date AS day, agent_name, user_id
        FROM usage_logs),
      rollup AS (SELECT day, agent_name, user_id FROM usage_daily_users)
      ${symmetricDifference("log", "rollup", "day, agent_name, user_id")}`
  },
  foldedPeople: {
    name: "The people by day and the last days by agent match the people by day and agent",
    violations: `
      WITH days AS (SELECT DISTINCT day, user_id FROM usage_daily_users),
      kept_days AS (SELECT day, user_id FROM usage_daily_people),
      last_days AS (SELECT agent_name, user_id, max(day) AS last_day FROM usage_daily_users GROUP BY 1, 2),
      kept_last_days AS (SELECT agent_name, user_id, last_day FROM usage_last_days)
      ${symmetricDifference("days", "kept_days", "day, user_id")}
      UNION ALL ${symmetricDifference("last_days", "kept_last_days", "agent_name, user_id")}`
  },
  ...consentChecks
} satisfies Record<string, Invariant>
