import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Creates the authorization server's tables: `docs/decisions/0013-authorization-server.md`. Private keys are encrypted
 * with `AUTH_SERVER_SECRET`. Used tokens are kept until they expire, in an unlogged table: a crash of the database
 * loses only entries that expire within minutes.
 */
export const authorizationServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE oauth_signing_keys (
      kid text PRIMARY KEY,
      sealed_private_key text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      signs_after timestamptz NOT NULL,
      verifies_until timestamptz CHECK (verifies_until > signs_after) -- null: until another one signs
    )`
  yield* sql`
    CREATE TABLE oauth_clients (
      client_id text PRIMARY KEY CHECK (client_id ~ '^[A-Za-z0-9._-]{1,100}$'),
      public_keys jsonb NOT NULL CHECK (jsonb_typeof(public_keys) = 'array'),
      scopes text[] NOT NULL,
      logs_people_in boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE UNLOGGED TABLE used_tokens (
      issuer text NOT NULL,
      jti text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (issuer, jti)
    );
    CREATE INDEX used_tokens_expiry ON used_tokens (expires_at)`
})
