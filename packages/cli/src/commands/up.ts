import { Command, Options } from "@effect/cli"
import { AgentName, type ServiceName, SpecialistName } from "@storefront/domain/Topology"
import * as ProductEmbeddings from "@storefront/server/catalog/ProductEmbeddings"
import * as AuthConfig from "@storefront/server/config/AuthConfig"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as HttpConfig from "@storefront/server/config/HttpConfig"
import * as Database from "@storefront/server/database/Database"
import * as Migrations from "@storefront/server/database/Migrations"
import * as Seed from "@storefront/server/demo/Seed"
import { OAuthClients } from "@storefront/server/issuer/OAuthClients"
import * as EmbeddingModels from "@storefront/server/model/EmbeddingModels"
import * as Logging from "@storefront/server/telemetry/Logging"
import { Array, Console, Effect, Layer, Option } from "effect"
import * as Banner from "../Banner.ts"
import * as GeneratedClients from "../GeneratedClients.ts"
import * as GeneratedSecrets from "../GeneratedSecrets.ts"
import * as Preflight from "../Preflight.ts"
import { announce, during } from "../Progress.ts"

/** How the services of a suite are run. */
interface SuiteOptions {
  /** Beside an authorization server, with keys that are made below this folder; otherwise as `AUTH_MODE` says. */
  readonly clientKeys: Option.Option<string>
}

/**
 * The schema, and the demonstration shop in an embedded database that is empty. A server is never seeded unasked: it
 * may be a real shop's.
 */
const prepare = Effect.fnUntraced(function* ({ clientKeys }: SuiteOptions) {
  yield* during("migrating")(Migrations.migrate)
  if (Option.isSome(clientKeys)) {
    yield* GeneratedClients.register(clientKeys.value)
  }
  const { url } = yield* DatabaseConfig.database
  if (Option.isNone(url)) {
    if (yield* Seed.isEmpty) {
      yield* during("seeding the demonstration shop")(Seed.seed(new Seed.SeedOptions({})))
    }
    yield* ProductEmbeddings.build
  }
})

/**
 * The orchestrator stops first: turns in flight still find their specialists, and these the authorization server. Other
 * commands do not load the services.
 */
const servicesLayer = ({ clientKeys }: SuiteOptions) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("../Services.ts")),
      ({ authServer, service }) => {
        const identified = (name: AgentName) =>
          Option.match(clientKeys, {
            onNone: () => service(name),
            onSome: (folder) => service(name).pipe(Layer.provide(GeneratedClients.identityOf(folder, name)))
          })
        return identified("orchestrator").pipe(
          Layer.provide(Layer.mergeAll(...Array.map(SpecialistName.literals, identified))),
          Layer.provide(Option.isSome(clientKeys) ? authServer : Layer.empty)
        )
      }
    )
  )

const readyLayer = (services: ReadonlyArray<ServiceName>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* Console.log(yield* Banner.render(services))
      yield* Console.log(`ready in ${process.uptime().toFixed(1)} s, ctrl-c stops`)
    })
  )

const suiteLayer = (services: ReadonlyArray<ServiceName>, options: SuiteOptions) =>
  readyLayer(services).pipe(
    Layer.provide(servicesLayer(options)),
    Layer.provide(
      Layer.effectDiscard(Effect.scoped(prepare(options))).pipe(
        Layer.provide([EmbeddingModels.layer, OAuthClients.layer])
      )
    ),
    Layer.provide(Database.layer),
    Layer.provide(Logging.layer)
  )

const oauth = Options.boolean("oauth").pipe(
  Options.withDescription("In oauth mode, beside an authorization server of its own with generated keys")
)

/** What `up --oauth` is configured with where the environment says nothing. */
const oauthDefaults = Effect.fnUntraced(function* (dataDirectory: string) {
  const port = yield* HttpConfig.port("auth-server")
  const { file } = yield* GeneratedSecrets.key(dataDirectory, "orchestrator")
  return { AUTH_MODE: "oauth", OAUTH_ISSUER: `http://127.0.0.1:${port}`, OAUTH_CLIENT_KEY_FILE: file }
})

/** Runs all services in this process, each at its own port, until it is stopped. */
export const up = Command.make("up", { oauth }, ({ oauth }) =>
  Effect.gen(function* () {
    const { dataDirectory } = yield* DatabaseConfig.database
    const services: ReadonlyArray<ServiceName> = oauth ? [...AgentName.literals, "auth-server"] : AgentName.literals
    const mode = oauth ? "oauth" : yield* AuthConfig.authMode
    const defaults = oauth ? yield* oauthDefaults(dataDirectory) : {}
    return yield* Preflight.check(services).pipe(
      Effect.zipRight(announce("opening the database")),
      Effect.zipRight(
        Layer.launch(suiteLayer(services, { clientKeys: oauth ? Option.some(dataDirectory) : Option.none() }))
      ),
      Effect.provide(GeneratedSecrets.layer(dataDirectory, mode, defaults))
    )
  })
).pipe(Command.withDescription("Run the whole suite in this process: nothing to install, no key, no database server."))
