import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates loyalty tiers, users, revoked tokens and rate limits. */
export const accounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE loyalty_tiers (
      name text PRIMARY KEY CHECK (name IN ('bronze', 'silver', 'gold')),
      min_spend numeric(12,2) NOT NULL UNIQUE CHECK (min_spend >= 0),
      discount_pct numeric(5,2) NOT NULL CHECK (discount_pct BETWEEN 0 AND 100),
      free_shipping_threshold numeric(12,2) NOT NULL CHECK (free_shipping_threshold >= 0), -- 0 = always free
      priority_support boolean NOT NULL DEFAULT false
    );
    INSERT INTO loyalty_tiers (name, min_spend, discount_pct, free_shipping_threshold, priority_support) VALUES
      ('bronze', 0, 0, 100, false),
      ('silver', 1000, 5, 75, false),
      ('gold', 3000, 10, 0, true)`
  yield* sql`
    CREATE TABLE users (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      email text NOT NULL UNIQUE CHECK (email = lower(btrim(email)) AND char_length(email) BETWEEN 3 AND 254),
      password_hash text NOT NULL,
      name text NOT NULL CHECK (char_length(btrim(name)) BETWEEN 1 AND 100),
      role text NOT NULL DEFAULT 'customer' CHECK (role IN ('customer', 'seller', 'power_user', 'admin')),
      loyalty_tier text NOT NULL DEFAULT 'bronze' REFERENCES loyalty_tiers(name) ON DELETE RESTRICT,
      total_spend numeric(12,2) NOT NULL DEFAULT 0 CHECK (total_spend >= 0),
      is_active boolean NOT NULL DEFAULT true,
      tokens_valid_after timestamptz NOT NULL DEFAULT 'epoch', -- tokens issued earlier are refused
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz CHECK (deleted_at IS NULL OR NOT is_active)
    );
    CREATE FUNCTION set_loyalty_tier() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.loyalty_tier := COALESCE(
        (SELECT name FROM loyalty_tiers WHERE min_spend <= NEW.total_spend ORDER BY min_spend DESC LIMIT 1),
        'bronze');
      RETURN NEW;
    END $$;
    CREATE TRIGGER users_loyalty_tier BEFORE INSERT OR UPDATE ON users
      FOR EACH ROW EXECUTE FUNCTION set_loyalty_tier()`
  yield* sql`
    CREATE TABLE revoked_tokens (
      jti text PRIMARY KEY,
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX revoked_tokens_expiry ON revoked_tokens (expires_at)`
  yield* sql`
    CREATE UNLOGGED TABLE rate_limits (
      bucket text NOT NULL,
      window_start timestamptz NOT NULL,
      hits integer NOT NULL CHECK (hits > 0),
      PRIMARY KEY (bucket, window_start)
    )`
})
