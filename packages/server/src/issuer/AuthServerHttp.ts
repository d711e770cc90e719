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
import { type KoaResponse } from "./KoaExchange.ts"

const metadataPath = "/.well-known/oauth-authorization-server"
const authorizationPath = "/oauth/authorize"

/**
 * Server metadata (RFC 8414). No browser flow is offered, because people log in at the REST API. The authorization
 * endpoint is listed nevertheless: MCP clients reject metadata without one, whatever grant they use.
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

/** Converts the library's response. Errors keep the fields of RFC 6749, and get the `detail` of our other APIs. */
const respond = ({ body, challenge, status }: KoaResponse) => {
  const fields = Predicate.isRecord(body) ? body : {}
  const description = fields["error_description"]
  const detail = Predicate.isString(description) ? description : "Invalid request"
  return HttpServerResponse.unsafeJson(status < 400 ? fields : { detail, ...fields }, {
    status,
    headers: challenge === undefined ? {} : { "www-authenticate": challenge }
  })
}

const token = Effect.gen(function* () {
  const server = yield* AuthorizationServer
  const request = yield* HttpServerRequest.HttpServerRequest
  const { authorization, "content-type": contentType } = request.headers
  const reason = MediaType.unsupportedReason(request.headers)
  if (reason !== undefined) {
    return yield* new UnsupportedMediaType({ message: reason })
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
  // The body is not text. The default error of the platform would be about JSON.
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

/** Response to every authorization request, since the metadata lists no response type. */
const authorizationRefused = respond({
  status: 400,
  challenge: undefined,
  body: { error: "unsupported_response_type", error_description: "authorization requests are not supported" }
})

const keys = Effect.gen(function* () {
  const server = yield* AuthorizationServer
  return respond(
    yield* server.ask({ method: "GET", path: keysPath, headers: { accept: "application/json" }, body: "" })
  )
})

/** HTTP program over any `HttpServer` and `AuthorizationServer`. */
export const layerNoDeps = Layer.unwrapEffect(
  Effect.map(ownIssuer, (issuer) =>
    HttpProgram.serve(
      HttpRouter.empty.pipe(
        HttpRouter.post(tokenPath, token),
        HttpRouter.get(authorizationPath, authorizationRefused),
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
 * The issuer is our own OAuth authorization server in oauth mode, for people, agents and tool servers. This program
 * only handles HTTP; `AuthorizationServer` makes the decisions, by a protocol library. The issuer knows nothing of the
 * shop but its accounts. The layer requires the database.
 */
export const layer = layerNoDeps.pipe(Layer.provide(AuthorizationServer.layer))
