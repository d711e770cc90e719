import { HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { UnsupportedMediaType } from "@storefront/domain/Errors"
import { Effect, Layer, Option, Predicate } from "effect"
import { resources } from "../platform/auth/ServiceTokens.ts"
import { ownIssuer } from "../platform/config/AuthServerConfig.ts"
import * as Health from "../platform/http/Health.ts"
import * as HttpProgram from "../platform/http/HttpProgram.ts"
import * as MediaType from "../platform/http/MediaType.ts"
import { AuthorizationServer, keysPath, tokenPath } from "./AuthorizationServer.ts"
import { grants } from "./Grants.ts"
import { type Answer } from "./KoaExchange.ts"

const metadataPath = "/.well-known/oauth-authorization-server"
const authorizationPath = "/oauth/authorize"

/**
 * Server metadata (RFC 8414). No browser flow is offered, because people log in at the front door. The authorization
 * endpoint is listed nevertheless: MCP clients reject metadata without one, whatever the grant.
 */
const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}${authorizationPath}`,
  token_endpoint: `${issuer}${tokenPath}`,
  jwks_uri: `${issuer}${keysPath}`,
  grant_types_supported: grants,
  response_types_supported: [],
  scopes_supported: Object.values(resources).map(({ scope }) => scope),
  token_endpoint_auth_methods_supported: ["private_key_jwt"],
  token_endpoint_auth_signing_alg_values_supported: ["RS256"]
})

/** Converts an answer to a response. Errors keep the fields of RFC 6749, and get our `detail`. */
const respond = ({ body, challenge, status }: Answer) => {
  const told = Predicate.isRecord(body) ? body : {}
  const description = told["error_description"]
  const detail = Predicate.isString(description) ? description : "Invalid request"
  return HttpServerResponse.unsafeJson(status < 400 ? told : { detail, ...told }, {
    status,
    headers: challenge === undefined ? {} : { "www-authenticate": challenge }
  })
}

const token = Effect.gen(function* () {
  const server = yield* AuthorizationServer
  const request = yield* HttpServerRequest.HttpServerRequest
  const { authorization, "content-type": contentType } = request.headers
  const obstacle = MediaType.unsupportedReason(request.headers)
  if (obstacle !== undefined) {
    return yield* new UnsupportedMediaType({ message: obstacle })
  }
  const answer = yield* server.ask({
    method: "POST",
    path: tokenPath,
    headers: {
      accept: "application/json",
      ...(authorization === undefined ? {} : { authorization }),
      ...(contentType === undefined ? {} : { "content-type": contentType })
    },
    body: yield* request.text
  })
  return respond(answer)
}).pipe(
  // The body is not text; the platform's own error would speak of JSON.
  Effect.catchTag("RequestError", () =>
    Effect.succeed(
      respond({
        status: 400,
        challenge: undefined,
        body: { error: "invalid_request", error_description: "failed to parse the request body" }
      })
    )
  )
)

/** Rejects authorization requests, as the metadata lists no response type. */
const noAuthorization = respond({
  status: 400,
  challenge: undefined,
  body: { error: "unsupported_response_type", error_description: "nobody logs in here" }
})

const keys = Effect.gen(function* () {
  const server = yield* AuthorizationServer
  return respond(
    yield* server.ask({ method: "GET", path: keysPath, headers: { accept: "application/json" }, body: "" })
  )
})

/** The HTTP program on any `HttpServer` and authorization server. */
export const layerNoDeps = Layer.unwrapEffect(
  Effect.map(ownIssuer, (issuer) =>
    HttpProgram.serve(
      HttpRouter.empty.pipe(
        HttpRouter.post(tokenPath, token),
        HttpRouter.get(authorizationPath, noAuthorization),
        HttpRouter.get(keysPath, keys),
        HttpRouter.get(metadataPath, HttpServerResponse.unsafeJson(metadataOf(issuer))),
        HttpRouter.concat(Health.router(Health.databaseChecks))
      ),
      {
        budget: () => Option.some("15 seconds"),
        caching: (route) =>
          route === keysPath || route === metadataPath ? Option.some("public, max-age=30") : Option.none()
      }
    )
  )
)

/**
 * The issuer is our own authorization server in oauth mode, for people, agents and tool servers. `AuthorizationServer`
 * decides, using a protocol library; this program speaks HTTP. Of the shop it knows only the accounts. The program
 * provides the database.
 */
export const layer = layerNoDeps.pipe(Layer.provide(AuthorizationServer.layer))
