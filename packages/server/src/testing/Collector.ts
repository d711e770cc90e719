import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import * as LoopbackServer from "./LoopbackServer.ts"

/** What a service has sent to a collector in one request. */
export interface Delivery {
  readonly path: string
  readonly type: string
  readonly key: string | undefined
  readonly body: Buffer
}

/** A collector that keeps what it gets and answers with a status, until the scope closes. */
export const collect = Effect.fnUntraced(function* (status = 200) {
  const deliveries: Array<Delivery> = []
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
  /** Everything that came to this path, as text. */
  const textAt = (path: string) =>
    deliveries
      .filter((delivery) => delivery.path === path)
      .map(({ body }) => body.toString("latin1"))
      .join("\n")
  return { url, deliveries, textAt }
})
