import { type DatabaseUnavailable, type ServiceUnavailable } from "@storefront/domain/Errors"
import { Clock, Context, Duration, Effect, Layer, Option, Ref } from "effect"
import { type Adapter, type ClientMetadata, errors, Provider } from "oidc-provider"
import { AccountChecks } from "../shop/accounts/AccountChecks.ts"
import { resources } from "../platform/auth/ServiceTokens.ts"
import { SingleUseTokens } from "../platform/auth/SingleUseTokens.ts"
import { ownIssuer } from "../platform/config/AuthServerConfig.ts"
import { repeatedly } from "../platform/database/RepeatedWork.ts"
import * as Grants from "./Grants.ts"
import * as KoaExchange from "./KoaExchange.ts"
import { type OAuthClient, OAuthClients } from "./OAuthClients.ts"
import { type KeysSealed, type SigningKey, SigningKeys } from "./SigningKeys.ts"

export const tokenPath = "/oauth/token"
export const keysPath = "/.well-known/jwks.json"

/** Interval of reloading the keys. Must be shorter than the lead time in `SigningKeys`. */
const keyInterval = Duration.seconds(10)

/** Maximum lifetime of a client assertion, in seconds. */
const maxAssertionAge = 300

/** Returns the grants that a client may use. */
const grantsOf = ({ logs_people_in, scopes }: OAuthClient): ReadonlyArray<Grants.Grant> =>
  Grants.grants.filter((grant) => (grant === "client_credentials" ? scopes.length > 0 : logs_people_in))

const metadataOf = (client: OAuthClient): ClientMetadata => ({
  client_id: client.client_id,
  token_endpoint_auth_method: "private_key_jwt",
  token_endpoint_auth_signing_alg: "RS256",
  jwks: { keys: client.public_keys },
  grant_types: [...Grants.grants],
  [Grants.usableGrants]: grantsOf(client),
  redirect_uris: [],
  response_types: [],
  ...(client.scopes.length === 0 ? {} : { scope: client.scopes.join(" ") })
})

const nothingFound = () => Promise.resolve(undefined)

/** Builds a storage adapter of the library. It only finds clients; tokens are self-contained and not stored. */
const clientAdapter =
  (clients: typeof OAuthClients.Service) =>
  (model: string): Adapter => ({
    find: (id) =>
      model === "Client"
        ? KoaExchange.run(Effect.map(clients.find(id), Option.map(metadataOf))).then(Option.getOrUndefined)
        : nothingFound(),
    upsert: nothingFound,
    findByUserCode: nothingFound,
    findByUid: nothingFound,
    consume: nothingFound,
    destroy: nothingFound,
    revokeByGrantId: nothingFound
  })

/**
 * Returns whether a client assertion is for this server alone. Another recipient could replay one with a further
 * audience here, or one for the token endpoint, which it could have supplied by forged metadata.
 */
const isForIssuer = (audience: unknown, issuer: string) =>
  audience === issuer || (Array.isArray(audience) && audience.length === 1 && audience[0] === issuer)

/** Headers that are forbidden in a client assertion, because they supply the key to verify it with. */
const keyHeaders = ["jwk", "jku", "x5u", "x5c"]

/** Builds a provider of the library with these keys. */
const make = Effect.fn("AuthorizationServer.make")(function* (
  issuer: string,
  keys: readonly [SigningKey, ...ReadonlyArray<SigningKey>]
) {
  const clients = yield* OAuthClients
  const checks = yield* AccountChecks
  const usedTokens = yield* SingleUseTokens
  const disabled = { enabled: false }
  const provider = new Provider(issuer, {
    adapter: clientAdapter(clients),
    jwks: { keys: keys.map((key) => ({ ...key, use: "sig", alg: "RS256" })) },
    routes: { token: tokenPath, jwks: keysPath },
    scopes: Object.values(resources).map(({ scope }) => scope),
    responseTypes: [],
    clientAuthMethods: ["private_key_jwt"],
    extraClientMetadata: { properties: [Grants.usableGrants] },
    enabledJWA: { clientAuthSigningAlgValues: ["RS256"] },
    assertJwtClientAuthClaimsAndHeader: async (_, claims, header) => {
      const now = await KoaExchange.run(Clock.currentTimeMillis)
      if (!isForIssuer(claims["aud"], issuer)) {
        return Promise.reject(new errors.InvalidClientAuth("aud must be the issuer identifier and nothing else"))
      }
      if (keyHeaders.some((name) => name in header) || Number(claims["exp"]) > now / 1000 + maxAssertionAge) {
        return Promise.reject(new errors.InvalidClientAuth("the client assertion is not acceptable"))
      }
    },
    features: {
      devInteractions: disabled,
      dPoP: disabled,
      pushedAuthorizationRequests: disabled,
      resourceIndicators: disabled,
      rpInitiatedLogout: disabled,
      userinfo: disabled
    }
  })
  // Replaces the library's own replay check, which is not atomic and would accept two concurrent requests.
  Object.assign(provider.ReplayDetection, {
    unique: (iss: string, jti: string, exp: number) => KoaExchange.run(usedTokens.use({ issuer: iss, jti, exp }))
  })
  yield* Grants.register(provider, { issuer, checks, keys })
  KoaExchange.connect(provider)
  return { provider, keys }
})

const haveSameIds = (some: ReadonlyArray<SigningKey>, others: ReadonlyArray<SigningKey>) =>
  some.length === others.length && some.every(({ kid }, index) => kid === others[index]?.kid)

/** OAuth authorization server: the token endpoint and the keys, without HTTP. */
export class AuthorizationServer extends Context.Tag("@storefront/server/issuer/AuthorizationServer")<
  AuthorizationServer,
  {
    readonly ask: (
      request: KoaExchange.KoaRequest
    ) => Effect.Effect<KoaExchange.KoaResponse, DatabaseUnavailable | ServiceUnavailable>
    /** Reloads the signing keys, which also happens every `keyInterval`. */
    readonly reload: Effect.Effect<void, KeysSealed | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.scoped(
    this,
    Effect.gen(function* () {
      const issuer = yield* ownIssuer
      const context = yield* Effect.context<OAuthClients | AccountChecks | SingleUseTokens>()
      const signingKeys = yield* SigningKeys
      const server = yield* Ref.make(yield* make(issuer, yield* signingKeys.current))

      const reload = Effect.gen(function* () {
        const keys = yield* signingKeys.current
        if (!haveSameIds(keys, (yield* Ref.get(server)).keys)) {
          yield* Ref.set(server, yield* Effect.provide(make(issuer, keys), context))
          yield* Effect.annotateLogs(Effect.logInfo("Signing keys changed"), "kid", keys[0].kid)
        }
      })
      yield* repeatedly(reload, keyInterval, "The signing keys could not be read")

      return {
        ask: (request) => Effect.flatMap(Ref.get(server), ({ provider }) => KoaExchange.ask(provider, request)),
        reload
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([OAuthClients.layer, AccountChecks.layer, SingleUseTokens.layer, SigningKeys.layer])
  )
}
