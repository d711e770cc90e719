import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Chunk, Duration, Effect, Schema, Stream } from "effect"
import { type ServerResponse } from "node:http"

/** Responses as `text/event-stream`. */

/** Interval of the comments that keep a silent stream alive. */
const heartbeat = Duration.seconds(15)

/**
 * Writes a comment at each heartbeat. Closes the connection of a client that accepts nothing from one heartbeat to the
 * next, since its events would be held in memory.
 */
const attend = (response: ServerResponse) => {
  /** Bytes that the connection had taken at the last heartbeat, if more were waiting. */
  let stalledAt: number | undefined
  const beat = Effect.sync(() => {
    const taken = response.socket?.bytesWritten
    if (response.writableEnded) {
      return
    }
    if (!response.writableNeedDrain) {
      stalledAt = undefined
      response.write(": ping\n\n")
    } else if (taken === stalledAt) {
      response.destroy()
    } else {
      stalledAt = taken
    }
  })
  return Effect.forever(Effect.delay(beat, heartbeat))
}

/**
 * Builds an encoder of events as a response to the current request; the connection closes after the last one. The
 * comments are not merged into the events, which would cost more than the events of a usual task.
 */
export const responder = <A, I>(schema: Schema.Schema<A, I>) => {
  const encode = Schema.encodeSync(Schema.parseJson(schema))
  const encoder = new TextEncoder()
  return Effect.fnUntraced(function* <E>(events: Stream.Stream<A, E>, headers: Readonly<Record<string, string>>) {
    const request = yield* HttpServerRequest.HttpServerRequest
    // The server runs what is no route uninterruptibly, and the scope could then never close.
    yield* Effect.forkScoped(Effect.interruptible(attend(NodeHttpServerRequest.toServerResponse(request))))
    const frames = Stream.mapChunks(events, (chunk) =>
      Chunk.of(
        encoder.encode(
          Chunk.toReadonlyArray(chunk)
            .map((event) => `data: ${encode(event)}\n\n`)
            .join("")
        )
      )
    )
    return HttpServerResponse.stream(frames, {
      contentType: "text/event-stream",
      headers: { ...headers, "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" }
    })
  })
}
