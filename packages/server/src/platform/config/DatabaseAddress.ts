import { Either, Encoding, Schema } from "effect"

/** Validates `DATABASE_URL` before anything connects; the messages never quote a password. */

/** Values of `sslmode` in libpq, and `no-verify`, which only the driver has. */
const SslMode = Schema.Literal("disable", "allow", "prefer", "require", "no-verify", "verify-ca", "verify-full")
export type SslMode = typeof SslMode.Type

export const isSslMode = Schema.is(SslMode)

/** `sslmode` by value of the driver's `ssl` parameter. */
export const sslModes: Readonly<Record<string, SslMode>> = {
  true: "verify-full",
  "1": "verify-full",
  false: "disable",
  "0": "disable"
}

/** Supported parameters; `connect_timeout` is in seconds. */
const supportedParameters = new Set([
  "application_name",
  "connect_timeout",
  "host",
  "idle_in_transaction_session_timeout",
  "lock_timeout",
  "options",
  "password",
  "port",
  "query_timeout",
  "ssl",
  "sslcert",
  "sslkey",
  "sslmode",
  "sslrootcert",
  "statement_timeout",
  "user"
])

/**
 * Parameters of libpq that are accepted and ignored, with the values for which that is correct; `any` if ignoring the
 * parameter weakens no protection. All other parameters are refused.
 */
const ignoredParameters: ReadonlyMap<string, ReadonlyArray<string> | "any"> = new Map(
  Object.entries<ReadonlyArray<string> | "any">({
    channel_binding: ["disable", "prefer"],
    client_encoding: ["UTF8", "utf8", "UTF-8", "utf-8"],
    fallback_application_name: "any",
    gssencmode: ["disable", "prefer"],
    keepalives: "any",
    keepalives_idle: "any",
    keepalives_interval: "any",
    keepalives_count: "any",
    load_balance_hosts: "any",
    sslcompression: ["0"],
    sslnegotiation: "any",
    sslsni: ["1"],
    ssl_min_protocol_version: ["TLSv1", "TLSv1.1", "TLSv1.2"],
    target_session_attrs: ["any", "prefer-standby", "primary", "read-write"],
    uselibpqcompat: "any"
  })
)

export const ignoredNames: ReadonlyArray<string> = [...ignoredParameters.keys()]

/** Advice for refused parameters; `alternativeTo` has a default. */
const alternatives: ReadonlyMap<string, string> = new Map(
  Object.entries({
    channel_binding: "leave it out, and let sslmode=verify-full prove the server",
    gssencmode: "leave it out, and encrypt with sslmode=verify-full",
    search_path: "leave it out, and choose a schema with options=-c%20search_path%3Dname",
    schema: "leave it out, and choose a schema with options=-c%20search_path%3Dname",
    ssl_min_protocol_version: "leave it out, and set ssl_min_protocol_version at the server",
    target_session_attrs: "leave it out: a server that only reads is of no use here"
  })
)

const alternativeTo = (name: string) => alternatives.get(name) ?? "leave it out"

const canDecode = (part: string) => Either.isRight(Encoding.decodeUriComponent(part))

const example = "postgres://user:password@localhost:5432/storefront"

const malformedAddress = `must be a PostgreSQL address, for example ${example} (special characters of the password percent-encoded)`

/** Inserts a host where it is empty, as with `?host=/run/postgresql`: `URL` rejects an empty host after a user. */
const withHost = (text: string) => text.replace(/^(\w+:\/\/(?:[^/?#]*@)?)(?=[/?]|:\d+[/?])/, "$1localhost")

/** Parses an address; undefined if it is not a URL. */
export const parse = (text: string): URL | undefined => {
  const address = [text, withHost(text)].find((text) => URL.canParse(text))
  return address === undefined ? undefined : new URL(address)
}

/** Returns hosts and ports; "" if a later @ shows that the password is not encoded and would be quoted. */
const hostsOf = (text: string) => /^\w+:\/\/(?:[^/?#]*@)?([^@/?#]*)(?:[/?][^@]*)?$/.exec(text)?.[1] ?? ""

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

const badPort = "has an invalid port: it must be a number from 1 to 65535"

const severalHosts = `names several hosts, but only one is supported: name the primary, for example ${example}`

/** Returns the rule that a parameter violates. */
const violatedParameterRule = ([name, value]: readonly [string, string]): string | undefined => {
  const values = ignoredParameters.get(name)
  if (values === undefined && !supportedParameters.has(name)) {
    return /^[a-zA-Z_]{1,40}$/.test(name)
      ? `has the parameter ${name}, which is not honoured here: ${alternativeTo(name)}`
      : "has a parameter that is not honoured here: leave it out"
  }
  if (values !== undefined && values !== "any" && !values.includes(value)) {
    return `has a value of ${name} that is not honoured here (only ${values.join(", ")} are): ${alternativeTo(name)}`
  }
  switch (name) {
    case "ssl":
      return Object.hasOwn(sslModes, value) ? undefined : "has an unknown value of ssl: it must be true or false"
    case "sslmode":
      return isSslMode(value) ? undefined : `has an unknown sslmode: it must be one of ${SslMode.literals.join(", ")}`
    case "connect_timeout":
      return /^\d{1,4}$/.test(value) ? undefined : "has a connect_timeout that is not a number of seconds"
    case "host":
      return value.includes(",") ? severalHosts : undefined
    case "port":
      return value.includes(",") ? severalHosts : isPort(value) ? undefined : badPort
  }
}

/** Returns the rule that an address violates; undefined if it is valid. Quotes only names of parameters. */
export const violatedRule = (text: string): string | undefined => {
  const hosts = hostsOf(text)
  if (hosts.includes(",")) {
    return severalHosts
  }
  // The last group of an IPv6 address without brackets is not a port.
  const port = /^(?:\[.*\]|[^:]*):(\d+)$/.exec(hosts)?.[1]
  if (port !== undefined && !isPort(port)) {
    return badPort
  }
  const url = parse(text)
  if (url === undefined) {
    return malformedAddress
  }
  const { password, pathname, protocol, searchParams, username } = url
  const name = pathname.slice(1)
  if (
    !["postgres:", "postgresql:"].includes(protocol) ||
    ![username, password, name].every(canDecode) ||
    /[/@]/.test(name)
  ) {
    return malformedAddress
  }
  if (name === "") {
    return `names no database: add it behind the host, for example ${example}`
  }
  const broken = [...searchParams].map(violatedParameterRule).find((rule) => rule !== undefined)
  if (broken !== undefined) {
    return broken
  }
  const [has, lacks] = searchParams.has("sslcert") ? ["sslcert", "sslkey"] : ["sslkey", "sslcert"]
  return searchParams.has(has) && !searchParams.has(lacks)
    ? `has ${has} without ${lacks}: a client certificate needs both`
    : undefined
}
