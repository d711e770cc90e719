import { SqlClient } from "@effect/sql"
import { Data, Effect } from "effect"
import { tables } from "./Tables.ts"
import { orUnavailable } from "./Transaction.ts"

/** Oldest server version that is tested. */
const oldestServer = { number: 150_000, name: "15" }

/** Reads all facts that decide whether the shop can use the database, in one statement. */
const facts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* orUnavailable(sql<{
    readonly version: string
    readonly number: number
    readonly encoding: string
    readonly standby: boolean
    readonly readOnly: boolean
    readonly schema: string | null
    readonly schemaExists: boolean
    readonly createsTables: boolean | null
    readonly createsExtensions: boolean
    readonly trigramsOffered: boolean
    readonly trigramsSchema: string | null
    readonly trigramsInPath: boolean
    readonly unrecorded: string | null
    readonly unwritable: string | null
    readonly filtered: string | null
    readonly connections: number
  }>`
    SELECT
      current_setting('server_version') AS version,
      current_setting('server_version_num')::int AS number,
      current_setting('server_encoding') AS encoding,
      pg_is_in_recovery() AS standby,
      current_setting('transaction_read_only') = 'on' AS "readOnly",
      current_schema()::text AS schema,
      EXISTS (
        SELECT FROM unnest(string_to_array(replace(current_setting('search_path'), '"', ''), ',')) AS named
        JOIN pg_namespace n ON n.nspname = trim(replace(named, '$user', current_user))) AS "schemaExists",
      has_schema_privilege(current_schema(), 'CREATE') AS "createsTables",
      has_database_privilege(current_database(), 'CREATE') AS "createsExtensions",
      EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "trigramsOffered",
      trigrams.schema AS "trigramsSchema",
      coalesce(trigrams.schema = ANY(current_schemas(true)::text[]), false) AS "trigramsInPath",
      (SELECT string_agg(relname, ', ' ORDER BY relname) FROM pg_class
        WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relname = ANY(${tables}::text[])
          AND to_regclass('effect_sql_migrations') IS NULL) AS unrecorded,
      (SELECT string_agg(name, ', ' ORDER BY name) FROM unnest(${tables}::text[]) AS name
        WHERE NOT (
          has_table_privilege(to_regclass(name), 'SELECT') AND has_table_privilege(to_regclass(name), 'INSERT')
          AND has_table_privilege(to_regclass(name), 'UPDATE') AND has_table_privilege(to_regclass(name), 'DELETE')
        )) AS unwritable,
      (SELECT string_agg(name, ', ' ORDER BY name) FROM unnest(${tables}::text[]) AS name
        WHERE row_security_active(to_regclass(name))) AS filtered,
      (SELECT min(places) FROM (VALUES
        (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0)),
        ((SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = session_user AND NOT rolsuper)),
        ((SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()))
      ) AS limits (places)) AS connections
    FROM (SELECT 1) one
    LEFT JOIN (
      SELECT n.nspname::text AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'pg_trgm') trigrams ON true`)
  return found === undefined ? yield* Effect.dieMessage("no facts") : found
})
type Facts = Effect.Effect.Success<typeof facts>

/** A reason why the shop cannot use a database, and its remedy. */
export interface Obstacle {
  readonly problem: string
  readonly remedy: string
}

/** Kinds of work, each of which needs what the one before it needs. */
const kindsOfWork = ["reading", "writing", "importing"] as const
type Work = (typeof kindsOfWork)[number]

interface Rule {
  /** The first kind of work that is not possible. */
  readonly prevents: Work
  readonly isViolated: (facts: Facts, isMigrated: boolean) => boolean
  readonly obstacle: (facts: Facts) => Obstacle
}

const rule = (prevents: Rule["prevents"], isViolated: Rule["isViolated"], obstacle: Rule["obstacle"]): Rule => ({
  prevents,
  isViolated,
  obstacle
})

/** In the order in which an operator resolves them; `check` reports only the first violated rule. */
const rules: ReadonlyArray<Rule> = [
  rule(
    "reading",
    ({ number }) => number < oldestServer.number,
    ({ version }) => ({
      problem: `the server is PostgreSQL ${version}, which is too old`,
      remedy: `Use PostgreSQL ${oldestServer.name} or newer`
    })
  ),
  rule(
    "reading",
    ({ encoding }) => encoding !== "UTF8",
    ({ encoding }) => ({
      problem: `its encoding is ${encoding}, which cannot store every character`,
      remedy: "Use a database made with: CREATE DATABASE storefront TEMPLATE template0 ENCODING 'UTF8'"
    })
  ),
  rule(
    "reading",
    ({ schema, schemaExists }) => schema === null && !schemaExists,
    () => ({
      problem: "no schema of the user's search_path exists",
      remedy: "Run CREATE SCHEMA …, or correct search_path (of the user, or in options=… of DATABASE_URL)"
    })
  ),
  rule(
    "reading",
    ({ schema, schemaExists }) => schema === null && schemaExists,
    () => ({
      problem: "the user may not use the schema of its search_path",
      remedy: "Run as the schema's owner: GRANT USAGE, CREATE ON SCHEMA … TO <user>"
    })
  ),
  rule(
    "reading",
    ({ unrecorded }) => unrecorded !== null,
    ({ unrecorded }) => ({
      problem: `it has tables with names of ours (${unrecorded}), and no record of the migrations that made them`,
      remedy:
        "Restore it from a backup, or use an empty one, or a schema of its own with options=-c%20search_path%3Dname"
    })
  ),
  rule(
    "writing",
    ({ standby }) => standby,
    () => ({ problem: "the server is a standby, which only reads", remedy: "Connect to the primary" })
  ),
  rule(
    "writing",
    ({ readOnly, standby }) => readOnly && !standby,
    () => ({
      problem: "transactions of this user are read-only",
      remedy: "Unset default_transaction_read_only of the user, of the database, or in DATABASE_URL"
    })
  ),
  rule(
    "writing",
    ({ createsTables }, isMigrated) => !isMigrated && createsTables === false,
    ({ schema }) => ({
      problem: `migrations are due, and the user may not create tables in the schema ${schema}`,
      remedy: `Run as the schema's owner: GRANT USAGE, CREATE ON SCHEMA ${schema} TO <user>`
    })
  ),
  rule(
    "writing",
    ({ trigramsOffered, trigramsSchema }) => trigramsSchema === null && !trigramsOffered,
    () => ({
      problem: "the server does not have the extension pg_trgm",
      remedy: "Install PostgreSQL's contrib modules on the server"
    })
  ),
  rule(
    "writing",
    ({ createsExtensions, trigramsOffered, trigramsSchema }) =>
      trigramsSchema === null && trigramsOffered && !createsExtensions,
    () => ({
      problem: "the database lacks the extension pg_trgm, and the user may not create it",
      remedy: "Run in it as administrator: CREATE EXTENSION pg_trgm"
    })
  ),
  rule(
    "reading",
    // If the user may use no schema, a rule above has said so.
    ({ schema, trigramsInPath, trigramsSchema }) => schema !== null && trigramsSchema !== null && !trigramsInPath,
    ({ trigramsSchema }) => ({
      problem: `the extension pg_trgm is in the schema ${trigramsSchema}, which is not in the user's search_path`,
      remedy: `Add ${trigramsSchema} to search_path: ALTER ROLE <user> SET search_path = …, ${trigramsSchema}`
    })
  ),
  rule(
    "writing",
    ({ filtered }) => filtered !== null,
    ({ filtered }) => ({
      problem: `row security hides rows of these tables from the user: ${filtered}`,
      remedy: "Use their owner, or run as administrator: ALTER ROLE <user> BYPASSRLS"
    })
  ),
  rule(
    "writing",
    ({ unrecorded, unwritable }) => unrecorded === null && unwritable !== null,
    ({ unwritable }) => ({
      problem: `the user may not read and write every table: ${unwritable}`,
      remedy: "Run as their owner: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA … TO <user>"
    })
  ),
  rule(
    "importing",
    ({ createsTables }) => createsTables === false,
    ({ schema }) => ({
      problem: `an import keeps its lines in a table of its own, and the user may not create tables in the schema ${schema}`,
      remedy: `Import with the DATABASE_URL of the tables' owner, or run as the schema's owner: GRANT CREATE ON SCHEMA ${schema} TO <user>`
    })
  )
]

/** The database can be reached but not used by the shop. */
export class DatabaseUnfit extends Data.TaggedError("DatabaseUnfit")<Obstacle> {
  override get message() {
    return `The database cannot be used: ${this.problem}. ${this.remedy}.`
  }
}

/** Reports the server's version, capacity and all obstacles to the services. `isMigrated`: no migration is pending. */
export const examine = (isMigrated: boolean) =>
  Effect.map(facts, (found) => ({
    version: found.version,
    /** True if the user may change the schema. */
    createsTables: found.createsTables === true,
    /** Upper bound that the server sets on connections of this user. */
    connections: found.connections,
    obstacles: rules
      .filter(({ isViolated, prevents }) => prevents !== "importing" && isViolated(found, isMigrated))
      .map(({ obstacle }) => obstacle(found))
  }))

/** Fails with the first obstacle to work of this kind. */
export const check = Effect.fnUntraced(function* (work: Work, isMigrated: boolean) {
  const found = yield* facts
  const includes = (prevented: Work) => kindsOfWork.indexOf(prevented) <= kindsOfWork.indexOf(work)
  const violated = rules.find(({ isViolated, prevents }) => includes(prevents) && isViolated(found, isMigrated))
  if (violated !== undefined) {
    return yield* new DatabaseUnfit(violated.obstacle(found))
  }
})
