import { type HttpApp, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import { createServer } from "node:http"

/** Creates a server that never closes idle connections, because a client may be about to reuse one. */
export const keepAliveServer = () => Object.assign(createServer(), { keepAliveTimeout: 0 })

/** Serves on a free port of this machine until the scope closes, and returns the address. */
export const serve = Effect.fnUntraced(function* <E>(app: HttpApp.Default<E>) {
  const context = yield* Layer.build(
    HttpServer.serve(app).pipe(
      Layer.provideMerge(NodeHttpServer.layer(keepAliveServer, { port: 0, host: "127.0.0.1" }))
    )
  ).pipe(Effect.orDie)
  return HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
})
