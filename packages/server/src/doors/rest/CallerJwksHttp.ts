import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { Effect } from "effect"
import * as JwtSigningKey from "../../platform/auth/JwtSigningKey.ts"
import { authMode } from "../../platform/config/AuthConfig.ts"
import { callerKeyFile } from "../../platform/config/OAuthClientConfig.ts"

export const route = "/.well-known/jwks.json"

/** JWKS endpoint with the key that verifies the orchestrator's caller assertions; in oauth mode only. */
export const router = Effect.gen(function* () {
  if ((yield* authMode) === "local") {
    return HttpRouter.empty
  }
  const { publicJwk } = yield* JwtSigningKey.load(yield* callerKeyFile)
  return HttpRouter.get(HttpRouter.empty, route, HttpServerResponse.unsafeJson({ keys: [publicJwk] }))
}).pipe(Effect.provide(NodeFileSystem.layer))
