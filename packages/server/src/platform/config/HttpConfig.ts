import { services, type ServiceName } from "@storefront/domain/Topology"
import { rule } from "@storefront/domain/api/Fields"
import { Config, Schema } from "effect"
import { wholeNumberOr } from "./Rules.ts"

/** As it stands in a web address: IPv6 in brackets, anything else as the address has it. */
const inAddress = (host: string) => (host.includes(":") ? `[${host}]` : host)

/** Returns whether a web address can have it, alone: no port, path or zone. */
const isHost = (host: string) => !/[\s/\\?#@[\]%*]/u.test(host) && URL.canParse(`http://${inAddress(host)}`)

const Host = Schema.Trim.pipe(
  // IPv6 may be written as in a web address.
  Schema.transform(Schema.String, {
    strict: true,
    decode: (text) => text.replace(/^\[(.*:.*)\]$/u, "$1"),
    encode: (host) => host
  }),
  Schema.filter(isHost),
  Schema.annotations(rule("must be an address of this machine without a port, for example 127.0.0.1, 0.0.0.0 or ::1"))
)

/** Address that servers listen at; only this machine reaches them unless it says otherwise. */
export const host = Schema.Config("HOST", Host).pipe(Config.withDefault("127.0.0.1"))

/** Port that a service listens at. Any free one (0) would be found by nobody. */
export const port = (service: ServiceName) => {
  const { port, portVariable } = services[service]
  return wholeNumberOr(portVariable, port, { min: 1, max: 65_535 })
}

/** "All addresses of this machine", as web addresses write it. */
const all = new Set(["0.0.0.0", "[::]", "[::ffff:0:0]"])

/** A host as web addresses write it: `127.1` is `127.0.0.1`, `::0` is `[::]`. */
export const hostnameOf = (host: string) => new URL(`http://${inAddress(host)}`).hostname

/** Returns whether a host is all addresses of this machine, which no client can use. */
export const isAll = (host: string) => all.has(hostnameOf(host))

/** Where this machine reaches what listens at `host`. Where that is all addresses, Node listens at those of IPv4 too. */
export const reached = (host: string) => (isAll(host) ? "127.0.0.1" : hostnameOf(host))

/** Where a service is reached from this machine. */
export const address = (service: ServiceName): Config.Config<string> =>
  Config.zipWith(host, port(service), (host, port) => `http://${reached(host)}:${port}`)
