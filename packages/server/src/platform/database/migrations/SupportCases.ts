import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates support cases: each is opened in its customer's conversation and handled by staff. */
export const supportCases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE support_cases (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      conversation_id uuid NOT NULL REFERENCES conversations(id) ON DELETE RESTRICT,
      order_id uuid REFERENCES orders(id) ON DELETE RESTRICT,
      kind text NOT NULL CHECK (kind IN ('missing_parcel', 'damaged', 'wrong_item', 'double_charge', 'withdrawal',
        'complaint', 'talk_to_person', 'other')),
      summary text NOT NULL CHECK (char_length(summary) BETWEEN 1 AND 500),
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken', 'closed')),
      created_at timestamptz NOT NULL DEFAULT now(),
      taken_by uuid REFERENCES users(id) ON DELETE RESTRICT,
      taken_at timestamptz,
      closed_at timestamptz,
      answer text CHECK (char_length(answer) BETWEEN 1 AND 4000), -- the newest
      CHECK (taken_by IS NULL OR taken_at IS NOT NULL),
      CHECK (state <> 'taken' OR taken_at IS NOT NULL),
      CHECK ((state = 'closed') = (closed_at IS NOT NULL))
    )`
  // One open case per conversation and order, or per conversation if it concerns no order.
  yield* sql`
    CREATE UNIQUE INDEX support_cases_one_open ON support_cases (conversation_id, coalesce(order_id, conversation_id))
    WHERE state <> 'closed'`
  yield* sql`CREATE INDEX support_cases_newest ON support_cases (created_at DESC, id DESC)`
  yield* sql`CREATE INDEX support_cases_person ON support_cases (user_id)`
})
