import { CurrentUser, type UserId } from "@storefront/domain/Identity"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect } from "effect"

/**
 * Returns the seller that a tool is restricted to: the caller or, for an administrator, the named one (null: all
 * sellers). Fails if a seller names another seller.
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
