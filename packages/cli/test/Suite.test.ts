import { FileSystem } from "@effect/platform"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import * as StorefrontClient from "@storefront/domain/api/StorefrontClient"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Context, Effect, Exit, Fiber, Layer, Random, Redacted } from "effect"
import * as SuiteProcess from "./support/SuiteProcess.ts"

class Running extends Context.Tag("@storefront/cli/test/Suite.test/Running")<Running, SuiteProcess.Suite>() {
  /** The suite on an empty data folder and free ports, as `npm start` runs it. */
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const ports = yield* SuiteProcess.freePorts
      return yield* SuiteProcess.up({ ...ports, STOREFRONT_DATA_DIR: folder })
    })
  )
}

const as = (email: string) =>
  Effect.gen(function* () {
    const { url } = yield* Running
    const door = yield* StorefrontClient.make({ baseUrl: url })
    const session = yield* door.auth.logIn({ payload: { email, password: Redacted.make("storefront-demo") } })
    return yield* StorefrontClient.make({ baseUrl: url, accessToken: session.access_token })
  })

const chat = (email: string, message: string, conversation: string | null = null) =>
  Effect.gen(function* () {
    const api = yield* as(email)
    const [answer, response] = yield* api.chat.send({
      payload: { message, conversation_id: conversation },
      withResponse: true
    })
    const admin = yield* as("admin@example.com")
    const { entries } = yield* admin.admin.audit({ urlParams: { limit: 50, offset: 0 } })
    const turn = entries.filter((entry) => entry.trace_id === response.headers["x-trace-id"]).toReversed()
    return { answer, turn }
  })

const stepsOf = (turn: Effect.Effect.Success<ReturnType<typeof chat>>["turn"], agent: string) =>
  turn.filter((entry) => entry.agent_name === agent).flatMap((entry) => entry.steps)

const TestLayer = Running.layer.pipe(Layer.provideMerge(Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici)))

layer(TestLayer, { excludeTestServices: true })("the whole suite", (it) => {
  it.effect("answers what people think about a product from its reviews", () =>
    Effect.gen(function* () {
      const { answer, turn } = yield* chat("alice@example.com", "What do people think about the Kestrelon Hush 700?")
      assert.deepStrictEqual(answer.agents_involved, ["review-sentiment"])
      const api = yield* as("alice@example.com")
      const { products } = yield* api.products.list({
        urlParams: { search: "hush 700", sort: "rating", limit: 1, offset: 0 }
      })
      assert.include(answer.response, `${products[0]!.rating.toFixed(1)} out of 5`)
      assert.include(answer.response, `${products[0]!.review_count} reviews`)
      assert.deepStrictEqual(
        turn.map((entry) => [entry.agent_name, entry.status, entry.tool_calls_count === entry.steps.length]),
        [
          ["review-sentiment", "success", true],
          ["orchestrator", "success", true]
        ]
      )
    })
  )

  it.effect("answers two wishes from two specialists in their order, and follows up on the first", () =>
    Effect.gen(function* () {
      const api = yield* as("alice@example.com")
      const { orders } = yield* api.orders.list({ urlParams: { limit: 1, offset: 0 } })
      const latest = orders[0]!
      const first = yield* chat(
        "alice@example.com",
        "Where is my latest order, and is the Brindlecote Glide vacuum coming back?"
      )
      assert.deepStrictEqual(first.answer.agents_involved, ["order-management", "inventory-fulfillment"])
      assert.include(first.answer.response, orderNumberOf(latest.id))
      assert.match(first.answer.response, /50 units[\s\S]*30 units[\s\S]*40 units/)
      const calls = stepsOf(first.turn, "orchestrator")
      assert.deepStrictEqual(
        calls.map((step) => step.tool_input["agent_name"]),
        ["order-management", "inventory-fulfillment"]
      )
      // One at a time: the rows of the specialists are as old as their ends, and the second began after the first.
      const [orderRow, stockRow] = [first.turn[0]!, first.turn[1]!]
      assert.strictEqual(orderRow.agent_name, "order-management")
      assert.isAtMost(orderRow.created_at.epochMillis, stockRow.created_at.epochMillis - stockRow.duration_ms + 1)

      const { conversation_id } = first.answer
      const statusNow = Effect.map(api.orders.detail({ path: { order_id: latest.id } }), ({ status }) => status)
      const second = yield* chat("alice@example.com", "and cancel it", conversation_id)
      assert.deepStrictEqual(second.answer.agents_involved, ["order-management"])
      const proposed = stepsOf(second.turn, "order-management").find((step) => step.tool_name === "cancel_order")!
      assert.strictEqual(proposed.tool_input["order_id"], latest.id)
      assert.match(second.answer.response, /Reply “yes” to confirm\.$/)
      assert.strictEqual(yield* statusNow, "placed")

      const third = yield* chat("alice@example.com", "yes", conversation_id)
      assert.deepStrictEqual(third.answer.agents_involved, ["order-management"])
      assert.include(third.answer.response, `Order ${orderNumberOf(latest.id)} was cancelled.`)
      assert.strictEqual(yield* statusNow, "cancelled")
    })
  )

  it.effect("names only products that match", () =>
    Effect.gen(function* () {
      const { answer, turn } = yield* chat("bob@example.com", "find trail shoes under $120")
      assert.deepStrictEqual(answer.agents_involved, ["product-discovery"])
      assert.include(answer.response, "Strydevale Ridge Runner Trail Shoes")
      const prices = [...answer.response.matchAll(/\$(\d+\.\d\d)/g)].map((match) => Number(match[1]))
      assert.isTrue(prices.every((price) => price <= 120))
      assert.isNotEmpty(stepsOf(turn, "product-discovery"))
    })
  )

  it.effect("prints the answer of `storefront ask`, and tells failure by the exit code", () =>
    Effect.gen(function* () {
      const { url } = yield* Running
      const asked = yield* SuiteProcess.run(["ask", "hello", "--url", url])
      assert.strictEqual(asked.code, 0)
      assert.match(asked.stdout, /trace {9}[0-9a-f]{32}/)
      const wrong = { STOREFRONT_PASSWORD: "not it at all" }
      const refused = yield* SuiteProcess.run(["ask", "hello", "--url", url], wrong)
      assert.strictEqual(refused.code, 1)
      assert.strictEqual(refused.stderr.trim(), "storefront: Invalid email or password")
      assert.match(refused.stdout, /^conversation {2}none\ntrace {9}[0-9a-f]{32}\n$/)
      const piped = yield* SuiteProcess.run(
        ["ask", "hello", "--url", url, "--password-stdin", "--json"],
        wrong,
        "storefront-demo\n"
      )
      assert.deepStrictEqual([piped.code, piped.stderr], [0, ""])
      const nothing = yield* SuiteProcess.run(["ask", "", "--url", url])
      assert.match(nothing.stderr, /^storefront: What is the question\?/)
    })
  )

  it.effect("refuses a second process on its data folder, and a taken port, in one line", () =>
    Effect.gen(function* () {
      const { environment } = yield* Running
      const samePort = yield* SuiteProcess.run(["up"], environment)
      assert.strictEqual(samePort.code, 1)
      assert.include(samePort.stderr, "another storefront service runs at http://127.0.0.1:")
      const sameFolder = yield* SuiteProcess.run(["up"], { ...environment, ...(yield* SuiteProcess.freePorts) })
      assert.strictEqual(sameFolder.code, 1)
      assert.include(SuiteProcess.lastLine(sameFolder.stderr), "is in use by another process")
    })
  )

  it.effect("is operated while it runs on the embedded database, and not emptied", () =>
    Effect.gen(function* () {
      const { environment } = yield* Running
      const folder = environment["STOREFRONT_DATA_DIR"] ?? ""
      const closed = yield* SuiteProcess.run(["users", "delete", "carol@example.com", "--yes", "--json"], environment)
      assert.deepStrictEqual([closed.code, closed.stderr], [0, ""])
      const refused = yield* Effect.flip(as("carol@example.com"))
      assert.propertyVal(refused, "message", "Invalid email or password")
      const reset = yield* SuiteProcess.run(["seed", "--reset", "--yes", folder], environment)
      assert.deepStrictEqual([reset.code, reset.stdout], [1, ""])
      assert.include(reset.stderr, "services are connected to the database")
    })
  )
})

layer(Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici), { excludeTestServices: true })("a suite", (it) => {
  it.scoped(
    "finishes what is running and exits with 0 when it is interrupted; goes on where it was after it was killed",
    () =>
      Effect.gen(function* () {
        const folder = yield* TestDatabase.folder("seeded")
        const environment = { ...(yield* SuiteProcess.freePorts), STOREFRONT_DATA_DIR: folder }
        const killed = yield* SuiteProcess.up(environment)
        const wish = "Add 2 Hush 700 headphones to my cart"
        const before = Layer.succeed(Running, killed)
        const { answer: begun } = yield* Effect.provide(chat("bob@example.com", "Hello"), before)
        const bob = yield* Effect.provide(as("bob@example.com"), before)
        const payload = { message: wish, conversation_id: begun.conversation_id }
        const dying = yield* Effect.fork(bob.chat.send({ payload }))
        yield* Effect.sleep(yield* Random.nextIntBetween(0, 200))
        yield* killed.stop("SIGKILL")
        const isAnswered = Exit.isSuccess(yield* Fiber.await(dying))
        const suite = yield* SuiteProcess.up(environment)
        const running = Layer.succeed(Running, suite)
        // Whatever the process was doing when it died: the conversation is free, and the wish is done once.
        yield* isAnswered ? Effect.void : Effect.provide(chat("bob@example.com", wish, begun.conversation_id), running)
        const { answer: cart } = yield* Effect.provide(chat("bob@example.com", "Show my cart"), running)
        assert.match(cart.response, /Hush 700 Noise-Cancelling Headphones, \$[\d.]+ × 2\n/)
        const turn = yield* Effect.fork(Effect.provide(chat("bob@example.com", "What is my tier?"), running))
        const { answer } = yield* turn.await.pipe(Effect.flatten)
        assert.include(answer.response, "silver")
        // npm hands on what the terminal has sent already, while the suite is shutting down.
        const again = Effect.delay(suite.stop("SIGINT"), "30 millis")
        assert.deepStrictEqual(yield* Effect.all([suite.stop("SIGINT"), again], { concurrency: 2 }), [0, 0])
        assert.notInclude(suite.output(), "Error")
      })
  )

  it.effect("says in one line what is wrong with the configuration", () =>
    Effect.gen(function* () {
      const cases = [
        [["up"], { JWT_SECRET: "weak" }, "JWT_SECRET must be at least 32 random bytes"],
        [["start", "nobody"], {}, 'There is no service "nobody"'],
        [["migrate"], { DATABASE_URL: "postgres://u:p@127.0.0.1:1/x" }, "nothing listens at its host and port"]
      ] as const
      for (const [args, environment, sentence] of cases) {
        const { code, stderr } = yield* SuiteProcess.run(args, environment)
        assert.strictEqual(code, 1)
        assert.include(stderr, sentence)
        assert.strictEqual(stderr.trim().split("\n").length, 1)
      }
    })
  )
})
