import { type Headers, type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Exit, Option, type Tracer } from "effect"
import { destination } from "../telemetry/SpanConventions.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as TraceContext from "../telemetry/TraceContext.ts"
import { mask } from "../text/Masking.ts"

/** Headers with secrets or personal data, which spans of outgoing requests redact. Add new ones of that kind here. */
export const privateHeaders = [
  /^authorization$/,
  /^cookie$/,
  /^set-cookie$/,
  /^x-api-key$/,
  /^x-agent-secret$/,
  /^x-caller-assertion$/,
  /^x-user-/
]

/** Returns the path of a request target, without its query. */
export const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? url

/**
 * Decides whether a request continues its incoming trace, as between our own services. Other requests start a new trace
 * with a link to the incoming one, so that strangers cannot choose our trace ids.
 */
export type ContinuesTrace = (headers: Headers.Headers) => Effect.Effect<boolean>

const incomingSpan = (headers: Headers.Headers) => TraceContext.parse(headers["traceparent"] ?? "")

const parentOptions = (continues: boolean, headers: Headers.Headers): Tracer.SpanOptions => {
  const incoming = incomingSpan(headers)
  return continues && Option.isSome(incoming)
    ? { parent: incoming.value }
    : { root: true, links: Option.toArray(Option.map(incoming, TraceContext.link)) }
}

/** Standard methods; any other is reported as `_OTHER`. */
const methods = new Set(["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"])

/** Returns the route's pattern without the router's own syntax. */
const routeTemplate = (route: string) => route.replaceAll(/\(.*?\)(?=:|\/|$)/g, "").replaceAll("::", ":")

/** Returns method and route as attributes of spans, metrics and log lines; `pattern` is "" for an unknown route. */
export const routeAttributes = (method: string, pattern: string) => {
  const route = routeTemplate(pattern)
  return {
    "http.request.method": methods.has(method) ? method : "_OTHER",
    ...(route === "" ? {} : { "http.route": route })
  }
}

/** Returns the attributes of our address, as the client sees it. */
const serverAddressAttributes = ({ host = "" }: Headers.Headers) => {
  const url = `http://${host}`
  return URL.canParse(url) ? destination(new URL(url)) : {}
}

/** Returns the attributes of a response's status. */
const statusAttributes = (status: number) => ({
  "http.response.status_code": status,
  ...(status >= 500 ? { "error.type": String(status) } : {})
})

/**
 * Records the server span and duration metric of a request, and sets its trace id as `x-trace-id`. `pattern` is the
 * matched route's, so that span names contain no ids; it is empty for an unknown route. Neither headers nor the query
 * become attributes.
 */
export const middleware = (continues: ContinuesTrace, pattern: string) => {
  const route = routeTemplate(pattern)
  return <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Effect.gen(function* () {
      const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
      const isKnown = methods.has(method)
      const common = {
        ...routeAttributes(method, pattern),
        // TLS is terminated by a proxy in front of us.
        "url.scheme": "http"
      }
      return yield* Effect.useSpan(
        `${isKnown ? method : "HTTP"} ${route}`.trimEnd(),
        {
          ...parentOptions(yield* continues(headers), headers),
          kind: "server",
          captureStackTrace: false,
          attributes: { ...common, ...serverAddressAttributes(headers), "url.path": mask(pathOf(url)) }
        },
        (span) =>
          app.pipe(
            Effect.tap(({ status }) => Effect.annotateCurrentSpan(statusAttributes(status))),
            Effect.map(HttpServerResponse.setHeader("x-trace-id", span.traceId)),
            Effect.withParentSpan(span),
            Metrics.timed(Metrics.httpServerRequestDuration, (exit) => ({
              ...common,
              ...(Exit.isSuccess(exit) ? statusAttributes(exit.value.status) : {})
            }))
          )
      )
    })
}
