import { Command } from "@effect/cli"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import { ServiceName } from "@storefront/domain/Topology"
import * as HttpConfig from "@storefront/server/config/HttpConfig"
import * as Health from "@storefront/server/http/Health"
import { Data, Effect, Schema } from "effect"
import { columns } from "../Drawing.ts"
import * as Output from "../Output.ts"
import { Paint } from "../Paint.ts"

/** Customers get no answers; the lines above say why. */
export class NotInOperation extends Data.TaggedError("NotInOperation")<{ readonly message: string }> {}

const Row = Schema.Struct({
  service: ServiceName,
  address: Schema.String,
  state: Schema.Literal("ready", "not ready", "not running"),
  /** What it lacks. */
  failed: Schema.Array(Schema.String)
})

const Status = Schema.Struct({ services: Schema.Array(Row) })

/** What a service says about itself. Another program at its address is not it. */
const stateOf = (service: ServiceName) =>
  Effect.gen(function* () {
    const address = yield* HttpConfig.address(service)
    return yield* HttpClient.get(`${address}/readyz`).pipe(
      Effect.flatMap(HttpClientResponse.schemaBodyJson(Schema.Union(Health.Ok, Health.Unavailable))),
      Effect.timeout("3 seconds"),
      Effect.map((said): typeof Row.Type =>
        "failed" in said
          ? { service, address, state: "not ready", failed: said.failed }
          : { service, address, state: "ready", failed: [] }
      ),
      Effect.orElseSucceed((): typeof Row.Type => ({ service, address, state: "not running", failed: [] }))
    )
  })

/** Asks every service at its configured address. */
export const status = Command.make(
  "status",
  { json: Output.json },
  Effect.fn("cli.status")(function* ({ json }) {
    const paint = yield* Paint
    const services = yield* Effect.forEach(ServiceName.literals, stateOf, { concurrency: ServiceName.literals.length })
    const colours = { ready: paint.good, "not ready": paint.bad, "not running": paint.faint }
    yield* Output.print(Status, { services }, json, () => {
      const [heading = "", ...rows] = columns([
        ["service", "address", "state"],
        ...services.map(({ address, failed, service, state }) => [service, address, [state, ...failed].join(", ")])
      ])
      return [heading, ...rows.map((row, index) => colours[services[index]?.state ?? "ready"](row))]
    })
    if (services.some(({ service, state }) => service === "orchestrator" && state !== "ready")) {
      return yield* new NotInOperation({ message: "The orchestrator is not ready. Start the suite with: npm start" })
    }
  }, Effect.provide(FetchHttpClient.layer))
).pipe(Command.withDescription("Show which services run and are ready. Exit code 1 unless the orchestrator is."))
