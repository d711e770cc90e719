import { CurrentUser, type UserId } from "@storefront/domain/Identity"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect } from "effect"

/**
 * Returns whose products a tool for sellers covers: a seller's own; for an administrator the named seller's or, null,
 * everybody's. Fails when a seller names another seller.
 */
export const sellerScope = (named: UserId | undefined): Effect.Effect<UserId | null, ToolFailure, CurrentUser> =>
  Effect.flatMap(CurrentUser, (user) =>
    user.role === "admin"
      ? Effect.succeed(named ?? null)
      : named === undefined || named === user.id
        ? Effect.succeed(user.id)
        : Effect.fail(
            new ToolFailure({
              error: "forbidden",
              message: "Sellers only see their own products. Call the tool again without seller_id.",
              allowed_roles: ["admin"]
            })
          )
  )
