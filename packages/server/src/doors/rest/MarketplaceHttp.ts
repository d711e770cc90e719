import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { CurrentUser } from "@storefront/domain/Identity"
import { Effect } from "effect"
import { AccessRequests } from "../../shop/marketplace/AccessRequests.ts"
import { AgentCatalog } from "../../shop/marketplace/AgentCatalog.ts"

export const layer = HttpApiBuilder.group(StorefrontApi, "marketplace", (handlers) =>
  Effect.gen(function* () {
    const catalog = yield* AgentCatalog
    const requests = yield* AccessRequests
    return handlers
      .handle("agents", () => catalog.list)
      .handle("request", ({ payload }) => Effect.flatMap(CurrentUser, (user) => requests.submit(user, payload)))
      .handle("mine", () => Effect.flatMap(CurrentUser, ({ id }) => catalog.listGranted(id)))
  })
)
