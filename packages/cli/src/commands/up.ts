import { Command, Options } from "@effect/cli"
import { AgentName, ServiceName, SpecialistName, ToolServerName } from "@storefront/domain/Topology"
import * as ProductEmbeddings from "@storefront/server/catalog/ProductEmbeddings"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as Database from "@storefront/server/database/Database"
import * as Migrations from "@storefront/server/database/Migrations"
import * as Seed from "@storefront/server/demo/Seed"
import * as EmbeddingModels from "@storefront/server/model/EmbeddingModels"
import * as Logging from "@storefront/server/telemetry/Logging"
import { Array, ConfigProvider, Console, Duration, Effect, Layer, Option, Schema } from "effect"
import * as Banner from "../Banner.ts"
import * as GeneratedSecrets from "../GeneratedSecrets.ts"
import * as Preflight from "../Preflight.ts"
import { announce, during } from "../Progress.ts"

/** How long a start waits for the vectors of the products. */
const embeddingPatience = Duration.seconds(30)

/** The products as vectors. Without them search goes by text, so they are not in the way of a start. */
const embed = ProductEmbeddings.build.pipe(
  Effect.timeout(embeddingPatience),
  Effect.catchAll((error) =>
    Effect.annotateLogs(
      Effect.logWarning(
        "products are searched by text only: set EMBEDDING_PROVIDER=embedded, or mend EMBEDDING_BASE_URL, EMBEDDING_MODEL or EMBEDDING_DIMENSIONS, and start again"
      ),
      "reason",
      error._tag === "TimeoutException" ? "The embedding model took too long" : error.message
    )
  )
)

/**
 * The schema, and the demonstration shop in an embedded database that is empty. A server is never seeded unasked: it
 * may be a real shop's.
 */
const prepare = Effect.gen(function* () {
  yield* during("migrating")(Migrations.migrate)
  const { url } = yield* DatabaseConfig.database
  if (Option.isNone(url)) {
    if (yield* Seed.isEmpty) {
      yield* during("seeding the demonstration shop")(Seed.seed(new Seed.SeedOptions({})))
    }
    yield* embed
  }
})

const isToolServer = Schema.is(ToolServerName)

/** The services of a suite, those last that others ask. Other commands do not load them. */
const suiteOf = (names: ReadonlyArray<ServiceName>) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("../Services.ts")),
      ({ agent, toolServer }) =>
        // The orchestrator stops first: turns in flight still find their specialists, and these their tools.
        agent("orchestrator").pipe(
          Layer.provide(Layer.mergeAll(...Array.map(SpecialistName.literals, agent))),
          Layer.provide(Layer.mergeAll(Layer.empty, ...names.filter(isToolServer).map(toolServer)))
        )
    )
  )

const readyOf = (names: ReadonlyArray<ServiceName>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* Console.log(yield* Banner.render(names))
      yield* Console.log(`ready in ${process.uptime().toFixed(1)} s, ctrl-c stops`)
    })
  )

const layerOf = (names: ReadonlyArray<ServiceName>) =>
  readyOf(names).pipe(
    Layer.provide(suiteOf(names)),
    Layer.provide(Layer.effectDiscard(Effect.scoped(prepare)).pipe(Layer.provide(EmbeddingModels.layer))),
    Layer.provide(Database.layer),
    Layer.provide(Logging.layer)
  )

const mcp = Options.boolean("mcp").pipe(
  Options.withDescription("with the MCP tool servers, which product-discovery and inventory-fulfillment then use")
)

/** Agents use the tool servers beside them unless the environment says otherwise. */
const withToolServers = Layer.unwrapEffect(
  Effect.map(Effect.configProviderWith(Effect.succeed), (environment) =>
    Layer.setConfigProvider(
      ConfigProvider.orElse(environment, () => ConfigProvider.fromMap(new Map([["MCP_ENABLED", "true"]])))
    )
  )
)

/** Runs all services in this process, each at its own port, until it is stopped. */
export const up = Command.make("up", { mcp }, ({ mcp }) =>
  Effect.gen(function* () {
    const { dataDirectory } = yield* DatabaseConfig.database
    const names = mcp ? ServiceName.literals : AgentName.literals
    return yield* Preflight.check(names).pipe(
      Effect.zipRight(announce("opening the database")),
      Effect.zipRight(Layer.launch(layerOf(names))),
      Effect.provide(Layer.provideMerge(GeneratedSecrets.layer(dataDirectory), mcp ? withToolServers : Layer.empty))
    )
  })
).pipe(Command.withDescription("Run the whole suite in this process: nothing to install, no key, no database server."))
