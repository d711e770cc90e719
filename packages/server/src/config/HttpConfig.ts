import { services, type ServiceName } from "@storefront/domain/Topology"
import { Config, Schema } from "effect"

const Host = Schema.NonEmptyTrimmedString.annotations({
  message: () => ({ message: "must be an address of this machine, for example 127.0.0.1 or 0.0.0.0", override: true })
})

const Port = Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, 65_535))

/** Address that servers listen at; only this machine reaches them unless it says otherwise. */
export const host = Schema.Config("HOST", Host).pipe(Config.withDefault("127.0.0.1"))

/** Port that a service listens at; 0 is any free one. */
export const port = (service: ServiceName) => {
  const { port, portVariable } = services[service]
  return Schema.Config(
    portVariable,
    Port.annotations({
      message: () => ({ message: `must be a port from 0 to 65535, for example ${port}`, override: true })
    })
  ).pipe(Config.withDefault(port))
}
