import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Limits a person to 100 unexpired memories, also with concurrent writers, which lock the account's row. */
export const memories = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    CREATE FUNCTION limit_memories() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
      IF (SELECT count(*) FROM agent_memories
          WHERE user_id = NEW.user_id AND (expires_at IS NULL OR expires_at > now())) > 100 THEN
        RAISE EXCEPTION 'more than 100 memories' USING ERRCODE = 'check_violation', CONSTRAINT = 'agent_memories_limit';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER agent_memories_limit AFTER INSERT OR UPDATE OF expires_at ON agent_memories
      FOR EACH ROW EXECUTE FUNCTION limit_memories()`
)
