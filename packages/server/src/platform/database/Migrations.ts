import { Migrator, SqlClient, SqlError } from "@effect/sql"
import { Data, Effect, Layer, Option } from "effect"
import { embeddingDimensions } from "../config/DatabaseConfig.ts"
import * as ConnectionFailure from "./ConnectionFailure.ts"
import * as DatabaseRequirements from "./DatabaseRequirements.ts"
import { accounts } from "./migrations/Accounts.ts"
import { agentRuns } from "./migrations/AgentRuns.ts"
import { agents } from "./migrations/Agents.ts"
import { audit } from "./migrations/Audit.ts"
import { authorizationServer } from "./migrations/AuthorizationServer.ts"
import { budgets } from "./migrations/Budgets.ts"
import { cacheWrites } from "./migrations/CacheWrites.ts"
import { catalogue } from "./migrations/Catalogue.ts"
import { catalogueChanges } from "./migrations/CatalogueChanges.ts"
import { checkoutLinks } from "./migrations/CheckoutLinks.ts"
import { conversations } from "./migrations/Conversations.ts"
import { feedback } from "./migrations/Feedback.ts"
import { goods } from "./migrations/Goods.ts"
import { groupKeywords } from "./migrations/GroupKeywords.ts"
import { guard } from "./migrations/Guard.ts"
import { guests } from "./migrations/Guests.ts"
import { imports } from "./migrations/Imports.ts"
import { linkedAccounts } from "./migrations/LinkedAccounts.ts"
import { memories } from "./migrations/Memories.ts"
import { messageDigests } from "./migrations/MessageDigests.ts"
import { messageOrder } from "./migrations/MessageOrder.ts"
import { orderAddress } from "./migrations/OrderAddress.ts"
import { orderListings } from "./migrations/OrderListings.ts"
import { orders } from "./migrations/Orders.ts"
import { ownerIndexes } from "./migrations/OwnerIndexes.ts"
import { otherSources } from "./migrations/OtherSources.ts"
import { pendingActions } from "./migrations/PendingActions.ts"
import { pictures } from "./migrations/Pictures.ts"
import { places } from "./migrations/Places.ts"
import { policies } from "./migrations/Policies.ts"
import { policyWordStarts } from "./migrations/PolicyWordStarts.ts"
import { pricing } from "./migrations/Pricing.ts"
import { productChanges } from "./migrations/ProductChanges.ts"
import { productMarks } from "./migrations/ProductMarks.ts"
import { proposalHints } from "./migrations/ProposalHints.ts"
import { returnLines } from "./migrations/ReturnLines.ts"
import { shop } from "./migrations/Shop.ts"
import { shopNames } from "./migrations/ShopNames.ts"
import { stock } from "./migrations/Stock.ts"
import { supportCases } from "./migrations/SupportCases.ts"
import { textForms } from "./migrations/TextForms.ts"
import { tierSteps } from "./migrations/TierSteps.ts"
import { tokenGenerations } from "./migrations/TokenGenerations.ts"
import { turnEvents } from "./migrations/TurnEvents.ts"
import { turns } from "./migrations/Turns.ts"
import { usage } from "./migrations/Usage.ts"
import { usageContexts } from "./migrations/UsageContexts.ts"
import { usagePeople } from "./migrations/UsagePeople.ts"
import { tables } from "./Tables.ts"
import { liftTimeLimits, orUnavailable } from "./Transaction.ts"
import * as VectorTable from "./VectorTable.ts"

/** The server lacks an extension that the schema needs, or this user may not create it. */
export class ExtensionMissing extends Data.TaggedError("ExtensionMissing")<{
  readonly extension: string
  readonly cause: unknown
}> {
  override get message() {
    return (
      `The database needs the extension ${this.extension}, which this server or user cannot create. ` +
      `Install PostgreSQL's contrib modules, then run as its administrator: CREATE EXTENSION ${this.extension}`
    )
  }
}

/** Append-only: a released migration is never edited, renumbered or removed. Numbers may have gaps. */
const migrations = {
  "0001_accounts": accounts,
  "0002_catalogue": catalogue,
  "0003_stock": stock,
  "0004_pricing": pricing,
  "0005_orders": orders,
  "0006_conversations": conversations,
  "0007_usage": usage,
  "0008_pictures": pictures,
  "0009_memories": memories,
  "0011_order_listings": orderListings,
  "0012_catalogue_changes": catalogueChanges,
  "0013_agent_runs": agentRuns,
  "0014_product_changes": productChanges,
  "0015_audit": audit,
  "0016_usage_people": usagePeople,
  "0017_guard": guard,
  "0018_authorization_server": authorizationServer,
  "0019_usage_contexts": usageContexts,
  "0021_budgets": budgets,
  "0022_message_order": messageOrder,
  "0024_text_forms": textForms,
  "0025_token_generations": tokenGenerations,
  "0026_pending_actions": pendingActions,
  "0027_turns": turns,
  "0028_policies": policies,
  "0029_support_cases": supportCases,
  "0030_return_lines": returnLines,
  "0031_order_address": orderAddress,
  "0032_proposal_hints": proposalHints,
  "0033_policy_word_starts": policyWordStarts,
  "0034_cache_writes": cacheWrites,
  "0035_guests": guests,
  "0036_turn_events": turnEvents,
  "0037_linked_accounts": linkedAccounts,
  "0038_shop_names": shopNames,
  "0039_message_digests": messageDigests,
  "0040_owner_indexes": ownerIndexes,
  "0041_places": places,
  "0042_other_sources": otherSources,
  "0043_shop": shop,
  "0044_goods": goods,
  "0045_imports": imports,
  "0046_checkout_links": checkoutLinks,
  "0047_group_keywords": groupKeywords,
  "0048_tier_steps": tierSteps,
  "0051_product_marks": productMarks,
  "0052_agents": agents,
  "0053_feedback": feedback
}

const migrator = Migrator.make({})({ loader: Migrator.fromRecord(migrations) })

/** Compares this program's migrations with those recorded in the database. */
const migrationState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql`SELECT WHERE to_regclass('effect_sql_migrations') IS NOT NULL`
  const applied =
    table === undefined ? [] : yield* sql<{ readonly id: number }>`SELECT migration_id AS id FROM effect_sql_migrations`
  const found = yield* sql`
    SELECT FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relname = ANY(${tables}::text[]) LIMIT 1`
  const ids = new Set(applied.map(({ id }) => id))
  const numberOf = (name: string) => Number(name.slice(0, 4))
  const known = Object.keys(migrations)
  return {
    pending: known.filter((name) => !ids.has(numberOf(name))),
    /** Migrations of a newer program: since the first release they only add, so this program works with them. */
    newerCount: [...ids].filter((id) => !known.some((name) => numberOf(name) === id)).length,
    last: Math.max(0, ...ids),
    hasTables: found.length > 0
  }
})

/** Lists the migrations that the database lacks; changes nothing. */
export const pending = Effect.map(migrationState, ({ pending }) => pending)

/** Counts the migrations that a newer program has applied; changes nothing. */
export const newer = Effect.map(migrationState, ({ newerCount }) => newerCount)

/** The tables do not match the record of migrations. */
export class SchemaMixed extends Data.TaggedError("SchemaMixed")<{ readonly problem: string }> {
  override get message() {
    return `The database cannot be used: ${this.problem}. Restore it from a backup, or use an empty one.`
  }
}

/** Fails if the record of migrations is missing, or has a gap, which the migrator would skip. */
export const checkOrder = Effect.flatMap(orUnavailable(migrationState), ({ hasTables, last, pending }) => {
  if (last === 0 && hasTables) {
    return new SchemaMixed({ problem: "it has tables of ours, and no record of the migrations that made them" })
  }
  const skipped = pending.find((name) => Number(name.slice(0, 4)) < last)
  return skipped === undefined
    ? Effect.void
    : new SchemaMixed({ problem: `it has later migrations than ${skipped}, but not that one` })
})

export class MigrationRefused extends Data.TaggedError("MigrationRefused")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** Fails with a sentence if the database gives a known reason; anything else is a defect. */
const toMigrationRefused = (error: SqlError.SqlError | Migrator.MigrationError) => {
  const { cause } = error
  const sentence = ConnectionFailure.refusalSentenceOf(cause instanceof SqlError.SqlError ? cause.cause : cause)
  return sentence === undefined
    ? Effect.die(error)
    : new MigrationRefused({ message: `The database was not migrated: ${sentence}.`, cause })
}

/** Id of the advisory lock by which processes that start together migrate in turn; arbitrary, but never to change. */
const advisoryLock = 20_260_101

/**
 * Brings the schema up to date in one transaction and returns the applied migrations; does nothing if there are none. A
 * failed migration prevents the start: it is a `MigrationRefused` if the database gives a known reason, else a defect.
 */
export const migrate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dimensions = yield* embeddingDimensions
  // Checks twice: some obstacles would prevent even reading the record of migrations.
  yield* DatabaseRequirements.check("writing", true)
  yield* checkOrder
  const isComplete = (yield* orUnavailable(pending)).length === 0
  yield* DatabaseRequirements.check("writing", isComplete)
  // A user without rights to the schema may work with tables made by another user.
  if (isComplete && !(yield* DatabaseRequirements.examine(isComplete)).createsTables) {
    return []
  }
  return yield* Effect.gen(function* () {
    // Waiting for another process and building an index may exceed the statement timeout of requests.
    yield* liftTimeLimits
    yield* sql`SELECT pg_advisory_xact_lock(${advisoryLock})`
    yield* sql
      .withTransaction(sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`)
      .pipe(Effect.catchTag("SqlError", (cause) => new ExtensionMissing({ extension: "pg_trgm", cause })))
    // The migrator probes its table with a query that fails if it is missing, which would abort the transaction.
    yield* sql`
      CREATE TABLE IF NOT EXISTS effect_sql_migrations (
        migration_id integer PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now(),
        name text NOT NULL
      )`
    const applied = yield* migrator
    yield* sql
      .withTransaction(VectorTable.createTable(dimensions))
      .pipe(
        Effect.catchTag("SqlError", (error) =>
          Effect.logInfo("No vector extension: semantic search compares text").pipe(
            Effect.annotateLogs("reason", String(error.cause))
          )
        )
      )
    return applied
  }).pipe(
    sql.withTransaction,
    Effect.catchTags({ SqlError: toMigrationRefused, MigrationError: toMigrationRefused }),
    // The migrator reports a failed migration as a defect.
    Effect.catchSomeDefect((defect) =>
      defect instanceof Migrator.MigrationError ? Option.some(toMigrationRefused(defect)) : Option.none()
    )
  )
}).pipe(Effect.withSpan("Migrations.migrate"))

export const layer = Layer.effectDiscard(migrate)
