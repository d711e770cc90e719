import { type HttpApp, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { createServer } from "node:http"
import type { TestProject } from "vitest/node"

/** Set-ups of the tests: they run once, in the process that starts the workers. */

/** A set-up whose scope closes after the last test. */
export const make =
  <E>(start: (project: TestProject) => Effect.Effect<void, E, Scope.Scope>) =>
  async (project: TestProject) => {
    const scope = Effect.runSync(Scope.make())
    await Effect.runPromise(Scope.extend(start(project), scope))
    return () => Effect.runPromise(Scope.close(scope, Exit.void))
  }

/** Made for whoever asks first, and kept for the others, even if the first does not wait for it. */
export const once = <A, E, R>(make: Effect.Effect<A, E, R>) => Effect.cached(Effect.uninterruptible(Effect.orDie(make)))

/** Closes no connection that is idle: a worker may be about to ask over it. */
const lastingServer = () => Object.assign(createServer(), { keepAliveTimeout: 0 })

/** Serves what workers ask for, and answers where. */
export const serve = Effect.fnUntraced(function* <E>(app: HttpApp.Default<E>) {
  const context = yield* Layer.build(
    HttpServer.serve(app).pipe(Layer.provideMerge(NodeHttpServer.layer(lastingServer, { port: 0, host: "127.0.0.1" })))
  )
  return HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
})
