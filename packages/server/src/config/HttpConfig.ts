import { services, type ServiceName } from "@storefront/domain/Topology"
import { rule } from "@storefront/domain/api/Fields"
import { Config, Effect, Schema } from "effect"
import { wholeNumberOr } from "./Rules.ts"

const Host = Schema.NonEmptyTrimmedString.annotations(
  rule("must be an address of this machine, for example 127.0.0.1 or 0.0.0.0")
)

/** Address that servers listen at; only this machine reaches them unless it says otherwise. */
export const host = Schema.Config("HOST", Host).pipe(Config.withDefault("127.0.0.1"))

/** Port that a service listens at; 0 is any free one. */
export const port = (service: ServiceName) => {
  const { port, portVariable } = services[service]
  return wholeNumberOr(portVariable, port, { min: 0, max: 65_535 })
}

/** Where a service is reached from this machine. */
export const address = Effect.fnUntraced(function* (service: ServiceName) {
  const listening = yield* host
  const reached = ["0.0.0.0", "::"].includes(listening) ? "127.0.0.1" : listening
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${yield* port(service)}`
})
