import { type HttpApp, HttpServerRequest } from "@effect/platform"
import { Effect, Option, Ref } from "effect"
import { makeHealthTracker } from "./DependencyHealth.ts"

/** Sign by which a request shows that a setting may be wrong. A stranger may have invented it. */
interface Sign {
  /** Returns the value that speaks against the setting. */
  readonly find: (request: HttpServerRequest.HttpServerRequest) => Option.Option<string>
  /** Message of the log, which names the value as this attribute. */
  readonly message: string
  readonly attribute: string
  /** Public reason with a remedy, without the value. */
  readonly reason: string
}

/** Makes the health of a setting, which is `ok` until a watched request has the sign; the first one is logged. */
export const make = Effect.fnUntraced(function* ({ attribute, find, message, reason }: Sign) {
  const tracker = yield* makeHealthTracker
  const isReported = yield* Ref.make(false)
  yield* tracker.set("ok")
  const look = Effect.gen(function* () {
    const found = find(yield* HttpServerRequest.HttpServerRequest)
    if (Option.isSome(found) && !(yield* Ref.getAndSet(isReported, true))) {
      yield* Effect.annotateLogs(Effect.logWarning(message), attribute, found.value)
      yield* tracker.set("unknown", reason)
    }
  })
  return {
    health: tracker.current,
    watch: <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> => Effect.zipRight(look, app)
  }
})
