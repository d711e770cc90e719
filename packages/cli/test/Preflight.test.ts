import { FileSystem, HttpServer } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import * as Health from "@storefront/server/platform/http/Health"
import * as HttpListener from "@storefront/server/platform/http/HttpListener"
import * as HttpProgram from "@storefront/server/platform/http/HttpProgram"
import { portVariables } from "@storefront/server/testing/FreePort"
import { settings } from "@storefront/server/testing/Settings"
import { temporaryFolder } from "@storefront/server/testing/TemporaryFolder"
import { Effect, Layer, Option } from "effect"
import { describe } from "../src/Failure.ts"
import * as GeneratedSecrets from "../src/GeneratedSecrets.ts"
import * as Preflight from "../src/Preflight.ts"
import { secrets } from "./support/secrets.ts"

/** Why services would not start. */
const refusal = (variables: Readonly<Record<string, string>>, ...names: Parameters<typeof Preflight.check>[0]) =>
  Preflight.check(names).pipe(
    Effect.sandbox,
    Effect.flip,
    Effect.map(describe),
    Effect.provide([settings({ ...secrets, ...variables }), NodeContext.layer])
  )

const portOf = HttpServer.addressWith((bound) =>
  bound._tag === "TcpAddress" ? Effect.succeed(String(bound.port)) : Effect.dieMessage("no TCP address")
)

const listener = HttpListener.layerAt("orchestrator", { host: "127.0.0.1", port: 0, portVariable: "ORCHESTRATOR_PORT" })

it.effect("reads what only a later turn or the vectors need", () =>
  Effect.gen(function* () {
    for (const name of [
      "EMBEDDING_BASE_URL",
      "EMBEDDING_PROVIDER",
      "BUDGET_TURN_TOKENS",
      "BUDGET_HISTORY_TOKENS",
      "LLM_PRICES",
      "EGRESS_ALLOWED_HOSTS",
      "SUPPORT_CONTACT",
      "SHOP_IDENTITY_SECRET",
      "SHOP_IDENTITY_JWKS_URL"
    ]) {
      assert.include(yield* refusal({ [name]: "*" }, "orchestrator"), name)
    }
  })
)

it.effect("refuses a currency that the shop cannot have", () =>
  Effect.gen(function* () {
    for (const service of ["orchestrator", "mcp-product", "auth-server"] as const) {
      assert.strictEqual(
        yield* refusal({ SHOP_CURRENCY: "KWD" }, service),
        "SHOP_CURRENCY: KWD has 3 decimals, not 0 or 2"
      )
    }
    assert.strictEqual(
      yield* refusal({ SHOP_CURRENCY: "EURO" }, "orchestrator"),
      "SHOP_CURRENCY must be a currency code of ISO 4217, for example EUR"
    )
  })
)

it.scoped("opens recordings of a model, where one is asked", () =>
  Effect.gen(function* () {
    const nowhere = `${yield* temporaryFolder}/none/talk.jsonl`
    const agent = "orchestrator"
    const ports = yield* portVariables([agent, "mcp-product"])
    assert.include(yield* refusal({ ...ports, LLM_REPLAY: nowhere }, agent), "LLM_REPLAY must be the name of a file")
    const asked = { ...ports, OPENAI_API_KEY: "sk-1", LLM_RECORD: nowhere }
    assert.include(yield* refusal(asked, agent), "LLM_RECORD must be the name of a file")
    yield* Effect.provide(Preflight.check(["mcp-product"]), settings(asked))
  }).pipe(Effect.provide(NodeContext.layer))
)

it.effect("reads what agents need that run tools at the tool servers", () =>
  Effect.gen(function* () {
    const agent = "product-discovery"
    assert.include(yield* refusal({ MCP_ENABLED: "maybe" }, agent), "MCP_ENABLED must be true or false")
    assert.include(yield* refusal({ MCP_AUTH_ENABLED: "maybe" }, agent), "MCP_AUTH_ENABLED must be true or false")
    assert.include(yield* refusal({ MCP_ENABLED: "true", MCP_PRODUCT_URL: "*" }, agent), "MCP_PRODUCT_URL must be")
  })
)

it.effect("misses what a service cannot do without", () =>
  Effect.gen(function* () {
    const oauth = { AUTH_MODE: "oauth" }
    const issuer = { ...oauth, OAUTH_ISSUER: "http://127.0.0.1:8090" }
    const cases = [
      ["orchestrator", { JWT_SECRET: "" }, "JWT_SECRET"],
      ["orchestrator", { DATABASE_URL: "mysql://x" }, "DATABASE_URL must be a PostgreSQL address"],
      ["auth-server", oauth, "OAUTH_ISSUER"],
      ["auth-server", issuer, "AUTH_SERVER_SECRET"],
      ["auth-server", { ...oauth, OAUTH_ISSUER: "http://127.0.0.1:8090/realms/shop" }, "OAUTH_ISSUER"],
      ["order-management", oauth, "OAUTH_ISSUER"],
      ["orchestrator", issuer, "OAUTH_CLIENT_KEY_FILE"],
      ["orchestrator", { ...issuer, OAUTH_CLIENT_SECRET: "a secret" }, "OAUTH_CLIENT_KEY_FILE"],
      ["mcp-product", { MCP_AUTH_ENABLED: "true" }, "OAUTH_ISSUER"]
    ] as const
    for (const [service, variables, named] of cases) {
      assert.include(yield* refusal(variables, service), named)
    }
  })
)

it.scopedLive("names two of its own services that are to listen at one port", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* refusal(
        { PRODUCT_DISCOVERY_PORT: "18091", MCP_PRODUCT_PORT: "18091" },
        "product-discovery",
        "mcp-product"
      ),
      "product-discovery and mcp-product are both to listen at port 18091. " +
        "Choose another one in PRODUCT_DISCOVERY_PORT or MCP_PRODUCT_PORT"
    )
  })
)

it.scopedLive("tells a storefront service that runs already from another program", () =>
  Effect.gen(function* () {
    const ours = yield* Layer.build(
      HttpProgram.serve(Health.router<never>({}), { budget: () => Option.none() }).pipe(Layer.provideMerge(listener))
    )
    const port = yield* Effect.provide(portOf, ours)
    assert.include(
      yield* refusal({ ORCHESTRATOR_PORT: port }, "orchestrator"),
      `another storefront service runs at http://127.0.0.1:${port} already`
    )
    const other = yield* Effect.provide(portOf, yield* Layer.build(Layer.fresh(listener)))
    assert.include(yield* refusal({ ORCHESTRATOR_PORT: other }, "orchestrator"), "is taken by another program")
  })
)

it.scopedLive("says of a data folder that is a file what it is", () =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const file = `${yield* temporaryFolder}/data`
    yield* files.writeFileString(file, "")
    const failure = yield* Effect.flip(Layer.build(Layer.provide(GeneratedSecrets.layer(file), settings({}))))
    assert.strictEqual(
      "message" in failure ? failure.message : "",
      `The data folder ${file} cannot be used: it is a file. Choose another STOREFRONT_DATA_DIR.`
    )
  }).pipe(Effect.provide(NodeContext.layer))
)
