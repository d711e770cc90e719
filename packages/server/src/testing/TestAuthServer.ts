import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import { importJWK, SignJWT } from "jose"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { AccountChecks } from "../shop/accounts/AccountChecks.ts"
import { SingleUseTokens } from "../platform/auth/SingleUseTokens.ts"
import { AuthorizationServer } from "../issuer/AuthorizationServer.ts"
import * as AuthServerHttp from "../issuer/AuthServerHttp.ts"
import { type OAuthClient, OAuthClients } from "../issuer/OAuthClients.ts"
import * as PublicKey from "../platform/auth/PublicKey.ts"
import { SigningKeys } from "../issuer/SigningKeys.ts"
import * as RsaKeys from "./RsaKeys.ts"
import { settings } from "./Settings.ts"
import { temporaryFolder } from "./TemporaryFolder.ts"

/** Secret that encrypts its signing keys. */
export const secret = "5d0c1f9be27a4836a1c4e8f06b7d93b2"

type Claims = Readonly<Record<string, unknown>>

/** Makes a private key, as text and in a file. */
export const clientKey = Effect.gen(function* () {
  const file = join(yield* temporaryFolder, "client-key.pem")
  const { privateKey } = RsaKeys.next()
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  yield* Effect.promise(() => writeFile(file, pem, { mode: 0o600 }))
  return { file, pem }
})

/** Runs our authorization server on a free port and the test's database, until the scope closes. */
export const start = Effect.fnUntraced(function* (variables: Readonly<Record<string, string>> = {}) {
  const listener = yield* Layer.build(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })).pipe(
    Effect.orDie
  )
  const name = HttpServer.formatAddress(Context.get(listener, HttpServer.HttpServer).address)
  const context = yield* Layer.build(
    AuthServerHttp.layerNoDeps.pipe(
      Layer.provideMerge(AuthorizationServer.layerNoDeps),
      Layer.provideMerge(Layer.mergeAll(OAuthClients.layer, SigningKeys.layer)),
      Layer.provide([AccountChecks.layer, SingleUseTokens.layer]),
      Layer.provide(Layer.succeedContext(listener)),
      Layer.provide(settings({ OAUTH_ISSUER: name, AUTH_SERVER_SECRET: secret, BCRYPT_COST: "4", ...variables }))
    )
  ).pipe(Effect.orDie)
  const clients = Context.get(context, OAuthClients)
  const keys = Context.get(context, SigningKeys)

  return {
    name,
    keys,
    clients,
    server: Context.get(context, AuthorizationServer),
    /** Registers a client with its own key. */
    addClient: Effect.fnUntraced(function* (client: Omit<OAuthClient, "public_keys">) {
      const key = yield* clientKey
      yield* clients.add(client, yield* Effect.orDie(PublicKey.fromPem(key.pem)))
      return key
    }),
    /** Signs a token; claims and header may be overridden. */
    sign: (claims: Claims, header: Claims = {}) =>
      Effect.gen(function* () {
        const [{ kid, ...jwk }] = yield* Effect.orDie(keys.current)
        const typ = claims["type"] === "refresh" ? "rt+jwt" : "at+jwt"
        const key = yield* Effect.promise(() => importJWK(jwk, "RS256"))
        return yield* Effect.promise(() =>
          new SignJWT({ iss: name, ...claims }).setProtectedHeader({ alg: "RS256", typ, kid, ...header }).sign(key)
        )
      })
  }
})
