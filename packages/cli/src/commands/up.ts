import { Command } from "@effect/cli"
import { AgentName, SpecialistName } from "@storefront/domain/Topology"
import * as ProductEmbeddings from "@storefront/server/catalog/ProductEmbeddings"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as Database from "@storefront/server/database/Database"
import * as Migrations from "@storefront/server/database/Migrations"
import * as Seed from "@storefront/server/demo/Seed"
import * as EmbeddingModels from "@storefront/server/model/EmbeddingModels"
import * as Logging from "@storefront/server/telemetry/Logging"
import { Array, Console, Effect, Layer, Option } from "effect"
import * as Banner from "../Banner.ts"
import * as GeneratedSecrets from "../GeneratedSecrets.ts"
import * as Preflight from "../Preflight.ts"
import { announce, during } from "../Progress.ts"

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
    yield* ProductEmbeddings.build
  }
})

/** The orchestrator stops first: turns in flight still find their specialists. Other commands do not load the services. */
const ServicesLayer = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("../Services.ts")),
    ({ service }) =>
      service("orchestrator").pipe(Layer.provide(Layer.mergeAll(...Array.map(SpecialistName.literals, service))))
  )
)

const ReadyLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* Console.log(yield* Banner.render)
    yield* Console.log(`ready in ${process.uptime().toFixed(1)} s, ctrl-c stops`)
  })
)

const SuiteLayer = ReadyLayer.pipe(
  Layer.provide(ServicesLayer),
  Layer.provide(Layer.effectDiscard(Effect.scoped(prepare)).pipe(Layer.provide(EmbeddingModels.layer))),
  Layer.provide(Database.layer),
  Layer.provide(Logging.layer)
)

/** Runs all services in this process, each at its own port, until it is stopped. */
export const up = Command.make("up", {}, () =>
  Effect.gen(function* () {
    const { dataDirectory } = yield* DatabaseConfig.database
    return yield* Preflight.check(AgentName.literals).pipe(
      Effect.zipRight(announce("opening the database")),
      Effect.zipRight(Layer.launch(SuiteLayer)),
      Effect.provide(GeneratedSecrets.layer(dataDirectory))
    )
  })
).pipe(Command.withDescription("Run the whole suite in this process: nothing to install, no key, no database server."))
