import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { GrantedAgent, MarketplaceAgent } from "@storefront/domain/api/MarketplaceApi"
import { UserId } from "@storefront/domain/Identity"
import { Context, Effect, Layer, Schema } from "effect"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const GrantRow = Schema.Struct({ ...GrantedAgent.fields, granted_at: Schema.DateTimeUtcFromDate })

/** The agents on offer, and the users' access to them. */
export class AgentCatalog extends Context.Tag("@storefront/server/shop/marketplace/AgentCatalog")<
  AgentCatalog,
  {
    /** Lists active agents by display name. */
    readonly list: Effect.Effect<ReadonlyArray<MarketplaceAgent>, DatabaseUnavailable>
    /** Lists the agents granted to a user, newest grant first. */
    readonly listGranted: (user: UserId) => Effect.Effect<ReadonlyArray<GrantedAgent>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.Void,
        Result: MarketplaceAgent,
        execute: () => sql`
          SELECT id, name, display_name, description, category, icon, status, version, capabilities, requires_approval,
            allowed_roles
          FROM agent_catalog WHERE status = 'active' ORDER BY display_name, name`
      })
      const selectGranted = SqlSchema.findAll({
        Request: UserId,
        Result: GrantRow,
        execute: (user) => sql`
          SELECT a.name AS agent_name, a.display_name, a.description, a.category, a.icon, p.role, p.granted_at
          FROM agent_permissions p JOIN agent_catalog a ON a.name = p.agent_name
          WHERE p.user_id = ${user} ORDER BY p.granted_at DESC, p.id DESC`
      })
      return {
        list: Effect.withSpan(orUnavailable(select()), "AgentCatalog.list"),
        listGranted: Effect.fn("AgentCatalog.listGranted")(function* (user: UserId) {
          const rows = yield* orUnavailable(selectGranted(user))
          return rows.map((row) => new GrantedAgent(row, skipValidation))
        })
      }
    })
  )
}
