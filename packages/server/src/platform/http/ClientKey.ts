import { FileSystem, HttpServerRequest } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { ConfigError, Context, Effect, Layer, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { authMode, jwtSecret } from "../config/AuthConfig.ts"
import { callerKeyFile, keyFileRule, keyFileVariable } from "../config/OAuthClientConfig.ts"
import { ClientAddress } from "./ClientAddress.ts"

/** Secret of the orchestrator that all its processes have: the one that signs its tokens. */
const secret = Effect.gen(function* () {
  if ((yield* authMode) === "local") {
    return Redacted.value(yield* jwtSecret)
  }
  const files = yield* FileSystem.FileSystem
  return yield* Effect.mapError(files.readFileString(yield* callerKeyFile), () =>
    ConfigError.InvalidData([keyFileVariable], keyFileRule)
  )
})

/** Key under which the limits of guests count a client address: a keyed hash, as addresses of visitors are not stored. */
export class ClientKey extends Context.Tag("@storefront/server/platform/http/ClientKey")<
  ClientKey,
  {
    /** Returns the key of the current request's client. */
    readonly ofRequest: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const addresses = yield* ClientAddress
      const key = createHmac("sha256", yield* secret)
        .update("client addresses")
        .digest()
      return {
        ofRequest: Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
          createHmac("sha256", key).update(addresses.subscriberOf(request)).digest("base64url")
        )
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([ClientAddress.layer, NodeFileSystem.layer]))
}
