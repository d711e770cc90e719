import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { CurrentUser } from "@storefront/domain/Identity"
import { Effect } from "effect"
import { Profiles } from "../../shop/accounts/Profiles.ts"

export const layer = HttpApiBuilder.group(StorefrontApi, "profile", (handlers) =>
  Effect.map(Profiles, (profiles) =>
    handlers.handle("mine", () => Effect.flatMap(CurrentUser, ({ id }) => profiles.find(id)))
  )
)
