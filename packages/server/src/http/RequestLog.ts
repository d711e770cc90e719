import { type HttpApp, HttpServerRequest } from "@effect/platform"
import { Clock, type Context, Effect, Exit, FiberRef, LogLevel } from "effect"
import { type ClientAddress } from "./ClientAddress.ts"
import * as ServerSpan from "./ServerSpan.ts"

/** At any other level a request costs nothing more. */
const isLogged = Effect.map(FiberRef.get(FiberRef.currentMinimumLogLevel), LogLevel.lessThanEqual(LogLevel.Debug))

/**
 * Logs one line for each request, at debug: the route that answered, with which status, after how long, and who asked. Nothing
 * that anybody typed is in it. A request whose client went away before the answer has no status.
 */
export const middleware =
  (addresses: Context.Tag.Service<ClientAddress>, pattern: string) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Effect.gen(function* () {
      if (!(yield* isLogged)) {
        return yield* app
      }
      const request = yield* HttpServerRequest.HttpServerRequest
      const startedAt = yield* Clock.currentTimeMillis
      return yield* Effect.onExit(app, (exit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.annotateLogs(Effect.logDebug("Request"), {
            ...ServerSpan.requested(request.method, pattern),
            ...(Exit.isSuccess(exit) ? { "http.response.status_code": exit.value.status } : {}),
            "client.address": addresses.of(request),
            duration_ms: now - startedAt
          })
        )
      )
    })
