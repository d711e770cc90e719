import { HttpServerResponse } from "@effect/platform"
import { Duration, Effect, Schedule, Schema, Stream } from "effect"

/** Interval of the comments that keep a silent stream alive. */
const heartbeat = Duration.seconds(15)

const pings = Stream.as(Stream.fromSchedule(Schedule.spaced(heartbeat)), ": ping\n\n")

/** Builds an encoder of events as `text/event-stream`; the connection closes after the last one. */
export const responder = <A, I>(schema: Schema.Schema<A, I>) => {
  const encode = Schema.encode(Schema.parseJson(schema))
  return <E>(
    events: Stream.Stream<A, E>,
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
        headers: { ...headers, "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" }
      }
    )
}
