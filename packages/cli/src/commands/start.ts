import { Args, Command } from "@effect/cli"
import { ServiceName, services } from "@storefront/domain/Topology"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import * as StoredShop from "@storefront/server/shop/settings/StoredShop"
import * as Platform from "@storefront/server/platform/Platform"
import { Console, Data, Effect, Layer, Schema } from "effect"
import * as Exposure from "../Exposure.ts"
import * as Preflight from "../Preflight.ts"
import * as ShutdownNotice from "../ShutdownNotice.ts"

/** No service has this name. */
export class UnknownService extends Data.TaggedError("UnknownService")<{ readonly message: string }> {}

/** Names that can be started; the authorization server has a short one, too. */
const Startable = Schema.Literal(...ServiceName.literals, "auth")

const decodeName = Schema.decodeUnknown(Startable)

const name = Args.text({ name: "service" }).pipe(Args.withDescription(Startable.literals.join(", ")))

/** Runs one service in this process until it is stopped. */
export const start = Command.make(
  "start",
  { name, insecureDemo: Exposure.insecureDemo },
  Effect.fn("cli.start")(function* ({ insecureDemo, name }) {
    const startable = yield* Effect.mapError(
      decodeName(name),
      () =>
        new UnknownService({
          message: `There is no service ${JSON.stringify(name)}. Services: ${Startable.literals.join(", ")}`
        })
    )
    const service = startable === "auth" ? "auth-server" : startable
    // Agents and tool servers are reached over the network that the operator set up for them.
    const takesPasswords = service === "orchestrator" || service === "auth-server"
    yield* Preflight.check([service])
    const ReadyLayer = Layer.effectDiscard(
      Effect.flatMap(HttpConfig.address(service), (address) =>
        Console.log(
          `${services[service].displayName} (${service}) at ${address}, ready in ${process.uptime().toFixed(1)} s, ctrl-c stops`
        )
      )
    ).pipe(Layer.merge(ShutdownNotice.layer))
    const Services = yield* Effect.promise(() => import("../Services.ts"))
    return yield* ReadyLayer.pipe(
      Layer.provide(Services.service(service)),
      Layer.provide(takesPasswords ? Layer.effectDiscard(Exposure.checkPasswords(insecureDemo)) : Layer.empty),
      Layer.provide(Layer.effectDiscard(Effect.zipRight(Migrations.migrate, StoredShop.check))),
      Layer.provide(Platform.layer),
      Layer.launch
    )
  })
).pipe(
  Command.withDescription(
    "Run one service of a deployment with one process each. They share the database at DATABASE_URL; the embedded one serves " +
      "a single process. An agent needs JWT_SECRET and AGENT_SHARED_SECRET or, in oauth mode, OAUTH_ISSUER; the authorization " +
      "server OAUTH_ISSUER and AUTH_SERVER_SECRET."
  )
)
