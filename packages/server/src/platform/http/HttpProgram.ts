import {
  Headers,
  type HttpApp,
  HttpMiddleware,
  HttpRouter,
  HttpServer,
  HttpServerError,
  HttpServerRequest,
  HttpServerRespondable,
  HttpServerResponse
} from "@effect/platform"
import { TimedOut } from "@storefront/domain/Errors"
import { Array, type Duration, Effect, Fiber, Function, Layer, Option, Predicate, Record, Struct } from "effect"
import * as BoundedRequestBody from "./BoundedRequestBody.ts"
import * as Cors from "./Cors.ts"
import * as EntityTags from "./EntityTags.ts"
import * as ErrorResponses from "./ErrorResponses.ts"
import * as HostHeader from "./HostHeader.ts"
import * as RequestLog from "./RequestLog.ts"
import * as ServerSpan from "./ServerSpan.ts"

/** Chooses the format of error responses by route pattern, empty for unknown routes; undefined: `{"detail"}`. */
type ErrorFormats = (route: string) => ErrorResponses.ErrorFormat | undefined

/** Settings of one server. */
export interface Options {
  /** Decides whether a request's trace is continued; never, by default. */
  readonly continuesTrace?: ServerSpan.ContinuesTrace
  /** Time limit by route pattern, such as `/api/orders/:order_id`; none: unlimited. */
  readonly budget: (route: string) => Option.Option<Duration.DurationInput>
  /** Formats of error responses; `{"detail"}` by default. */
  readonly errors?: ErrorFormats
  /** `Cache-Control` of routes whose responses are cacheable and get an `ETag`; none by default. */
  readonly caching?: (route: string) => Option.Option<string>
  /** Origins whose scripts may use the server; none by default. */
  readonly origins?: Cors.Origins
}

/** Time limit of a request that waits for no turn. */
export const requestBudget = Option.some("15 seconds" as const)

/** Responds when the time is up, even if the work is uninterruptible and continues in the background. */
export const withinBudget =
  (budget: Option.Option<Duration.DurationInput>) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E | TimedOut, R> =>
    Option.match(budget, {
      onNone: () => app,
      onSome: (duration) =>
        Effect.raceWith(app, Effect.sleep(duration), {
          onSelfDone: (exit, timer) => Effect.zipRight(Fiber.interruptAsFork(timer, timer.id()), exit),
          onOtherDone: (_, work) => Effect.zipRight(Fiber.interruptAsFork(work, work.id()), new TimedOut())
        })
    })

/** Adds an entity tag to cacheable responses. */
const withTag =
  (cacheControl: Option.Option<string>) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Option.match(cacheControl, { onNone: () => app, onSome: (value) => EntityTags.middleware(value)(app) })

const isEmpty = (value: string | Array<string>) => value === ""

/** Treats a query parameter without a value as absent. */
const withoutEmptyParameters = <E, R>(app: HttpApp.Default<E, R>) =>
  Effect.flatMap(HttpServerRequest.ParsedSearchParams, (parameters) =>
    Record.some(parameters, isEmpty)
      ? Effect.provideService(
          app,
          HttpServerRequest.ParsedSearchParams,
          Record.filter(parameters, Predicate.not(isEmpty))
        )
      : app
  )

/** Forbids caching and content sniffing, unless the response sets these headers itself. */
const withDefaultHeaders = (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeaders(response, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...response.headers
  })

/** Responds 405 to methods that `router` lacks on its paths. */
const methodNotAllowedRoutes = <E, R>(router: HttpRouter.HttpRouter<E, R>, formats?: ErrorFormats) =>
  HttpRouter.fromIterable(
    Object.values(Array.groupBy(router.routes, Struct.get("path"))).map(([route, ...more]) =>
      HttpRouter.makeRoute(
        "*",
        route.path,
        Effect.succeed(
          ErrorResponses.respond(
            {
              status: 405,
              detail: "Method not allowed",
              headers: { allow: [route, ...more].map(Struct.get("method")).join(", ") }
            },
            formats?.(route.path)
          )
        )
      )
    )
  )

/**
 * Escapes a path with invalid percent-encoding, so that it is routed literally; likewise semicolons and number signs,
 * at which the router would cut the path off.
 */
const escapeInvalidPath = (url: string) => {
  const [path = "", ...query] = url.split("?")
  const isDecodable = Option.isSome(Option.liftThrowable(decodeURIComponent)(path))
  const escaped = (isDecodable ? path : path.replaceAll("%", "%25")).replaceAll(/[;#]/g, encodeURIComponent)
  return escaped === path ? url : [escaped, ...query].join("?")
}

const withDecodablePath = <E, R>(app: HttpApp.Default<E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const url = escapeInvalidPath(request.url)
    return url === request.url
      ? app
      : Effect.provideService(app, HttpServerRequest.HttpServerRequest, request.modify({ url }))
  })

/** Responds 404 to a trailing slash, which the router would take for an empty id, except on `paths` that have one. */
const withoutEmptyId =
  (paths: ReadonlySet<string>) =>
  <E, R>(app: HttpApp.Default<E, R>) =>
    Effect.zipRight(
      Effect.filterOrFail(
        Effect.map(HttpServerRequest.HttpServerRequest, (request) => ({
          request,
          path: ServerSpan.pathOf(request.url)
        })),
        ({ path }) => !/.\/$/.test(path) || paths.has(path),
        ({ request }) => new HttpServerError.RouteNotFound({ request })
      ),
      app
    )

/** Wraps the handler of each route, given its path. */
const wrapEach = <E, R, E1, R1>(
  router: HttpRouter.HttpRouter<E, R>,
  wrap: (path: string, handler: HttpRouter.Route.Handler<E, R>) => HttpRouter.Route.Handler<E1, R1>
) =>
  HttpRouter.fromIterable(
    Array.map(Array.fromIterable(router.routes), ({ handler, method, path, prefix, uninterruptible }) =>
      HttpRouter.makeRoute(method, path, wrap(path, handler), {
        prefix: Option.getOrUndefined(prefix),
        uninterruptible
      })
    )
  )

/** Compares paths exactly, case and slashes included. An id may be as long as a URL. */
const routerConfig = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  maxParamLength: 16_384
}

/**
 * Builds the HTTP program over a router: 404 and 405 with `Allow`, bodies of at most 1 MiB, a time limit per route,
 * uniform errors, and a trace id on every response.
 */
export const make = Effect.fnUntraced(function* <E, R>(router: HttpRouter.HttpRouter<E, R>, options: Options) {
  const origins: Cors.Origins = options.origins ?? new Set()
  const continues: ServerSpan.ContinuesTrace = options.continuesTrace ?? (() => Effect.succeed(false))
  // Each middleware wraps the ones above it: default headers, CORS, log and span must also cover error responses.
  const withEdgeMiddleware =
    (route: string) =>
    <E1, R1>(app: HttpApp.Default<E1, R1>) =>
      app.pipe(
        ErrorResponses.middleware(options.errors?.(route)),
        Effect.map(withDefaultHeaders),
        Cors.middleware(origins),
        RequestLog.middleware(route),
        ServerSpan.middleware(continues, route)
      )
  // Composed once rather than per request. From the inside out: `Host` is checked before the body is read, the time
  // limit includes reading it, and the errors of all of them become responses in `withEdgeMiddleware`.
  const routes = wrapEach(router, (path, handler) =>
    handler.pipe(
      Effect.flatMap(HttpServerRespondable.toResponse),
      withTag(options.caching?.(path) ?? Option.none()),
      withoutEmptyParameters,
      BoundedRequestBody.middleware,
      withinBudget(options.budget(path)),
      HostHeader.middleware,
      withEdgeMiddleware(path)
    )
  )
  const withId = withoutEmptyId(new Set(Array.map(Array.fromIterable(router.routes), ({ path }) => path)))
  return yield* Effect.all([
    HttpRouter.toHttpApp(routes),
    HttpRouter.toHttpApp(methodNotAllowedRoutes(router, options.errors))
  ]).pipe(
    HttpRouter.withRouterConfig(routerConfig),
    Effect.map(([known, others]) => {
      const unknownRoute = withEdgeMiddleware("")(HostHeader.middleware(withId(others)))
      const routed = Effect.catchTag(withId(known), "RouteNotFound", () => unknownRoute)
      const preflight = withEdgeMiddleware("")(Effect.succeed(Cors.preflightResponse))
      return withDecodablePath(
        origins.size === 0
          ? routed
          : Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
              Cors.isPreflight(origins, request) ? preflight : routed
            )
      )
    })
  )
})

/**
 * Yields to the event loop once, so that the server notices clients that have already disconnected and interrupts their
 * requests before any work is done. Searches abandoned while typing then cost little.
 */
const yieldToEventLoop = Effect.async<void>((resume) => {
  const immediate = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(immediate))
})

/**
 * Serves the program on the `HttpServer` in the context. Our server span replaces the platform's, and the spans of
 * handlers' outgoing requests redact secrets and personal data.
 */
export const serve = <E, R>(router: HttpRouter.HttpRouter<E, R>, options: Options) =>
  Layer.unwrapEffect(
    Effect.map(make(router, options), (app) => HttpServer.serve(Effect.zipRight(yieldToEventLoop, app)))
  ).pipe(
    HttpMiddleware.withTracerDisabledWhen(Function.constTrue),
    Layer.locally(Headers.currentRedactedNames, ServerSpan.privateHeaders)
  )
