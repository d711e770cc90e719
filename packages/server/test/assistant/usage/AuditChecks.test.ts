import { assert, layer } from "@effect/vitest"
import { Effect, Record } from "effect"
import { check, type Verdict } from "../../../src/platform/database/Invariant.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { auditChecks } from "../../../src/assistant/usage/AuditChecks.ts"
import { verdictsAfter } from "../../support/damage.ts"

type CheckName = keyof typeof auditChecks

/** The verdicts of these checks after some statements, which are then undone. */
const verdictsOf = (names: ReadonlyArray<CheckName>, statements: ReadonlyArray<string>) =>
  verdictsAfter(
    check(
      names.map((name) => auditChecks[name]),
      3
    )
  )(...statements)

const isFound = ({ ok }: Verdict) => !ok

/** A turn of a seeded conversation: its answer, by what it has. */
const answer = (condition = "true") =>
  `(SELECT id FROM messages WHERE role = 'assistant' AND metadata #>> '{guard,verdict}' = 'clean' AND ${condition} ORDER BY id LIMIT 1)`
const withSpecialist = answer("agents_involved <> '{}'")
const traceOf = (message: string) => `(SELECT metadata ->> 'trace_id' FROM messages WHERE id = ${message})`
const runOf = (message: string, agent: "orchestrator" | "specialist") => `(
  SELECT id FROM usage_logs WHERE trace_id = ${traceOf(message)} AND (agent_name = 'orchestrator') = ${agent === "orchestrator"}
  ORDER BY id LIMIT 1)`
const failedRun = "(SELECT id FROM usage_logs WHERE status = 'error' ORDER BY id LIMIT 1)"
const blockedRun = "(SELECT id FROM usage_logs WHERE status = 'blocked' ORDER BY id LIMIT 1)"
const busyRun = `(
  SELECT id FROM usage_logs WHERE tool_calls_count > 1 AND created_at > now() - interval '9 days' ORDER BY id LIMIT 1)`

const copy = (run: string, changed: string) =>
  `INSERT INTO usage_logs (user_id, agent_name, conversation_id, trace_id, duration_ms, status, created_at)
   SELECT user_id, ${changed} FROM usage_logs WHERE id = ${run}`
const same = "agent_name, conversation_id, trace_id, duration_ms, status, created_at"

const effect = (run: string, age: string) => `
  INSERT INTO tool_effects (user_id, tool_name, effect_key, args_sha256, result, run_id, created_at)
  SELECT user_id, 'add_to_cart', repeat('a', 64) || ':b', 'b', '{}', id, now() - interval '${age}' FROM usage_logs WHERE id = ${run}`
const open = (run: string, startedAt: string) => `
  INSERT INTO agent_runs (id, user_id, agent_name, message_key, trace_id, input_summary, started_at, expires_at)
  SELECT id, user_id, agent_name, repeat('a', 64), trace_id, '', ${startedAt}, now() + interval '1 minute'
  FROM usage_logs WHERE id = ${run}`
const wrote = (output: string) => `
  UPDATE agent_execution_steps SET tool_name = 'add_to_cart', tool_output = '${output}'
  WHERE usage_log_id = ${busyRun} AND step_index = 0`

const actionId = "'aaaaaaaa-0000-4000-8000-00000000000a'"
const conversation = "(SELECT conversation_id FROM messages WHERE role = 'assistant' ORDER BY seq LIMIT 1)"
const messageOf = (role: "user" | "assistant", order: "ASC" | "DESC") =>
  `(SELECT id FROM messages WHERE conversation_id = ${conversation} AND role = '${role}' ORDER BY seq ${order} LIMIT 1)`

/** A checkout that the customer of a conversation confirmed with their last message, after its first answer. */
const confirmed = [
  `INSERT INTO messages (id, conversation_id, role, content, metadata)
   SELECT gen_random_uuid(), conversation_id, 'user', 'yes', metadata FROM messages WHERE id = ${messageOf("user", "ASC")}`,
  `INSERT INTO pending_actions (id, user_id, conversation_id, agent_name, act, args, terms, fingerprint, position, state,
     proposed_in, shown_by, confirmed_by, expires_at, settled_at)
   SELECT ${actionId}, user_id, id, 'order-management', 'checkout', '{}', '{}', '-', 0, 'confirmed', repeat('0', 32),
     ${messageOf("assistant", "ASC")}, ${messageOf("user", "DESC")}, now(), now()
   FROM conversations WHERE id = ${conversation}`,
  `INSERT INTO tool_effects (user_id, tool_name, effect_key, args_sha256, result)
   SELECT user_id, 'checkout', ${actionId}, '-', '{}' FROM conversations WHERE id = ${conversation}`
]

/** What breaks which check; it may break others, too. */
const faults: ReadonlyArray<readonly [check: CheckName, what: string, ...statements: ReadonlyArray<string>]> = [
  [
    "turns",
    "a message whose turn is not in the log",
    `DELETE FROM usage_logs WHERE id = ${runOf(answer(), "orchestrator")}`
  ],
  [
    "turns",
    "the lease of another turn",
    `INSERT INTO turns (user_id, conversation_id, user_message_id, trace_id, door, state, expires_at)
     SELECT c.user_id, c.id, NULL, repeat('0', 32), 'rest', 'received', now() FROM conversations c`,
    `DELETE FROM usage_logs WHERE id = ${runOf(answer(), "orchestrator")}`
  ],
  [
    "answers",
    "an answer whose run is under another trace",
    `UPDATE messages SET metadata = metadata || '{"trace_id": "0"}' WHERE id = ${answer()}`
  ],
  [
    "answers",
    "an answer that nobody gave",
    `
    INSERT INTO messages (conversation_id, role, content, agent_name) SELECT id, 'assistant', 'x', 'orchestrator' FROM conversations LIMIT 1`
  ],
  ["outcomes", "a missing answer", `DELETE FROM messages WHERE id = ${answer()}`],
  [
    "outcomes",
    "a missing message",
    `
    DELETE FROM messages WHERE role = 'user' AND metadata ->> 'trace_id' = ${traceOf(answer())}`
  ],
  [
    "outcomes",
    "an answer that is there twice",
    `
    INSERT INTO messages (conversation_id, role, content, metadata)
    SELECT conversation_id, role, content, metadata FROM messages WHERE id = ${answer()}`
  ],
  [
    "outcomes",
    "an answer of a run that was cancelled",
    `
    UPDATE usage_logs SET status = 'cancelled', error_message = 'x' WHERE id = ${runOf(answer(), "orchestrator")}`
  ],
  ["traces", "a turn that is in the log twice", copy(runOf(answer(), "orchestrator"), same)],
  [
    "specialists",
    "a specialist that is not named",
    `UPDATE messages SET agents_involved = '{}' WHERE id = ${withSpecialist}`
  ],
  [
    "specialists",
    "a specialist that was not asked",
    `UPDATE messages SET agents_involved = agents_involved || '{nobody}' WHERE id = ${withSpecialist}`
  ],
  [
    "specialists",
    "a specialist's missing run",
    `DELETE FROM usage_logs WHERE id = ${runOf(withSpecialist, "specialist")}`
  ],
  ["specialists", "a specialist's run too many", copy(runOf(withSpecialist, "specialist"), same)],
  [
    "specialists",
    "a specialist's run under another trace",
    `
    UPDATE usage_logs SET trace_id = repeat('0', 32) WHERE id = ${runOf(withSpecialist, "specialist")}`
  ],
  [
    "people",
    "a turn for somebody else",
    `
    UPDATE usage_logs SET user_id = (SELECT id FROM users WHERE email = 'dora@example.com') WHERE id = ${runOf(answer(), "orchestrator")}`
  ],
  [
    "people",
    "a specialist that worked for somebody else",
    `
    UPDATE usage_logs SET conversation_id = NULL, user_id = (SELECT id FROM users WHERE email = 'dora@example.com')
    WHERE id = ${runOf(withSpecialist, "specialist")}`
  ],
  ["failures", "a failure without a reason", `UPDATE usage_logs SET error_message = NULL WHERE id = ${failedRun}`],
  ["failures", "a success with a reason to fail", `UPDATE usage_logs SET status = 'success' WHERE id = ${failedRun}`],
  ["blocked", "a blocked run that asked a model", `UPDATE usage_logs SET tokens_in = 1 WHERE id = ${blockedRun}`],
  [
    "stepCounts",
    "a missing step",
    `DELETE FROM agent_execution_steps WHERE usage_log_id = ${busyRun} AND step_index = 1`
  ],
  ["stepCounts", "a wrong number of steps", `UPDATE usage_logs SET tool_calls_count = 0 WHERE id = ${busyRun}`],
  [
    "stepNumbers",
    "a gap between steps",
    `
    UPDATE agent_execution_steps SET step_index = step_index + 1 WHERE usage_log_id = ${busyRun} AND step_index = 1`
  ],
  [
    "stepNumbers",
    "steps from 1",
    `
    UPDATE agent_execution_steps SET step_index = 9 - step_index WHERE usage_log_id = ${busyRun}`
  ],
  [
    "bounds",
    "a step that is too long",
    `
    UPDATE agent_execution_steps SET tool_output = jsonb_build_object('x', repeat('x', 20000)) WHERE usage_log_id = ${busyRun}`
  ],
  [
    "bounds",
    "an e-mail address in a step",
    `
    UPDATE agent_execution_steps SET tool_input = '{"to": ["ada@example.com"]}' WHERE usage_log_id = ${busyRun}`
  ],
  [
    "bounds",
    "an e-mail address in a reason",
    `UPDATE usage_logs SET error_message = 'for ada@example.com' WHERE id = ${failedRun}`
  ],
  ["effects", "an effect without a step", effect(busyRun, "1 day")],
  [
    "effects",
    "an effect whose run is not there",
    effect(busyRun, "1 day"),
    "UPDATE tool_effects SET run_id = gen_random_uuid()"
  ],
  ["effects", "an effect that only a repetition tells of", effect(busyRun, "1 day"), wrote('{"replayed": true}')],
  ["writes", "a write without an effect", wrote("{}")],
  ["writes", "a write whose effect is another run's", effect(failedRun, "1 day"), wrote("{}")],
  [
    "tokens",
    "tokens that are counted twice",
    `UPDATE messages SET tokens_in = 2 * tokens_in WHERE id = ${withSpecialist}`
  ],
  [
    "tokens",
    "a specialist's tokens in the row of the orchestrator",
    `
    UPDATE usage_logs SET tokens_out = tokens_out + 9 WHERE id = ${runOf(withSpecialist, "orchestrator")}`
  ],
  ["rollups", "a wrong sum", "UPDATE usage_daily SET tokens_out = tokens_out + 1 WHERE agent_name = 'orchestrator'"],
  ["rollups", "sums without runs", "INSERT INTO usage_daily VALUES ('2001-01-01', 'orchestrator', 1, 0, 0, 0, 0, 0)"],
  ["rollups", "a run that went away", `DELETE FROM usage_logs WHERE id = ${busyRun}`],
  [
    "rollups",
    "an outcome that was changed",
    `UPDATE usage_logs SET status = 'success', error_message = NULL WHERE id = ${failedRun}`
  ],
  [
    "rollupPeople",
    "a missing person",
    "DELETE FROM usage_daily_users WHERE user_id = (SELECT id FROM users WHERE email = 'bob@example.com')"
  ],
  [
    "rollupPeople",
    "a person who did nothing",
    "INSERT INTO usage_daily_users SELECT '2026-01-01', 'orchestrator', id FROM users LIMIT 1"
  ],
  [
    "foldedPeople",
    "a person too many on a day",
    "INSERT INTO usage_daily_people SELECT '2001-01-01', id FROM users LIMIT 1"
  ],
  [
    "foldedPeople",
    "a day that is not the last one",
    "UPDATE usage_last_days SET last_day = last_day - 1 WHERE agent_name = 'orchestrator'"
  ],
  ["consents", "an act that nobody confirmed", ...confirmed, "DELETE FROM pending_actions"],
  ["consents", "an act of an action that is open", ...confirmed, "UPDATE pending_actions SET state = 'open'"],
  [
    "consents",
    "an act for somebody else",
    ...confirmed,
    `UPDATE tool_effects SET user_id = (SELECT id FROM users WHERE email = 'dora@example.com')`
  ],
  [
    "confirmations",
    "an action that no answer showed",
    ...confirmed,
    "UPDATE pending_actions SET shown_by = gen_random_uuid()"
  ],
  [
    "confirmations",
    "an action that was confirmed before it was shown",
    ...confirmed,
    `UPDATE pending_actions SET confirmed_by = ${messageOf("user", "ASC")}`
  ],
  [
    "confirmations",
    "an action that an answer confirmed",
    ...confirmed,
    `UPDATE pending_actions SET confirmed_by = ${messageOf("assistant", "DESC")}`
  ],
  [
    "confirmations",
    "an action of somebody else's conversation",
    ...confirmed,
    "UPDATE pending_actions SET user_id = (SELECT id FROM users WHERE email = 'dora@example.com')"
  ],
  ["confirmedOnce", "an action that was not done", ...confirmed, "DELETE FROM tool_effects"],
  [
    "confirmedOnce",
    "an action that was done twice",
    ...confirmed,
    `INSERT INTO tool_effects SELECT user_id, 'cancel_order', effect_key, args_sha256, result FROM tool_effects`
  ]
]

const consentChecks: ReadonlyArray<CheckName> = ["consents", "confirmations", "confirmedOnce"]

/** What is as it should be. */
const innocent: ReadonlyArray<readonly [what: string, ...statements: ReadonlyArray<string>]> = [
  [
    "the runs of a guest in conversations that an account has claimed",
    `UPDATE users SET role = 'guest', email = id || '@guest.invalid', merged = '{}', deleted_at = now(), is_active = false,
       merged_into = (SELECT id FROM users WHERE role = 'admin' ORDER BY id LIMIT 1)
     WHERE id = (SELECT user_id FROM conversations WHERE id = ${conversation})`,
    `UPDATE conversations c SET user_id = g.merged_into FROM users g WHERE g.id = c.user_id AND g.merged_into IS NOT NULL`
  ],
  ["a shop that was only seeded"],
  [
    "the answer of a run that the customer stopped",
    `UPDATE usage_logs SET status = 'cancelled', error_message = 'x' WHERE id = ${runOf(answer(), "orchestrator")}`,
    `UPDATE messages SET metadata = metadata || '{"stopped": true}' WHERE id = ${answer()}`
  ],
  [
    "a message whose turn is running",
    `WITH asked AS (
       INSERT INTO messages (conversation_id, role, content, metadata)
       SELECT id, 'user', 'x', jsonb_build_object('trace_id', repeat('0', 32)) FROM conversations ORDER BY id LIMIT 1
       RETURNING id, conversation_id)
     INSERT INTO turns (user_id, conversation_id, user_message_id, trace_id, door, state, expires_at)
     SELECT c.user_id, c.id, asked.id, repeat('0', 32), 'rest', 'running', now()
     FROM asked JOIN conversations c ON c.id = asked.conversation_id`
  ],
  [
    "an effect of a run that is open",
    effect(busyRun, "1 minute"),
    "UPDATE tool_effects SET run_id = 'aaaaaaaa-0000-4000-8000-000000000001'",
    open(busyRun, "now()"),
    "UPDATE agent_runs SET id = 'aaaaaaaa-0000-4000-8000-000000000001'"
  ],
  [
    "a specialist that was asked and did not answer",
    `UPDATE messages SET agents_involved = agents_involved || '{order-management}'::text[], metadata = jsonb_insert(metadata,
       '{specialists,0}', '{"agent_name": "order-management", "status": "error", "duration_ms": 1}')
     WHERE id = ${answer("NOT 'order-management' = ANY (agents_involved)")}`
  ],
  ["a write with its effect", effect(busyRun, "1 day"), wrote("{}")],
  ["a proposal", wrote('{"status": "awaiting_confirmation"}')],
  ["a repeated write", wrote('{"replayed": true}')],
  ["a write whose result was cut", wrote('{"truncated": true, "preview": ""}')],
  [
    "a write whose effect is forgotten",
    wrote("{}"),
    "UPDATE usage_logs SET created_at = created_at - interval '40 days'",
    "UPDATE usage_daily SET day = day - 40",
    "UPDATE usage_daily_users SET day = day - 40"
  ],
  [
    "days that were pruned",
    "INSERT INTO audit_retention SELECT (now() - interval '9 days')::date",
    "DELETE FROM usage_logs WHERE created_at < (SELECT kept_from FROM audit_retention)",
    "DELETE FROM usage_daily WHERE day < (SELECT kept_from FROM audit_retention)",
    "DELETE FROM usage_daily_users WHERE day < (SELECT kept_from FROM audit_retention)"
  ]
]

for (const engine of TestDatabase.seededEngines) {
  layer(engine.layer, { excludeTestServices: true })(`checks of the audit on ${engine.name}`, (it) => {
    for (const [name, what, ...statements] of faults) {
      it.effect(`find ${what} (${name})`, () =>
        Effect.map(verdictsOf([name], statements), ([verdict]) => assert.isFalse(verdict!.ok))
      )
    }

    for (const [what, ...statements] of innocent) {
      it.effect(`find nothing in ${what}`, () =>
        Effect.map(verdictsOf(Record.keys(auditChecks), statements), (verdicts) =>
          assert.deepStrictEqual(verdicts.filter(isFound), [])
        )
      )
    }

    for (const [what, ...statements] of [
      ["an action that was confirmed and done"],
      [
        "one whose effect is forgotten",
        "DELETE FROM tool_effects",
        "UPDATE pending_actions SET settled_at = now() - interval '31 days'"
      ],
      [
        "an act from before acts were confirmed",
        "DELETE FROM pending_actions",
        "UPDATE tool_effects SET created_at = now() - interval '1 day'"
      ]
    ]) {
      it.effect(`find nothing in ${what}`, () =>
        Effect.map(verdictsOf(consentChecks, [...confirmed, ...statements]), (verdicts) =>
          assert.deepStrictEqual(verdicts.filter(isFound), [])
        )
      )
    }

    it.effect("are each proven by a fault", () =>
      Effect.sync(() => assert.sameMembers([...new Set(faults.map(([name]) => name))], Record.keys(auditChecks)))
    )

    it.effect("count what they find, and list the first of it", () =>
      Effect.gen(function* () {
        const [verdict] = yield* verdictsOf(
          ["failures"],
          ["UPDATE usage_logs SET error_message = 'x' WHERE status = 'success'"]
        )
        assert.isAbove(verdict!.count, 100)
        assert.lengthOf(verdict!.violations, 3)
      })
    )
  })
}
