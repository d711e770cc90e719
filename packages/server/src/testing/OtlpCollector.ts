import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import * as LoopbackServer from "./LoopbackServer.ts"

/** A request that a service sent to the collector. */
export interface ReceivedExport {
  readonly path: string
  readonly type: string
  readonly key: string | undefined
  readonly body: Buffer
}

/** Runs a telemetry collector that records requests and responds with a status, until the scope closes. */
export const serve = Effect.fnUntraced(function* (status = 200) {
  const deliveries: Array<ReceivedExport> = []
  const url = yield* LoopbackServer.serve(
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      deliveries.push({
        path: request.url,
        type: request.headers["content-type"] ?? "",
        key: request.headers["api-key"],
        body: Buffer.from(yield* request.arrayBuffer)
      })
      return HttpServerResponse.empty({ status })
    })
  )
  /** Returns all bodies sent to this path, as text. */
  const textAt = (path: string) =>
    deliveries
      .filter((delivery) => delivery.path === path)
      .map(({ body }) => body.toString("latin1"))
      .join("\n")
  return { url, deliveries, textAt }
})
