import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Layer, Logger, LogLevel, Option } from "effect"
import * as HttpProgram from "../../../src/platform/http/HttpProgram.ts"
import * as LogLine from "../../../src/platform/telemetry/LogLine.ts"
import { type Line } from "../../../src/platform/telemetry/LogSink.ts"
import { send } from "../../support/requests.ts"

const router = HttpRouter.empty.pipe(
  HttpRouter.get("/api/things/:id", Effect.succeed(HttpServerResponse.empty())),
  HttpRouter.post("/api/things", Effect.dieMessage("hunter2"))
)

/** The lines about requests that the program logs at a level while it answers these, each with its annotations. */
const logged = (
  level: LogLevel.LogLevel,
  requests: Effect.Effect<unknown, never, Layer.Layer.Success<typeof NodeHttpServer.layerTest>>
) =>
  Effect.gen(function* () {
    const lines: Array<Line> = []
    yield* requests.pipe(
      Effect.provide(
        HttpProgram.serve(router, { budget: () => Option.none() }).pipe(
          Layer.provideMerge(NodeHttpServer.layerTest),
          Layer.provide(
            Logger.replace(
              Logger.defaultLogger,
              Logger.make((line) => lines.push(line)).pipe(LogLine.withoutSecrets, LogLine.withIds)
            )
          ),
          Layer.provide(Logger.minimumLogLevel(level))
        )
      )
    )
    return lines.map(({ annotations, logLevel, message }) => ({
      message: String(message),
      level: logLevel.label,
      ...Object.fromEntries(HashMap.toEntries(annotations))
    }))
  })

const headers = { "x-forwarded-for": "10.1.1.1, 203.0.113.77", authorization: "Bearer topsecret" }

describe("the log of requests", () => {
  it.live("has a line for each request at debug, without anything that was typed, nor the address of a visitor", () =>
    Effect.gen(function* () {
      const lines = yield* logged(
        LogLevel.Debug,
        Effect.gen(function* () {
          yield* send("/api/things/my-own-id?q=private", { headers })
          yield* send("/secret/path?q=private", { headers })
          yield* send("/api/things", { method: "POST", json: "typed", headers })
        })
      )
      const requests = lines.filter(({ message }) => message === "Request")
      for (const [index, expected] of [
        { "http.request.method": "GET", "http.route": "/api/things/:id", "http.response.status_code": 204 },
        { "http.request.method": "GET", "http.response.status_code": 404 },
        { "http.request.method": "POST", "http.route": "/api/things", "http.response.status_code": 500 }
      ].entries()) {
        assert.deepInclude(requests[index], { level: "DEBUG", ...expected })
      }
      assert.strictEqual(requests.length, 3)
      assert.isTrue(requests.every((line) => "duration_ms" in line && "trace_id" in line))
      assert.notMatch(JSON.stringify(lines), /my-own-id|private|secret|typed|203\.0\.113|127\.0\.0/)
    })
  )

  it.live("has none at info", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* logged(LogLevel.Info, send("/api/things/1")), [])
    })
  )
})
