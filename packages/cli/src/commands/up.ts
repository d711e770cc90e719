import { Command, Options } from "@effect/cli"
import { AgentName, type ServiceName, SpecialistName, ToolServerName } from "@storefront/domain/Topology"
import * as ProductEmbeddings from "@storefront/server/shop/catalog/ProductEmbeddings"
import * as AuthConfig from "@storefront/server/platform/config/AuthConfig"
import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import * as Seed from "@storefront/server/demo/Seed"
import * as StoredShop from "@storefront/server/shop/settings/StoredShop"
import { OAuthClients } from "@storefront/server/issuer/OAuthClients"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import * as Platform from "@storefront/server/platform/Platform"
import { Array, ConfigError, Console, Effect, Layer, Option, Schema } from "effect"
import * as Banner from "../Banner.ts"
import * as Exposure from "../Exposure.ts"
import * as GeneratedClients from "../GeneratedClients.ts"
import * as GeneratedSecrets from "../GeneratedSecrets.ts"
import * as LocalModels from "../LocalModels.ts"
import * as Preflight from "../Preflight.ts"
import { announce, during } from "../Progress.ts"
import * as Readiness from "../Readiness.ts"
import * as ShutdownNotice from "../ShutdownNotice.ts"
import { Voice } from "../Notices.ts"

/**
 * Migrates the schema, and seeds the demonstration shop in an embedded database that is empty. A server is never seeded
 * unasked, since it may be a real shop's.
 */
const prepare = Effect.gen(function* () {
  yield* during("migrating")(Migrations.migrate)
  yield* StoredShop.check
  const { url } = yield* DatabaseConfig.database
  if (Option.isNone(url)) {
    if (yield* Seed.isEmpty) {
      yield* during("seeding the demonstration shop")(Seed.seed(new Seed.SeedOptions({})))
    }
    yield* ProductEmbeddings.buildInBackground
  }
})

const isToolServer = Schema.is(ToolServerName)

/** Folder of the services' private keys for the suite's own authorization server; none without `--oauth`. */
type ClientKeys = Option.Option<string>

/** Builds the services of a suite, dependencies first. Loads their code lazily, since other commands do not need it. */
const suiteOf = (names: ReadonlyArray<ServiceName>, clientKeys: ClientKeys) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("../Services.ts")),
      ({ agent, authServer, toolServer }) => {
        const agentWithKey = (name: AgentName) =>
          Option.match(clientKeys, {
            onNone: () => agent(name),
            onSome: (folder) => agent(name).pipe(Layer.provide(GeneratedClients.identityOf(folder, name)))
          })
        // The orchestrator stops first: turns in flight need their specialists, these their tools, and all need tokens.
        return agentWithKey("orchestrator").pipe(
          Layer.provide(Layer.mergeAll(...Array.map(SpecialistName.literals, agentWithKey))),
          Layer.provide(Layer.mergeAll(Layer.empty, ...names.filter(isToolServer).map(toolServer))),
          Layer.provide(names.includes("auth-server") ? authServer : Layer.empty)
        )
      }
    )
  )

/** Prints the banner, then the readiness and its changes. */
const announceReadiness = (names: ReadonlyArray<ServiceName>) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const goods = Option.match(yield* StoredShop.find, {
        onNone: () => "none" as const,
        onSome: ({ isDemonstration }) => (isDemonstration ? ("demonstration" as const) : ("own" as const))
      })
      yield* (yield* Voice).introduce([yield* Banner.render(names, goods), ...(yield* LocalModels.lines)].join("\n"))
      const readiness = yield* Readiness.of("orchestrator")
      yield* Console.log(yield* Readiness.startLine(readiness, process.uptime()))
      yield* Effect.forkScoped(Readiness.tellChanges(readiness))
    })
  ).pipe(Layer.merge(ShutdownNotice.layer))

const layerOf = (names: ReadonlyArray<ServiceName>, clientKeys: ClientKeys, insecureDemo: boolean) =>
  announceReadiness(names).pipe(
    Layer.provide(suiteOf(names, clientKeys)),
    Layer.provide(
      Layer.scopedDiscard(
        Effect.zipRight(
          Effect.zipRight(prepare, Exposure.checkPasswords(insecureDemo)),
          Option.match(clientKeys, { onNone: () => Effect.void, onSome: GeneratedClients.register })
        )
      ).pipe(Layer.provide([EmbeddingModels.layer, OAuthClients.layer]))
    ),
    Layer.provide(Platform.layer),
    Layer.provide(LocalModels.LocalModels.layer(names))
  )

const mcp = Options.boolean("mcp").pipe(
  Options.withDescription("With the MCP tool servers, which product-discovery and inventory-fulfillment then use")
)

const oauth = Options.boolean("oauth").pipe(
  Options.withDescription(
    "In oauth mode, with an authorization server and generated keys; with --mcp tool servers want tokens"
  )
)

/** Returns the defaults that `--oauth` sets; fails if the environment asks for local mode. */
const oauthDefaults = Effect.fnUntraced(function* (dataDirectory: string) {
  const isLocal = Option.contains(yield* AuthConfig.givenMode, "local")
  if (isLocal) {
    return yield* Effect.fail(
      ConfigError.InvalidData(["AUTH_MODE"], "is local, and --oauth wants oauth: leave one of them out")
    )
  }
  const { file } = yield* GeneratedSecrets.key(dataDirectory, "orchestrator")
  return {
    AUTH_MODE: "oauth",
    OAUTH_ISSUER: yield* HttpConfig.address("auth-server"),
    OAUTH_CLIENT_KEY_FILE: file,
    MCP_AUTH_ENABLED: "true"
  }
})

/** Runs all services in this process, each at its own port, until it is stopped. */
export const up = Command.make(
  "up",
  { mcp, oauth, insecureDemo: Exposure.insecureDemo },
  ({ insecureDemo, mcp, oauth }) =>
    Effect.gen(function* () {
      const { dataDirectory } = yield* DatabaseConfig.database
      const names: ReadonlyArray<ServiceName> = [
        ...AgentName.literals,
        ...(mcp ? ToolServerName.literals : []),
        ...(oauth ? (["auth-server"] as const) : [])
      ]
      const clientKeys = oauth ? Option.some(dataDirectory) : Option.none()
      const defaults = {
        GUESTS_ENABLED: "true",
        // Agents use the tool servers of this suite.
        ...(mcp ? { MCP_ENABLED: "true" } : {}),
        ...(oauth ? yield* oauthDefaults(dataDirectory) : {})
      }
      const issuer = oauth ? "authServer" : (yield* AuthConfig.authMode) === "local" ? "local" : "elsewhere"
      return yield* Preflight.check(names).pipe(
        Effect.zipRight(Exposure.checkTransport(insecureDemo)),
        Effect.zipRight(announce("opening the database")),
        Effect.zipRight(Layer.launch(layerOf(names, clientKeys, insecureDemo))),
        Effect.provide(GeneratedSecrets.layer(dataDirectory, issuer, defaults))
      )
    })
).pipe(Command.withDescription("Run the whole suite in this process. Nothing to install, no key, no database server."))
