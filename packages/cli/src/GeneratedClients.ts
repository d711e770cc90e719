import { type AgentName } from "@storefront/domain/Topology"
import { knownClients, knownNames } from "@storefront/server/issuer/KnownClients"
import { OAuthClients } from "@storefront/server/issuer/OAuthClients"
import * as PublicKey from "@storefront/server/platform/auth/PublicKey"
import { ConfigProvider, Effect, Layer } from "effect"
import * as GeneratedSecrets from "./GeneratedSecrets.ts"

/**
 * Registers the services of the suite as clients of our own authorization server, with the keys in the data folder.
 * Keys registered before stay valid: on a shared database another process may authenticate with them.
 */
export const register = Effect.fn("GeneratedClients.register")(function* (dataDir: string) {
  const clients = yield* OAuthClients
  yield* Effect.forEach(
    knownNames,
    (name) =>
      Effect.gen(function* () {
        const { pem } = yield* GeneratedSecrets.key(dataDir, name)
        yield* clients.add({ client_id: name, ...knownClients[name] }, yield* PublicKey.fromPem(pem))
      }),
    { discard: true }
  )
})

/** Provides the key with which a service authenticates; a service that requests no tokens has none. */
export const identityOf = (dataDir: string, name: AgentName) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const client = knownNames.find((known) => known === name)
      const keyFile =
        client === undefined
          ? []
          : [["OAUTH_CLIENT_KEY_FILE", (yield* GeneratedSecrets.key(dataDir, client)).file] as const]
      const environment = yield* Effect.configProviderWith(Effect.succeed)
      return Layer.setConfigProvider(ConfigProvider.orElse(ConfigProvider.fromMap(new Map(keyFile)), () => environment))
    })
  )
