import { type Headers, type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Exit, Option, type Tracer } from "effect"
import { destination } from "../telemetry/Conventions.ts"
import * as Measures from "../telemetry/Measures.ts"
import * as TraceContext from "../telemetry/TraceContext.ts"
import { mask } from "../text/Masking.ts"

/** Names of the headers that carry secrets or persons; spans of requests that we send show them redacted. */
export const privateHeaders = [
  /^authorization$/,
  /^cookie$/,
  /^set-cookie$/,
  /^x-api-key$/,
  /^x-agent-secret$/,
  /^x-caller-assertion$/,
  /^x-user-/
]

/** The path of a request target, without its query. */
export const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? url

/**
 * Whether a request goes on with the trace that it brings, as between our own services. Otherwise it starts one of its
 * own and only links the other, so that a stranger cannot choose our trace ids.
 */
export type Continues = (headers: Headers.Headers) => Effect.Effect<boolean>

const incomingSpan = (headers: Headers.Headers) => TraceContext.parse(headers["traceparent"] ?? "")

const origin = (continues: boolean, headers: Headers.Headers): Tracer.SpanOptions => {
  const incoming = incomingSpan(headers)
  return continues && Option.isSome(incoming)
    ? { parent: incoming.value }
    : { root: true, links: Option.toArray(Option.map(incoming, TraceContext.link)) }
}

/** Any other one is somebody's invention. */
const methods = new Set(["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"])

/** A route as people read it: the pattern of the router without what only the router needs. */
const readable = (route: string) => route.replaceAll(/\(.*?\)(?=:|\/|$)/g, "").replaceAll("::", ":")

/** The method and the route of a request, as spans, measures and log lines give them; `pattern` is empty for an unknown route. */
export const requested = (method: string, pattern: string) => {
  const route = readable(pattern)
  return {
    "http.request.method": methods.has(method) ? method : "_OTHER",
    ...(route === "" ? {} : { "http.route": route })
  }
}

/** Where the client believes us to be. */
const addressed = ({ host = "" }: Headers.Headers) => {
  const url = `http://${host}`
  return URL.canParse(url) ? destination(new URL(url)) : {}
}

/** What a response says about its request. */
const outcomeOf = (status: number) => ({
  "http.response.status_code": status,
  ...(status >= 500 ? { "error.type": String(status) } : {})
})

/**
 * The server span and the measure of a request. Its trace id goes on the response as `x-trace-id`. `pattern` is the
 * pattern of the route that matched, empty for an unknown one: span names have no ids in them. Neither headers nor the
 * query are attributes.
 */
export const middleware = (continues: Continues, pattern: string) => {
  const route = readable(pattern)
  return <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Effect.gen(function* () {
      const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
      const isKnown = methods.has(method)
      const common = {
        ...requested(method, pattern),
        // Who encrypts it stands before us.
        "url.scheme": "http"
      }
      return yield* Effect.useSpan(
        `${isKnown ? method : "HTTP"} ${route}`.trimEnd(),
        {
          ...origin(yield* continues(headers), headers),
          kind: "server",
          captureStackTrace: false,
          attributes: { ...common, ...addressed(headers), "url.path": mask(pathOf(url)) }
        },
        (span) =>
          app.pipe(
            Effect.tap(({ status }) => Effect.annotateCurrentSpan(outcomeOf(status))),
            Effect.map(HttpServerResponse.setHeader("x-trace-id", span.traceId)),
            Effect.withParentSpan(span),
            Measures.timed(Measures.httpServerRequestDuration, (exit) => ({
              ...common,
              ...(Exit.isSuccess(exit) ? outcomeOf(exit.value.status) : {})
            }))
          )
      )
    })
}
