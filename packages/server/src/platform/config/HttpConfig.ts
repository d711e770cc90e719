import { services, type ServiceName } from "@storefront/domain/Topology"
import { rule } from "@storefront/domain/api/Fields"
import { Config, Schema } from "effect"
import { wholeNumberOr } from "./SettingSchemas.ts"

/** Formats a host for a URL, with an IPv6 address in brackets. */
const bracketed = (host: string) => (host.includes(":") ? `[${host}]` : host)

/** Returns whether a text can be the host of a URL: no port, path or zone. */
const isHost = (host: string) => !/[\s/\\?#@[\]%*]/u.test(host) && URL.canParse(`http://${bracketed(host)}`)

const Host = Schema.Trim.pipe(
  // IPv6 may be given in brackets.
  Schema.transform(Schema.String, {
    strict: true,
    decode: (text) => text.replace(/^\[(.*:.*)\]$/u, "$1"),
    encode: (host) => host
  }),
  Schema.filter(isHost),
  Schema.annotations(rule("must be an address of this machine without a port, for example 127.0.0.1, 0.0.0.0 or ::1"))
)

/** Address that servers listen on; by default only this machine reaches it. */
export const host = Schema.Config("HOST", Host).pipe(Config.withDefault("127.0.0.1"))

/** Port that a service listens on; not 0, since clients could not find a random port. */
export const port = (service: ServiceName) => {
  const { port, portVariable } = services[service]
  return wholeNumberOr(portVariable, port, { min: 1, max: 65_535 })
}

/** Wildcard addresses, as normalised by `hostnameOf`. */
const wildcardAddresses = new Set(["0.0.0.0", "[::]", "[::ffff:0:0]"])

/** Normalises a host as in URLs: `127.1` is `127.0.0.1`, `::0` is `[::]`. */
export const hostnameOf = (host: string) => new URL(`http://${bracketed(host)}`).hostname

/** Returns whether a host is a wildcard address, to which no client can connect. */
export const isWildcard = (host: string) => wildcardAddresses.has(hostnameOf(host))

/** Returns the host at which this machine reaches a listener; Node's IPv6 wildcard also accepts IPv4. */
export const reachableHost = (host: string) => (isWildcard(host) ? "127.0.0.1" : hostnameOf(host))

/** Address at which this machine reaches a service. */
export const address = (service: ServiceName): Config.Config<string> =>
  Config.zipWith(host, port(service), (host, port) => `http://${reachableHost(host)}:${port}`)
