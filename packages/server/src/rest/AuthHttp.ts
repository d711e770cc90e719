import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { Effect } from "effect"
import { Sessions } from "../auth/Sessions.ts"

export const layer = HttpApiBuilder.group(StorefrontApi, "auth", (handlers) =>
  Effect.map(Sessions, (sessions) =>
    handlers
      .handle("signUp", ({ payload }) => sessions.signUp(payload))
      .handle("logIn", ({ payload }) => sessions.logIn(payload))
      .handle("refresh", ({ payload }) => sessions.refresh(payload.refresh_token))
  )
)
