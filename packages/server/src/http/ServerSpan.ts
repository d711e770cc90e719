import { type Headers, type HttpApp, HttpServerRequest, HttpServerResponse, HttpTraceContext } from "@effect/platform"
import { Array, Effect, Option, type Tracer } from "effect"

/** Names of the headers that carry secrets or persons; spans of requests that we send show them redacted. */
export const privateHeaders = [
  /^authorization$/,
  /^cookie$/,
  /^set-cookie$/,
  /^x-api-key$/,
  /^x-agent-secret$/,
  /^x-user-/
]

/** The path of a request target, without its query. */
export const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? url

/**
 * Whether a request goes on with the trace that it brings, as between our own services. Otherwise it starts one of its
 * own and only links the other, so that a stranger cannot choose our trace ids.
 */
export type Continues = (headers: Headers.Headers) => Effect.Effect<boolean>

const origin = (continues: boolean, headers: Headers.Headers): Tracer.SpanOptions => {
  const incoming = HttpTraceContext.w3c(headers)
  return continues && Option.isSome(incoming)
    ? { parent: incoming.value }
    : { root: true, links: Array.map(Option.toArray(incoming), (span) => ({ _tag: "SpanLink", span, attributes: {} })) }
}

/**
 * The server span of a request. Its trace id goes on the response as `x-trace-id` and on every log line as `trace_id`.
 * `route` is the pattern that matched, empty for an unknown one: span names have no ids in them. Neither headers nor
 * the query are attributes.
 */
export const middleware =
  (continues: Continues, route: string) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Effect.gen(function* () {
      const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
      return yield* Effect.useSpan(
        `${method} ${route}`.trimEnd(),
        {
          ...origin(yield* continues(headers), headers),
          kind: "server",
          captureStackTrace: false,
          attributes: {
            "http.request.method": method,
            "url.path": pathOf(url),
            ...(route === "" ? {} : { "http.route": route })
          }
        },
        (span) =>
          app.pipe(
            Effect.tap(({ status }) =>
              Effect.sync(() => {
                span.attribute("http.response.status_code", status)
                if (status >= 500) {
                  span.attribute("error.type", String(status))
                }
              })
            ),
            Effect.map(HttpServerResponse.setHeader("x-trace-id", span.traceId)),
            Effect.annotateLogs("trace_id", span.traceId),
            Effect.withParentSpan(span)
          )
      )
    })
