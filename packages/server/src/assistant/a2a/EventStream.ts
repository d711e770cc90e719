import { HttpServerResponse } from "@effect/platform"
import { StreamResponse } from "@storefront/domain/api/AgentApi"
import { Duration, Effect, Schedule, Schema, Stream } from "effect"

/** Interval of the comments that keep a silent stream alive. */
const heartbeat = Duration.seconds(15)

const encode = Schema.encode(Schema.parseJson(StreamResponse))

const pings = Stream.as(Stream.fromSchedule(Schedule.spaced(heartbeat)), ": ping\n\n")

/** Streams the events of a task as `text/event-stream`; the connection closes after the last one. */
export const toResponse = (
  events: Stream.Stream<StreamResponse>,
  headers: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    events.pipe(
      Stream.mapEffect((event) => Effect.orDie(encode(event))),
      Stream.map((json) => `data: ${json}\n\n`),
      Stream.merge(pings, { haltStrategy: "left" }),
      Stream.encodeText
    ),
    {
      contentType: "text/event-stream",
      headers: { ...headers, "cache-control": "no-cache", "x-accel-buffering": "no" }
    }
  )
