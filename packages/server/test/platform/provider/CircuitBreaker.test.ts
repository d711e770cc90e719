import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { circuitBreaker } from "../../../src/platform/provider/CircuitBreaker.ts"
import { type EndName, ProviderFailed } from "../../../src/platform/provider/ProviderFailed.ts"

type Behaviour = EndName | "answers" | "silent"

/** A request behind a breaker to a server that behaves as it is told, and how often that was asked. */
const make = Effect.gen(function* () {
  const server = { behaviour: "answers" as Behaviour, requests: 0 }
  const breaker = yield* circuitBreaker
  const request = breaker(
    Effect.suspend((): Effect.Effect<void, ProviderFailed> => {
      server.requests += 1
      return server.behaviour === "silent"
        ? Effect.never
        : server.behaviour === "answers"
          ? Effect.void
          : new ProviderFailed({ end: server.behaviour })
    })
  )
  return { server, request, send: Effect.exit(request) }
})

describe("the circuit breaker", () => {
  for (const behaviour of ["unreachable", "broken_off", "faulty"] as const) {
    it.effect(`refuses for 30 seconds after 5 times ${behaviour}, then tries again`, () =>
      Effect.gen(function* () {
        const { request, send, server } = yield* make
        server.behaviour = behaviour
        yield* Effect.repeatN(send, 4)
        assert.strictEqual(server.requests, 5)
        assert.strictEqual((yield* Effect.flip(request)).end, "circuit_open")
        assert.strictEqual(server.requests, 5)
        yield* TestClock.adjust("30 seconds")
        yield* send
        assert.strictEqual(server.requests, 6)
        yield* send
        assert.strictEqual(server.requests, 6, "one more failure is enough to refuse again")
        yield* TestClock.adjust("30 seconds")
        server.behaviour = "answers"
        yield* Effect.repeatN(send, 1)
        server.behaviour = behaviour
        yield* Effect.repeatN(send, 3)
        assert.strictEqual(server.requests, 12, "a success forgets earlier failures")
      })
    )
  }

  for (const behaviour of ["denied", "busy", "quota"] as const) {
    it.effect(`does not count that a healthy provider is ${behaviour}`, () =>
      Effect.gen(function* () {
        const { send, server } = yield* make
        server.behaviour = behaviour
        yield* Effect.repeatN(send, 9)
        assert.strictEqual(server.requests, 10)
      })
    )
  }

  it.effect("does not take a busy provider for one that is back", () =>
    Effect.gen(function* () {
      const { send, server } = yield* make
      server.behaviour = "faulty"
      yield* Effect.repeatN(send, 3)
      server.behaviour = "busy"
      yield* send
      server.behaviour = "faulty"
      yield* Effect.repeatN(send, 3)
      assert.strictEqual(server.requests, 6, "the seventh is refused")
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
