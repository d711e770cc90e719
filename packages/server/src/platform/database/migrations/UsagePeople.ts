import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Adds the people of each day, and each person's last day with an agent, aggregated from `usage_daily_users`, so that a
 * report need not scan all days of all people. Triggers keep them current.
 */
export const usagePeople = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE usage_daily_people (day date NOT NULL, user_id uuid NOT NULL, PRIMARY KEY (day, user_id));
    CREATE TABLE usage_last_days (
      agent_name text NOT NULL,
      user_id uuid NOT NULL,
      last_day date NOT NULL,
      PRIMARY KEY (agent_name, user_id)
    );
    CREATE INDEX usage_last_days_newest ON usage_last_days (last_day, agent_name, user_id)`
  yield* sql`
    CREATE FUNCTION fold_usage_people() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO usage_daily_people (day, user_id) SELECT DISTINCT day, user_id FROM added ORDER BY 1, 2
        ON CONFLICT DO NOTHING;
      INSERT INTO usage_last_days AS known (agent_name, user_id, last_day)
        SELECT agent_name, user_id, max(day) FROM added GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (agent_name, user_id) DO UPDATE SET last_day = excluded.last_day
        WHERE known.last_day < excluded.last_day;
      RETURN NULL;
    END $$;
    CREATE FUNCTION refold_usage_people() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM usage_daily_people;
      INSERT INTO usage_daily_people (day, user_id) SELECT DISTINCT day, user_id FROM usage_daily_users;
      DELETE FROM usage_last_days;
      INSERT INTO usage_last_days (agent_name, user_id, last_day)
        SELECT agent_name, user_id, max(day) FROM usage_daily_users GROUP BY 1, 2;
      RETURN NULL;
    END $$;
    CREATE TRIGGER usage_daily_users_folded AFTER INSERT ON usage_daily_users REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION fold_usage_people();
    CREATE TRIGGER usage_daily_users_refolded AFTER UPDATE OR DELETE OR TRUNCATE ON usage_daily_users
      FOR EACH STATEMENT EXECUTE FUNCTION refold_usage_people();
    UPDATE usage_daily_users SET day = day WHERE false`
})
