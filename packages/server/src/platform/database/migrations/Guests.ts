import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Lets visitors without an account be users: guests, until an account claims them. Also adds a shop's own id of a
 * customer, and a client's name of a conversation.
 *
 * The constraints of `users` are checked at once. `NOT VALID` would save nothing: all migrations are one transaction, which
 * has the table to itself until its end, through the indexes below as well.
 */
export const guests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE users
      DROP CONSTRAINT users_role_check,
      ADD CONSTRAINT users_role_check CHECK (role IN ('customer', 'seller', 'power_user', 'admin', 'guest')),
      ADD COLUMN merged_into uuid REFERENCES users(id) ON DELETE RESTRICT, -- the account that claimed the guest
      ADD COLUMN merged jsonb, -- what it got
      ADD COLUMN shop_subject text UNIQUE CHECK (char_length(shop_subject) BETWEEN 1 AND 255),
      ADD CONSTRAINT users_guest CHECK (role <> 'guest' OR email = id::text || '@guest.invalid' AND shop_subject IS NULL),
      ADD CONSTRAINT users_merged CHECK (
        (merged_into IS NULL) = (merged IS NULL) AND (merged_into IS NULL OR role = 'guest' AND deleted_at IS NOT NULL));
    CREATE INDEX users_guests ON users (created_at) WHERE role = 'guest';
    CREATE INDEX users_merged_into ON users (merged_into) WHERE merged_into IS NOT NULL`
  yield* sql`
    ALTER TABLE conversations ADD COLUMN client_key text CHECK (char_length(client_key) BETWEEN 1 AND 200);
    CREATE UNIQUE INDEX conversations_client_key ON conversations (user_id, client_key)
      WHERE is_active AND client_key IS NOT NULL;
    CREATE INDEX conversations_owner ON conversations (user_id);
    CREATE INDEX turns_owner ON turns (user_id)`
  // The row of a guest is deleted, so that everything that may refer to a user is looked through.
  yield* sql`
    CREATE INDEX agent_runs_user ON agent_runs (user_id);
    CREATE INDEX usage_daily_users_user ON usage_daily_users (user_id);
    CREATE INDEX backorders_user ON backorders (user_id);
    CREATE INDEX coupon_redemptions_user ON coupon_redemptions (user_id);
    CREATE INDEX access_requests_user ON access_requests (user_id);
    CREATE INDEX access_requests_reviewer ON access_requests (reviewed_by) WHERE reviewed_by IS NOT NULL;
    CREATE INDEX agent_permissions_granter ON agent_permissions (granted_by) WHERE granted_by IS NOT NULL;
    CREATE INDEX order_status_history_actor ON order_status_history (actor_user_id) WHERE actor_user_id IS NOT NULL;
    CREATE INDEX support_cases_taker ON support_cases (taken_by) WHERE taken_by IS NOT NULL`
})
