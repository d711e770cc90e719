import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Context, Effect, Layer } from "effect"
import { marketplaceEnforced } from "../../platform/config/AgentsConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Authorization of people to use specialists. */
export class SpecialistAccess extends Context.Tag("@storefront/server/assistant/specialists/SpecialistAccess")<
  SpecialistAccess,
  { readonly isGranted: (user: User, specialist: SpecialistName) => Effect.Effect<boolean, DatabaseUnavailable> }
>() {
  /** Lets everybody ask every specialist. */
  static readonly layerOpen = Layer.succeed(this, { isGranted: () => Effect.succeed(true) })

  /**
   * Restricts specialists that require approval, or that the marketplace does not list, to sellers, admins and people
   * with a permission for them.
   */
  static readonly layerEnforced = Layer.effect(
    this,
    Effect.map(SqlClient.SqlClient, (sql) => ({
      isGranted: Effect.fnUntraced(function* (user: User, specialist: SpecialistName) {
        if (user.role === "seller" || user.role === "admin") {
          return true
        }
        const granted = yield* sql`
          SELECT 1 FROM agent_catalog a
          WHERE a.name = ${specialist} AND (NOT a.requires_approval OR EXISTS (
            SELECT 1 FROM agent_permissions p WHERE p.agent_name = a.name AND p.user_id = ${user.id}))`
        return granted.length > 0
      }, orUnavailable)
    }))
  )

  /** Enforces permissions if `MARKETPLACE_ENFORCED` is true. */
  static readonly layer = Layer.unwrapEffect(
    Effect.map(marketplaceEnforced, (isEnforced) => (isEnforced ? this.layerEnforced : this.layerOpen))
  )
}
