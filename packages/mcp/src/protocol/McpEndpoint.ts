import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server"
import * as JsonBodyHttp from "@storefront/server/platform/http/JsonBodyHttp"
import * as ErrorNames from "@storefront/server/platform/telemetry/ErrorNames"
import { Cause, Effect, Runtime } from "effect"

/** Runtime of one request, so that its work belongs to the request's trace. */
export type RequestRuntime = Runtime.Runtime<never>

/** Maximum number of streams on which clients wait for changes of the tool list, which never changes. */
const maxSubscriptions = 16

/**
 * Serves MCP at one address with the official SDK: each request gets a server of its own and no session, whichever
 * revision its client speaks.
 */
export const make = Effect.fnUntraced(function* (serverOf: (runtime: RequestRuntime) => McpServer) {
  const runtime = yield* Effect.runtime<never>()
  const runtimes = new WeakMap<Request, RequestRuntime>()
  const handler = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createMcpHandler(
        ({ requestInfo }) => serverOf(requestInfo === undefined ? runtime : (runtimes.get(requestInfo) ?? runtime)),
        {
          maxSubscriptions,
          onerror: (error) => {
            Runtime.runFork(
              runtime,
              Effect.annotateLogs(Effect.logDebug("a message was refused"), {
                "error.type": ErrorNames.typeOf(Cause.fail(error))
              })
            )
          }
        }
      )
    ),
    (handler) => Effect.promise(() => handler.close())
  )

  const answer = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const parsedBody = yield* JsonBodyHttp.read
    const runtime = yield* Effect.runtime<never>()
    const response = yield* Effect.promise((signal) => {
      const web = new Request(new URL(request.url, "http://localhost"), {
        method: request.method,
        headers: { ...request.headers },
        signal
      })
      runtimes.set(web, runtime)
      return handler.fetch(web, { parsedBody })
    })
    return HttpServerResponse.fromWeb(response)
  })
  return { answer }
})
