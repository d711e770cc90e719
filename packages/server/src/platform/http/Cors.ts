import { Headers, type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"

/** Origins, such as `https://shop.example.com`, whose scripts may call the server, but without cookies. */
export type Origins = ReadonlySet<string>

const exposedHeaders = {
  "access-control-expose-headers": "a2a-extensions, etag, retry-after, www-authenticate, x-conversation-id, x-trace-id"
}

const preflightHeaders = {
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers":
    "a2a-extensions, a2a-version, authorization, content-type, if-none-match, mcp-method, mcp-name, mcp-protocol-version, traceparent, tracestate",
  "access-control-max-age": "3600"
}

/** Returns the request's origin if it is allowed. */
const allowedOrigin = (origins: Origins, headers: Headers.Headers) =>
  Option.filter(Headers.get(headers, "origin"), (origin) => origins.has(origin))

/** Lets scripts of these origins read the response; without origins, changes nothing. */
export const middleware =
  (origins: Origins) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    origins.size === 0
      ? app
      : Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
          Effect.map(app, (response) =>
            HttpServerResponse.setHeaders(response, {
              vary: "Origin",
              ...Option.match(allowedOrigin(origins, headers), {
                onNone: () => ({}),
                onSome: (origin) => ({ "access-control-allow-origin": origin, ...exposedHeaders })
              })
            })
          )
        )

/** Returns whether the request is a CORS preflight from one of these origins. */
export const isPreflight = (origins: Origins, { headers, method }: HttpServerRequest.HttpServerRequest) =>
  method === "OPTIONS" &&
  Option.isSome(allowedOrigin(origins, headers)) &&
  Option.isSome(Headers.get(headers, "access-control-request-method"))

/** Preflight response, the same for every path so that it does not reveal which endpoints exist. */
export const preflightResponse = HttpServerResponse.empty({ status: 204, headers: preflightHeaders })
