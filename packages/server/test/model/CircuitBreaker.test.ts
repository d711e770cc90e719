import { AiError } from "@effect/ai"
import { HttpClient, HttpClientError, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { circuitBreaker, isCircuitOpen } from "../../src/model/CircuitBreaker.ts"

type Behaviour = number | "unreachable" | "silent"

/** A client behind a breaker whose server behaves as it is told, and how often it was asked. */
const make = Effect.gen(function* () {
  const server = { behaviour: 200 as Behaviour, requests: 0 }
  const breaker = yield* circuitBreaker
  const client = breaker(
    HttpClient.make((request) =>
      Effect.suspend((): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError> => {
        server.requests += 1
        return server.behaviour === "silent"
          ? Effect.never
          : server.behaviour === "unreachable"
            ? new HttpClientError.RequestError({ request, reason: "Transport", description: "refused" })
            : Effect.succeed(HttpClientResponse.fromWeb(request, new Response("", { status: server.behaviour })))
      })
    )
  )
  const send = Effect.exit(Effect.scoped(client.execute(HttpClientRequest.post("http://model.test/"))))
  return { server, client, send }
})

describe("the circuit breaker", () => {
  for (const behaviour of [500, 503, 429, 408, "unreachable"] as const) {
    it.effect(`refuses for 30 seconds after 5 times ${behaviour}, then tries again`, () =>
      Effect.gen(function* () {
        const { client, send, server } = yield* make
        server.behaviour = behaviour
        yield* Effect.repeatN(send, 4)
        assert.strictEqual(server.requests, 5)
        const refused = client.execute(HttpClientRequest.post("http://model.test/")).pipe(
          Effect.catchTag("RequestError", (error) =>
            Effect.fail(AiError.HttpRequestError.fromRequestError({ module: "m", method: "m", error }))
          ),
          Effect.catchTag("ResponseError", Effect.die),
          Effect.flip
        )
        assert.isTrue(isCircuitOpen(yield* refused))
        assert.strictEqual(server.requests, 5)
        yield* TestClock.adjust("30 seconds")
        yield* send
        assert.strictEqual(server.requests, 6)
        yield* send
        assert.strictEqual(server.requests, 6, "one more failure is enough to refuse again")
        yield* TestClock.adjust("30 seconds")
        server.behaviour = 200
        yield* Effect.repeatN(send, 1)
        server.behaviour = behaviour
        yield* Effect.repeatN(send, 3)
        assert.strictEqual(server.requests, 12, "a success forgets earlier failures")
      })
    )
  }

  it.effect("does not count refusals of a healthy provider", () =>
    Effect.gen(function* () {
      const { send, server } = yield* make
      server.behaviour = 401
      yield* Effect.repeatN(send, 9)
      assert.strictEqual(server.requests, 10)
    })
  )

  it.effect("counts a provider that is silent for long, not a question that was taken back", () =>
    Effect.gen(function* () {
      const { send, server } = yield* make
      server.behaviour = "silent"
      const giveUpAfter = (seconds: number) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.fork(send)
          yield* TestClock.adjust(`${seconds} seconds`)
          yield* Fiber.interrupt(fiber)
        })
      yield* Effect.repeatN(giveUpAfter(5), 5)
      assert.strictEqual(server.requests, 6)
      yield* Effect.repeatN(giveUpAfter(20), 5)
      assert.strictEqual(server.requests, 11, "the sixth is refused")
    })
  )
})
