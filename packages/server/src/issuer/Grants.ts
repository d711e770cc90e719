import { type DatabaseUnavailable, type ServiceUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { Array, Duration, Effect, Either, Redacted } from "effect"
import { createLocalJWKSet, importJWK, SignJWT } from "jose"
import { errors, type Provider, type TokenEndpointGrantContext } from "oidc-provider"
import { v7 as uuid } from "uuid"
import { type AccountChecks, type AuthenticationRefused, refuseToken } from "../shop/accounts/AccountChecks.ts"
import { resources } from "../platform/auth/ServiceTokens.ts"
import { numericNow, TokenRefused, verifyByFixedKeys } from "../platform/auth/SignedTokens.ts"
import {
  accessLifetime,
  peopleAudience,
  refreshLifetime,
  refreshTokens,
  type TokenFamily
} from "../platform/auth/TokenClaims.ts"
import * as KoaExchange from "./KoaExchange.ts"
import { type SigningKey } from "./SigningKeys.ts"

/** Grant types of the token endpoint: `password` and `refresh_token` for people, `client_credentials` for services. */

const serviceLifetime = Duration.minutes(15)

const { CustomOIDCProviderError, InvalidRequest, InvalidScope, UnauthorizedClient } = errors

/** Converts a refusal to a protocol error. `access_denied` means the right password of a deactivated account. */
const refused = ({ answer }: AuthenticationRefused) =>
  new CustomOIDCProviderError(answer._tag === "Unauthorized" ? "invalid_grant" : "access_denied", answer.message)

const text = (value: unknown) => (typeof value === "string" ? value : "")

/** Dependencies of the three grants. */
interface Dependencies {
  readonly issuer: string
  readonly checks: typeof AccountChecks.Service
  /** Published keys; the first one signs. */
  readonly keys: readonly [SigningKey, ...ReadonlyArray<SigningKey>]
}

/** Builds a function that signs tokens with the first key. */
const signer = Effect.fnUntraced(function* ({ issuer, keys: [{ kid, ...jwk }] }: Dependencies) {
  const key = yield* Effect.promise(() => importJWK(jwk, "RS256"))
  return Effect.fnUntraced(function* (
    typ: "at+jwt" | "rt+jwt",
    claims: Readonly<Record<string, string | number>>,
    lifetime: Duration.Duration
  ) {
    const now = yield* numericNow
    const token = new SignJWT({ iss: issuer, jti: uuid(), ...claims })
      .setProtectedHeader({ alg: "RS256", typ, kid })
      .setIssuedAt(now)
      .setExpirationTime(now + Duration.toSeconds(lifetime))
    return yield* Effect.promise(() => token.sign(key))
  })
})

/** Builds a function that verifies refresh tokens of a client, signed with any of the keys. */
const refreshTokenVerifier = ({ issuer, keys }: Dependencies) => {
  const publicKeys = createLocalJWKSet({ keys: keys.map(({ e, kid, kty, n }) => ({ e, kid, kty, n, alg: "RS256" })) })
  return Effect.fnUntraced(function* (token: Redacted.Redacted, clientId: string) {
    const refused = new TokenRefused({ reason: "invalid" })
    const payload = yield* verifyByFixedKeys(token, publicKeys, {
      issuer,
      audience: peopleAudience,
      algorithms: ["RS256"],
      typ: "rt+jwt",
      requiredClaims: ["exp", "jti"]
    })
    return payload["client_id"] === clientId ? payload : yield* refused
  })
}

/**
 * Runs a grant's check, and converts a refusal to an error of the library. Logs refusals at debug level only, because
 * the calling service logs them with the client's address, which is unknown here.
 */
const runCheck = async <A>(
  check: Effect.Effect<A, AuthenticationRefused | DatabaseUnavailable | ServiceUnavailable>
): Promise<A> => {
  const logged = Effect.tapErrorTag(check, "AuthenticationRefused", ({ logAnnotations }) =>
    Effect.annotateLogs(Effect.logDebug("Grant refused"), logAnnotations)
  )
  const outcome = await KoaExchange.run(
    logged.pipe(
      Effect.map((granted) => Either.right(granted)),
      Effect.catchTag("AuthenticationRefused", (refusal) => Effect.succeed(Either.left(refusal)))
    )
  )
  return outcome._tag === "Right" ? outcome.right : Promise.reject(refused(outcome.left))
}

const tokenResponse = (access_token: string, lifetime: Duration.Duration, extra: object = {}) => ({
  access_token,
  token_type: "Bearer",
  expires_in: Duration.toSeconds(lifetime),
  ...extra
})

/** Finds the resource of the requested scope; by default of the client's only scope. A token has only one of them. */
const resourceOf = ({ oidc: { client, params } }: TokenEndpointGrantContext) => {
  const allowed = (client.scope ?? "").split(" ")
  const scope = text(params["scope"]) || (allowed.length === 1 ? allowed[0] : "")
  return Array.findFirst(Object.values(resources), (resource) => resource.scope === scope && allowed.includes(scope))
}

export const grants = ["password", "refresh_token", "client_credentials"] as const
export type Grant = (typeof grants)[number]

/** Property of client metadata: the grants that the client may use. */
export const usableGrants = "usable_grants"

/** Registers our grants with the library. */
export const register = Effect.fn("Grants.register")(function* (provider: Provider, dependencies: Dependencies) {
  const sign = yield* signer(dependencies)
  const verifyToken = refreshTokenVerifier(dependencies)
  const { checks } = dependencies

  const signAccess = ({ email, id, role }: Pick<User, "id" | "email" | "role">, family: TokenFamily) =>
    sign("at+jwt", { aud: peopleAudience, sub: email, user_id: id, role, type: "access", ...family }, accessLifetime)

  /**
   * Registers a grant. Checks here whether the client may use it: the library would answer `invalid_request` instead of
   * `unauthorized_client` (RFC 6749), from which the REST API sees that the person's credentials are not at fault.
   */
  const grant = (
    name: Grant,
    params: { readonly required: ReadonlyArray<string>; readonly optional?: ReadonlyArray<string> },
    issue: (context: TokenEndpointGrantContext) => Promise<object>
  ) =>
    provider.registerGrantType(
      name,
      async (context) => {
        const allowedGrants = context.oidc.client[usableGrants]
        if (!Array.isArray(allowedGrants) || !allowedGrants.includes(name)) {
          return Promise.reject(new UnauthorizedClient("not a grant of this client"))
        }
        const missing = params.required.filter((param) => text(context.oidc.params[param]) === "")
        if (missing.length > 0) {
          return Promise.reject(new InvalidRequest(`missing: ${missing.join(", ")}`))
        }
        context.body = await issue(context)
      },
      [...params.required, ...(params.optional ?? [])]
    )

  grant("password", { required: ["username", "password"] }, async ({ oidc: { client, params } }) => {
    const form = { email: text(params["username"]), password: Redacted.make(text(params["password"])) }
    const { account, generation: gen } = await runCheck(checks.byPassword(form))
    const sid = uuid()
    const { clientId: client_id } = client
    const refresh = { jti: sid, aud: peopleAudience, sub: account.email, client_id, type: "refresh", gen }
    return tokenResponse(await KoaExchange.run(signAccess(account, { sid, gen })), accessLifetime, {
      refresh_token: await KoaExchange.run(sign("rt+jwt", refresh, refreshLifetime))
    })
  })

  grant("refresh_token", { required: ["refresh_token"] }, async ({ oidc: { client, params } }) => {
    const { gen, sid, user } = await runCheck(
      Effect.gen(function* () {
        const claims = yield* verifyToken(Redacted.make(text(params["refresh_token"])), client.clientId).pipe(
          Effect.mapError(refreshTokens.refuse),
          Effect.flatMap(refreshTokens.read),
          Effect.mapError(refuseToken)
        )
        const { generation, user } = yield* checks.byRefreshToken(claims)
        return { sid: claims.jti, gen: generation, user }
      })
    )
    return tokenResponse(await KoaExchange.run(signAccess(user, { sid, gen })), accessLifetime)
  })

  grant("client_credentials", { required: [], optional: ["scope"] }, async (context) => {
    const resource = resourceOf(context)
    if (resource._tag === "None") {
      return Promise.reject(new InvalidScope("not a scope of this client", text(context.oidc.params["scope"])))
    }
    const { audience, scope } = resource.value
    const claims = { aud: audience, sub: context.oidc.client.clientId, scope, type: "service" }
    return tokenResponse(await KoaExchange.run(sign("at+jwt", claims, serviceLifetime)), serviceLifetime, { scope })
  })
})
