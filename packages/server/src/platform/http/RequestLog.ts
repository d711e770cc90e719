import { type HttpApp, HttpServerRequest } from "@effect/platform"
import { Effect, Exit, FiberRef, LogLevel } from "effect"
import * as SteadyClock from "../limits/SteadyClock.ts"
import * as ServerSpan from "./ServerSpan.ts"

/** True at the debug level; checked first, so that requests cost nothing more at other levels. */
const isLogged = Effect.map(FiberRef.get(FiberRef.currentMinimumLogLevel), LogLevel.lessThanEqual(LogLevel.Debug))

/**
 * Logs route, status (if the client got a response) and duration at the debug level, but no user input, and no address:
 * those of visitors without an account are kept as keyed hashes only.
 */
export const middleware =
  (pattern: string) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Effect.gen(function* () {
      if (!(yield* isLogged)) {
        return yield* app
      }
      const request = yield* HttpServerRequest.HttpServerRequest
      const elapsed = yield* SteadyClock.stopwatch
      return yield* Effect.onExit(app, (exit) =>
        Effect.flatMap(elapsed, (durationMs) =>
          Effect.annotateLogs(Effect.logDebug("Request"), {
            ...ServerSpan.routeAttributes(request.method, pattern),
            ...(Exit.isSuccess(exit) ? { "http.response.status_code": exit.value.status } : {}),
            duration_ms: durationMs
          })
        )
      )
    })
