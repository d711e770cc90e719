import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { DateTime, Effect, Option } from "effect"
import { exportJWK, exportSPKI, SignJWT } from "jose"
import { randomUUID } from "node:crypto"
import { type Resource, resources } from "../platform/auth/ServiceTokens.ts"
import * as LoopbackServer from "./LoopbackServer.ts"
import * as RsaKeys from "./RsaKeys.ts"

type Claims = Readonly<Record<string, unknown>>

interface Options {
  /** Path of the issuer, such as that of a realm. */
  readonly path?: string
  /** Serves the metadata of OAuth, or only that of OpenID Connect. */
  readonly metadata?: "oauth" | "openid"
  /** `kid` of every key; none if empty. By default each key gets its own. */
  readonly keyName?: string
  /** Wrong issuer to name in the metadata. */
  readonly claimedIssuer?: string
  /** Finds the access-token claims of a person, and a check of their password; none for an unknown person. */
  readonly findPerson?: (
    username: string
  ) => Effect.Effect<Option.Option<{ readonly claims: Claims; readonly knows: (password: string) => boolean }>>
}

const lifetime = 300

const keyFactory = (name: string | undefined) =>
  Effect.sync(() => ({ ...RsaKeys.next(), keyId: name === "" ? {} : { kid: name ?? randomUUID() } }))

const { unsafeJson: json } = HttpServerResponse

const refused = (error: string) => json({ error }, { status: 400 })

/**
 * Runs a third-party authorization server until the scope closes, with tokens of type `JWT`, opaque refresh tokens and
 * endpoints at unusual paths. It accepts every client.
 */
export const start = Effect.fnUntraced(function* ({
  claimedIssuer,
  keyName,
  metadata = "oauth",
  path = "",
  findPerson = () => Effect.succeedNone
}: Options = {}) {
  const makeKey = keyFactory(keyName)
  let key = yield* makeKey
  let isDown = false
  const requestedPaths: Array<string> = []
  const tokenRequests: Array<Readonly<Record<string, string>>> = []
  const sessions = new Map<string, string>()

  /** Signs a token; claims and header may be overridden. */
  const sign = (claims: Claims, header: Claims = {}) =>
    Effect.flatMap(DateTime.now, ({ epochMillis }) => {
      const now = Math.floor(epochMillis / 1000)
      const token = new SignJWT({ iss: name, iat: now, exp: now + lifetime, jti: randomUUID(), ...claims })
      return Effect.promise(() =>
        token.setProtectedHeader({ alg: "RS256", typ: "JWT", ...key.keyId, ...header }).sign(key.privateKey)
      )
    })

  /** Signs a valid token for a service. */
  const serviceToken = ({ audience, scope }: Resource, more: Claims = {}) =>
    sign({ aud: audience, scope, sub: "some-service", type: "service", ...more })

  const granted = (access: string, more: object = {}) =>
    json({ access_token: access, token_type: "Bearer", expires_in: lifetime, ...more })

  const grantPerson = (claims: Claims, more: object = {}) =>
    Effect.map(sign({ aud: "storefront-api", type: "access", ...claims }), (access) => granted(access, more))

  const grant = (request: Readonly<Record<string, string>>) => {
    const { client_id: client = "unnamed", password, refresh_token: session = "", scope = "", username = "" } = request
    switch (request["grant_type"]) {
      case "client_credentials": {
        const resource = Object.values(resources).find((each) => each.scope === scope)
        return resource === undefined
          ? Effect.succeed(refused("invalid_scope"))
          : Effect.map(serviceToken(resource, { sub: client }), (access) => granted(access, { scope }))
      }
      case "password":
        return Effect.flatMap(findPerson(username), (person) => {
          if (Option.isNone(person) || !person.value.knows(password ?? "")) {
            return Effect.succeed(refused("invalid_grant"))
          }
          const opaque = randomUUID()
          sessions.set(opaque, username)
          return grantPerson(person.value.claims, { refresh_token: opaque })
        })
      case "refresh_token":
        return Effect.flatMap(
          findPerson(sessions.get(session) ?? ""),
          Option.match({
            onNone: () => Effect.succeed(refused("invalid_grant")),
            onSome: ({ claims }) => grantPerson(claims)
          })
        )
      default:
        return Effect.succeed(refused("unsupported_grant_type"))
    }
  }

  const origin: string = yield* LoopbackServer.serve(
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      requestedPaths.push(request.url)
      if (isDown) {
        return HttpServerResponse.empty({ status: 503 })
      }
      switch (request.url) {
        case metadataPath:
          return json({
            issuer: claimedIssuer ?? name,
            token_endpoint: `${origin}/give-me`,
            jwks_uri: `${origin}/my-keys`
          })
        case "/my-keys": {
          const { keyId, publicKey } = key
          const jwk = yield* Effect.promise(() => exportJWK(publicKey))
          return json({
            keys: [
              { kty: "OKP", crv: "X", kid: "of another kind" },
              { ...jwk, ...keyId, use: "sig" }
            ]
          })
        }
        case "/give-me": {
          const form = Object.fromEntries(yield* Effect.orDie(request.urlParamsBody))
          tokenRequests.push(form)
          return yield* grant(form)
        }
        default:
          return HttpServerResponse.empty({ status: 404 })
      }
    })
  )
  const name = `${origin}${path}`
  const metadataPath =
    metadata === "oauth" ? `/.well-known/oauth-authorization-server${path}` : `${path}/.well-known/openid-configuration`

  return {
    /** Its issuer identifier. */
    name,
    sign,
    serviceToken,
    /** Replaces its key, and no longer publishes the old one. */
    rotate: Effect.map(makeKey, (other) => {
      key = other
    }),
    /** Makes it respond 503 to everything, or work again. */
    setDown: (value: boolean) =>
      Effect.sync(() => {
        isDown = value
      }),
    /** The public half of its current key. */
    publicKey: Effect.suspend(() => Effect.promise(() => exportSPKI(key.publicKey))),
    requestedPaths,
    /** Forms sent to its token endpoint. */
    tokenRequests
  }
})
