import { HttpClient, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Schema, Stream, TestClock } from "effect"
import { connect } from "node:net"
import * as EventStream from "../../../src/assistant/a2a/EventStream.ts"

const respond = EventStream.responder(Schema.String)

it.scoped("a stream sends the events that come together at once, and comments while nothing comes", () =>
  Effect.gen(function* () {
    const last = yield* Deferred.make<string>()
    const events = Stream.concat(Stream.make("one", "two"), Stream.fromEffect(Deferred.await(last)))
    yield* HttpServer.serveEffect(respond(events, {}))
    const response = yield* HttpClient.get("/")
    const pull = yield* Stream.toPull(Stream.decodeText(response.stream))
    const text = Effect.map(pull, Chunk.join(""))
    assert.strictEqual(yield* text, 'data: "one"\n\ndata: "two"\n\n')
    for (const _ of [1, 2]) {
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual(yield* text, ": ping\n\n")
    }
    yield* Deferred.succeed(last, "three")
    assert.strictEqual(yield* text, 'data: "three"\n\n')
    assert.isTrue(yield* Effect.isFailure(text))
  }).pipe(Effect.provide(NodeHttpServer.layerTest))
)

it.scoped("a client that does not read is disconnected after two heartbeats", () =>
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const released = yield* Deferred.make<void>()
    const event = "x".repeat(1_048_576)
    yield* HttpServer.serveEffect(
      Effect.zipRight(
        Effect.addFinalizer(() => Deferred.succeed(released, undefined)),
        respond(Stream.repeatValue(event), {})
      )
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => connect(address._tag === "TcpAddress" ? address.port : 0, "127.0.0.1").pause()),
      (socket) => Effect.sync(() => socket.destroy())
    ).pipe(Effect.tap((socket) => Effect.sync(() => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))))
    const ioRound = Effect.async<void>((resume) => {
      setImmediate(() => resume(Effect.void))
    })
    const heartbeats = Effect.forever(Effect.zipRight(ioRound, TestClock.adjust("15 seconds")))
    yield* Effect.raceFirst(Deferred.await(released), heartbeats)
  }).pipe(Effect.provide(NodeHttpServer.layerTest))
)
