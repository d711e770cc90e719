import { HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { Array, Context, Effect, Fiber, Layer, Option, Redacted, Ref, TestClock } from "effect"
import { ClientCredentials } from "../../../src/platform/auth/ClientCredentials.ts"
import { GrantRefused, TokenEndpointClient } from "../../../src/platform/auth/TokenEndpointClient.ts"

/** The tokens of a service whose authorization server gives `one-1`, `one-2`… for the scope `one`. */
const scene = Effect.gen(function* () {
  const asked = yield* Ref.make<ReadonlyArray<string>>([])
  const isRefusing = yield* Ref.make(false)
  /** Open when the server answers. */
  const ready = yield* Effect.makeLatch(true)
  const EndpointLayer = Layer.succeed(TokenEndpointClient, {
    request: ({ grant_type = "", scope = "" }) =>
      Effect.gen(function* () {
        const count = (yield* Ref.updateAndGet(asked, Array.append(`${grant_type} ${scope}`))).length
        yield* ready.await
        return (yield* isRefusing)
          ? yield* new GrantRefused({ status: 400, error: "invalid_client" })
          : {
              access_token: Redacted.make(`${scope}-${count}`),
              token_type: "bearer" as const,
              expires_in: 300,
              refresh_token: Option.none()
            }
      })
  })
  const built = yield* Layer.build(Layer.provide(ClientCredentials.layer, EndpointLayer))
  const { send } = Context.get(built, ClientCredentials)

  /** The tokens with which a request was sent to a server that refuses these, and how it was answered. */
  const call = (scope = "one", refused: ReadonlyArray<string> = [], answering: Effect.Effect<void> = Effect.void) =>
    Effect.gen(function* () {
      const used: Array<string> = []
      const { status } = yield* send(scope, (token) =>
        Effect.map(answering, () => {
          used.push(Redacted.value(token))
          return HttpClientResponse.fromWeb(
            HttpClientRequest.get("/"),
            new Response(null, { status: refused.includes(Redacted.value(token)) ? 401 : 200 })
          )
        })
      )
      return [...used, status].join(" ")
    })
  return { asked: Ref.get(asked), isRefusing, ready, call }
})

it.scoped("a token is used until 30 seconds before its end, and only for its scope", () =>
  Effect.gen(function* () {
    const { asked, call } = yield* scene
    assert.strictEqual(yield* call(), "one-1 200")
    yield* TestClock.adjust("269999 millis")
    assert.strictEqual(yield* call(), "one-1 200")
    assert.strictEqual(yield* call("two"), "two-2 200")
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* call(), "one-3 200")
    assert.strictEqual(yield* call("two"), "two-2 200")
    assert.deepStrictEqual(yield* asked, ["client_credentials one", "client_credentials two", "client_credentials one"])
  })
)

it.scoped("many who need a token at the same time share one request, though the first of them goes away", () =>
  Effect.gen(function* () {
    const { asked, call, ready } = yield* scene
    yield* ready.close
    const callers = yield* Effect.forEach(Array.range(1, 50), () => Effect.fork(call()))
    yield* Effect.yieldNow()
    const [first, ...others] = callers
    yield* first === undefined ? Effect.void : Fiber.interrupt(first)
    yield* ready.open
    const outcomes = yield* Effect.forEach(others, Fiber.join)
    assert.deepStrictEqual(Array.dedupe(outcomes), ["one-1 200"])
    assert.lengthOf(yield* asked, 1)
  })
)

it.scoped("a failure is shared by those who wait for it, and not remembered", () =>
  Effect.gen(function* () {
    const { asked, call, isRefusing, ready } = yield* scene
    yield* ready.close
    yield* Ref.set(isRefusing, true)
    const callers = yield* Effect.forEach(Array.range(1, 5), () => Effect.fork(Effect.flip(call())))
    yield* Effect.yieldNow()
    yield* ready.open
    const failures = yield* Effect.forEach(callers, Fiber.join)
    assert.deepStrictEqual(Array.dedupe(failures.map(({ _tag }) => _tag)), ["TokenUnavailable"])
    assert.lengthOf(yield* asked, 1)
    yield* Ref.set(isRefusing, false)
    assert.strictEqual(yield* call(), "one-2 200")
  })
)

it.scoped("a token that is refused is dropped, and the request is sent once more", () =>
  Effect.gen(function* () {
    const { asked, call } = yield* scene
    assert.strictEqual(yield* call(), "one-1 200")
    assert.strictEqual(yield* call("one", ["one-1"]), "one-1 one-2 200")
    assert.strictEqual(yield* call("one", ["one-1"]), "one-2 200")
    assert.strictEqual(yield* call("one", ["one-2", "one-3"]), "one-2 one-3 401")
    assert.strictEqual(yield* call(), "one-4 200")
    assert.lengthOf(yield* asked, 4)
  })
)

it.scoped("whoever is refused late does not take the newer token along", () =>
  Effect.gen(function* () {
    const { asked, call } = yield* scene
    yield* call()
    const answering = yield* Effect.makeLatch()
    const late = yield* Effect.fork(call("one", ["one-1"], answering.await))
    yield* Effect.yieldNow()
    assert.strictEqual(yield* call("one", ["one-1"]), "one-1 one-2 200")
    yield* answering.open
    assert.strictEqual(yield* Fiber.join(late), "one-1 one-2 200")
    assert.lengthOf(yield* asked, 2)
  })
)
