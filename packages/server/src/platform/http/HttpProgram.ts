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
import * as BoundedBody from "./BoundedBody.ts"
import { ClientAddress } from "./ClientAddress.ts"
import * as Cors from "./Cors.ts"
import * as EntityTags from "./EntityTags.ts"
import * as ErrorResponses from "./ErrorResponses.ts"
import * as HostHeader from "./HostHeader.ts"
import * as RequestLog from "./RequestLog.ts"
import * as ServerSpan from "./ServerSpan.ts"

/** How the servers of the suite differ. */
export interface Options {
  /** Requests whose trace is continued; none unless given. */
  readonly continues?: ServerSpan.Continues
  /** How long a request of this route (its pattern, such as `/api/orders/:order_id`) may take; none has no limit. */
  readonly budget: (route: string) => Option.Option<Duration.DurationInput>
  /** How error responses look; `{"detail"}` unless given. */
  readonly errors?: ErrorResponses.ErrorFormat
  /** `Cache-Control` of routes whose responses may be kept and get an `ETag`; none unless given. */
  readonly caching?: (route: string) => Option.Option<string>
  /** Web sites whose scripts may use the server; none unless given. */
  readonly origins?: Cors.Origins
}

/** Answers in time or not at all: work that cannot be interrupted goes on behind the response. */
const withinBudget =
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

/** Responses that may be kept can be asked for again by their tag. */
const withTag =
  (cacheControl: Option.Option<string>) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Option.match(cacheControl, { onNone: () => app, onSome: (value) => EntityTags.middleware(value)(app) })

const isEmpty = (value: string | Array<string>) => value === ""

/** A query parameter without a value is an absent one. */
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

/** Nothing is kept by a cache and nothing is guessed by a browser, unless the response says so itself. */
const withDefaultHeaders = (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeaders(response, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...response.headers
  })

/** Routes that answer the methods which `router` does not have on its paths. */
const otherMethods = <E, R>(router: HttpRouter.HttpRouter<E, R>, format?: ErrorResponses.ErrorFormat) =>
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
            format
          )
        )
      )
    )
  )

/**
 * A path whose percent signs encode nothing is taken literally, so that it can be looked up like any other. So are
 * semicolons and number signs, at which the router would cut it off.
 */
const decodable = (url: string) => {
  const [path = "", ...query] = url.split("?")
  const isDecodable = Option.isSome(Option.liftThrowable(decodeURIComponent)(path))
  const literal = (isDecodable ? path : path.replaceAll("%", "%25")).replaceAll(/[;#]/g, encodeURIComponent)
  return literal === path ? url : [literal, ...query].join("?")
}

const withDecodablePath = <E, R>(app: HttpApp.Default<E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const url = decodable(request.url)
    return url === request.url
      ? app
      : Effect.provideService(app, HttpServerRequest.HttpServerRequest, request.modify({ url }))
  })

/** A slash at the end is not an id, not even an empty one. */
const withoutEmptyId = <E, R>(app: HttpApp.Default<E, R>) =>
  Effect.zipRight(
    Effect.filterOrFail(
      HttpServerRequest.HttpServerRequest,
      ({ url }) => !/.\/$/.test(ServerSpan.pathOf(url)),
      (request) => new HttpServerError.RouteNotFound({ request })
    ),
    app
  )

/** The same routes, each handler wrapped for its path. */
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

/** Paths are compared as they are: case counts and so does every slash. An id may be as long as a URL. */
const matching = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  maxParamLength: 16_384
}

/**
 * The HTTP program over a router: 404 and 405 with `Allow`, bodies of at most 1 MiB, a time budget per route, one
 * shape of errors, a trace id on every response.
 */
export const make = Effect.fnUntraced(function* <E, R>(router: HttpRouter.HttpRouter<E, R>, options: Options) {
  const addresses = yield* ClientAddress
  const origins: Cors.Origins = options.origins ?? new Set()
  const continues: ServerSpan.Continues = options.continues ?? (() => Effect.succeed(false))
  const edge =
    (route: string) =>
    <E1, R1>(app: HttpApp.Default<E1, R1>) =>
      app.pipe(
        ErrorResponses.middleware(options.errors),
        Effect.map(withDefaultHeaders),
        Cors.middleware(origins),
        RequestLog.middleware(addresses, route),
        ServerSpan.middleware(continues, route)
      )
  // What is wrapped around a handler is put together here, once, and not for every request.
  const routes = wrapEach(router, (path, handler) =>
    handler.pipe(
      Effect.flatMap(HttpServerRespondable.toResponse),
      withTag(options.caching?.(path) ?? Option.none()),
      withoutEmptyParameters,
      BoundedBody.middleware,
      withinBudget(options.budget(path)),
      HostHeader.middleware,
      edge(path)
    )
  )
  return yield* Effect.all([
    HttpRouter.toHttpApp(routes),
    HttpRouter.toHttpApp(otherMethods(router, options.errors))
  ]).pipe(
    HttpRouter.withRouterConfig(matching),
    Effect.map(([known, others]) => {
      const unknown = edge("")(HostHeader.middleware(withoutEmptyId(others)))
      const answer = Effect.catchTag(withoutEmptyId(known), "RouteNotFound", () => unknown)
      const permission = edge("")(Effect.succeed(Cors.permission))
      return withDecodablePath(
        origins.size === 0
          ? answer
          : Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
              Cors.isPreflight(origins, request) ? permission : answer
            )
      )
    })
  )
})

/**
 * One turn of the event loop, in which the server hears of clients that have gone already. Their requests are interrupted
 * there, before anything was done for them: people who give searches up while they type cost others little.
 */
const nextTurn = Effect.async<void>((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})

/**
 * Serves the program on the `HttpServer` in the context. The platform's own server span is left out in favour of ours,
 * and spans of requests that handlers send show no secret and no person.
 */
export const serve = <E, R>(router: HttpRouter.HttpRouter<E, R>, options: Options) =>
  Layer.unwrapEffect(Effect.map(make(router, options), (app) => HttpServer.serve(Effect.zipRight(nextTurn, app)))).pipe(
    Layer.provide(ClientAddress.layer),
    HttpMiddleware.withTracerDisabledWhen(Function.constTrue),
    Layer.locally(Headers.currentRedactedNames, ServerSpan.privateHeaders)
  )
