import { Headers, type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"

/** Web sites, such as `https://shop.example.com`, whose scripts may use the server. Their cookies are never asked for. */
export type Origins = ReadonlySet<string>

const exposed = {
  "access-control-expose-headers": "etag, retry-after, www-authenticate, x-conversation-id, x-trace-id"
}

const preflight = {
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers":
    "authorization, content-type, if-none-match, mcp-method, mcp-name, mcp-protocol-version, traceparent, tracestate",
  "access-control-max-age": "3600"
}

/** The origin of the request when it is one of ours. */
const allowed = (origins: Origins, headers: Headers.Headers) =>
  Option.filter(Headers.get(headers, "origin"), (origin) => origins.has(origin))

/** Lets scripts of these origins read the response. Where there are none, nothing is changed. */
export const middleware =
  (origins: Origins) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    origins.size === 0
      ? app
      : Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
          Effect.map(app, (response) =>
            HttpServerResponse.setHeaders(response, {
              vary: "Origin",
              ...Option.match(allowed(origins, headers), {
                onNone: () => ({}),
                onSome: (origin) => ({ "access-control-allow-origin": origin, ...exposed })
              })
            })
          )
        )

/** Whether a browser asks if a script of one of these origins may send a request. */
export const isPreflight = (origins: Origins, { headers, method }: HttpServerRequest.HttpServerRequest) =>
  method === "OPTIONS" &&
  Option.isSome(allowed(origins, headers)) &&
  Option.isSome(Headers.get(headers, "access-control-request-method"))

/** What a script may send; which endpoints there are is not said. */
export const permission = HttpServerResponse.empty({ status: 204, headers: preflight })
