import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { knownNames } from "@storefront/server/issuer/KnownClients"
import { OAuthClients } from "@storefront/server/issuer/OAuthClients"
import { SigningKeys } from "@storefront/server/issuer/SigningKeys"
import { settings } from "@storefront/server/testing/Settings"
import { temporaryFolder } from "@storefront/server/testing/TemporaryFolder"
import * as TestAuthServer from "@storefront/server/testing/TestAuthServer"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer, Schema } from "effect"
import * as Auth from "../src/commands/auth.ts"
import * as GeneratedClients from "../src/GeneratedClients.ts"
import { heard, typed } from "./support/Heard.ts"

/** The recipes of `docs/security.md`, as an operator would follow them. */

const TestLayer = Layer.merge(OAuthClients.layer, SigningKeys.layer).pipe(
  Layer.provide(settings({ AUTH_SERVER_SECRET: TestAuthServer.secret })),
  Layer.provide(TestDatabase.layer),
  Layer.merge(NodeContext.layer)
)

const commands = Command.make("storefront").pipe(Command.withSubcommands([Auth.commands]))

/** What a command prints, or why it did nothing. */
const run = (...args: ReadonlyArray<string>) =>
  Effect.map(heard(typed(commands, ["auth", ...args])), ({ failure, printed }) => failure ?? printed.join("\n"))

const decodeClients = Schema.decodeUnknownSync(
  Schema.parseJson(
    Schema.Struct({
      clients: Schema.Array(
        Schema.Struct({
          client_id: Schema.String,
          public_keys: Schema.Array(Schema.Struct({ kid: Schema.String })),
          scopes: Schema.Array(Schema.String),
          logs_people_in: Schema.Boolean
        })
      )
    })
  )
)

const listed = Effect.map(run("clients", "list", "--json"), (text) =>
  decodeClients(text).clients.map(({ public_keys, ...client }) => ({ ...client, keys: public_keys.length }))
)

const orchestrator = { client_id: "orchestrator", scopes: ["agent:invoke"], logs_people_in: true }

layer(TestLayer, { excludeTestServices: true })("the commands for the authorization server", (it) => {
  it.scoped("add the services with what they may do, and nothing that is not theirs", () =>
    Effect.gen(function* () {
      const { file } = yield* TestAuthServer.clientKey
      assert.strictEqual(yield* run("clients", "list"), "No service is a client yet.")
      yield* run("clients", "add", "orchestrator", "--key", file)
      yield* run("clients", "add", "product-discovery", "--key", file)
      yield* run("clients", "add", "my-reports", "--key", file, "--scope", "mcp:product")
      assert.deepStrictEqual(yield* listed, [
        { client_id: "my-reports", scopes: ["mcp:product"], logs_people_in: false, keys: 1 },
        { ...orchestrator, keys: 1 },
        { client_id: "product-discovery", scopes: ["mcp:product"], logs_people_in: false, keys: 1 }
      ])
      assert.include(yield* run("clients", "add", "my-reports", "--key", file), "Say what it may do")
      assert.include(yield* run("clients", "add", "x", "--key", file, "--scope", "admin"), "There is no scope admin")
      assert.include(
        yield* run("clients", "add", "a b", "--key", file, "--scope", "mcp:product"),
        "is not the name of a client"
      )
      assert.include(yield* run("clients", "add", "x", "--key", "/nowhere", "--scope", "mcp:product"), "cannot be read")
      assert.include(
        yield* run("clients", "add", "x", "--key", import.meta.filename, "--scope", "mcp:product"),
        "This is not an RSA key"
      )
    })
  )

  it.scoped("change the key of a service without a gap, and take a service out", () =>
    Effect.gen(function* () {
      const [old, next] = [yield* TestAuthServer.clientKey, yield* TestAuthServer.clientKey]
      const keysOf = Effect.map(
        listed,
        (clients) => clients.find(({ client_id }) => client_id === "orchestrator")?.keys
      )
      yield* run("clients", "add", "orchestrator", "--key", old.file, "--only-key", "--yes")
      yield* run("clients", "add", "orchestrator", "--key", next.file)
      yield* run("clients", "add", "orchestrator", "--key", next.file)
      assert.strictEqual(yield* keysOf, 2)
      yield* run("clients", "add", "orchestrator", "--key", next.file, "--only-key", "--yes")
      assert.strictEqual(yield* keysOf, 1)
      assert.include(yield* run("clients", "remove", "orchestrator", "--yes"), "removed")
      assert.isUndefined(yield* keysOf)
      assert.strictEqual(yield* run("clients", "remove", "orchestrator", "--yes"), "There is no client orchestrator.")
    })
  )

  it.scoped("leave a service the keys that it has when a suite on the same database brings its own", () =>
    Effect.gen(function* () {
      const { file } = yield* TestAuthServer.clientKey
      yield* run("clients", "add", "orchestrator", "--key", file, "--only-key", "--yes")
      const folder = yield* temporaryFolder
      yield* GeneratedClients.register(folder)
      yield* GeneratedClients.register(folder)
      const clients = yield* listed
      assert.strictEqual(clients.find(({ client_id }) => client_id === "orchestrator")?.keys, 2)
      yield* Effect.forEach(knownNames, (name) => run("clients", "remove", name, "--yes"))
    })
  )

  it.effect("make another signing key beside the old one, or in its place", () =>
    Effect.gen(function* () {
      const keys = yield* SigningKeys
      const kids = Effect.map(keys.current, (found) => found.map(({ kid }) => kid))
      const [first] = yield* kids
      assert.match(yield* run("rotate-keys"), /^Key [\w-]{43}: made\n {2}signs from {2}20\d\d-/)
      const rotated = yield* kids
      assert.deepStrictEqual([rotated.length, rotated[0]], [2, first])
      assert.include(yield* run("rotate-keys", "--withdraw"), "confirm with --yes")
      assert.deepStrictEqual(yield* kids, rotated)
      yield* run("rotate-keys", "--withdraw", "--yes")
      const [last, ...others] = yield* kids
      assert.notInclude(rotated, last)
      assert.deepStrictEqual(others, [])
    })
  )
})
