import { Either, Encoding, Schema } from "effect"

/** Validates `DATABASE_URL` before anything connects. */

/** Modes of libpq; `no-verify` is the driver's name for `require`. */
const SslMode = Schema.Literal("disable", "allow", "prefer", "require", "no-verify", "verify-ca", "verify-full")
export type SslMode = typeof SslMode.Type

export const isSslMode = Schema.is(SslMode)

/** Modes that values of the driver's `ssl` parameter stand for. */
export const sslModes: Readonly<Record<string, SslMode>> = {
  true: "verify-full",
  "1": "verify-full",
  false: "disable",
  "0": "disable"
}

/** Parameters that are honoured; `connect_timeout` is in seconds. */
const understood = new Set([
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
 * Parameters of libpq without effect here, with the values for which ignoring them is correct; any value if ignoring
 * them weakens no protection.
 */
const inert: ReadonlyMap<string, ReadonlyArray<string> | "any"> = new Map(
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

export const inertNames: ReadonlyArray<string> = [...inert.keys()]

/** Alternatives to parameters that are refused. */
const insteadOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    channel_binding: "leave it out, and let sslmode=verify-full prove the server",
    gssencmode: "leave it out, and encrypt with sslmode=verify-full",
    search_path: "leave it out, and choose a schema with options=-c%20search_path%3Dname",
    schema: "leave it out, and choose a schema with options=-c%20search_path%3Dname",
    ssl_min_protocol_version: "leave it out, and set ssl_min_protocol_version at the server",
    target_session_attrs: "leave it out: a server that only reads is of no use here"
  })
)

const refusalOf = (name: string) => insteadOf.get(name) ?? "leave it out"

const canDecode = (part: string) => Either.isRight(Encoding.decodeUriComponent(part))

const example = "postgres://user:password@localhost:5432/storefront"

const general = `must be a PostgreSQL address, for example ${example} (special characters of the password percent-encoded)`

/** Inserts a host if it is empty, as in `?host=/run/postgresql`; `URL` rejects an empty host after a user. */
const withHost = (text: string) => text.replace(/^(\w+:\/\/(?:[^/?#]*@)?)(?=[/?]|:\d+[/?])/, "$1localhost")

/** Parses an address; undefined if it is none. */
export const parse = (text: string): URL | undefined => {
  const address = [text, withHost(text)].find((text) => URL.canParse(text))
  return address === undefined ? undefined : new URL(address)
}

/** Returns hosts and ports; "" if an @ behind them shows an unencoded password, which must not be quoted. */
const hostsOf = (text: string) => /^\w+:\/\/(?:[^/?#]*@)?([^@/?#]*)(?:[/?][^@]*)?$/.exec(text)?.[1] ?? ""

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

const badPort = "has a port that is none: it must be a number from 1 to 65535"

const onlyOneHost = `names several hosts, and one host only is connected to: name the primary, for example ${example}`

/** Returns the rule that a parameter breaks. */
const brokenParameter = ([name, value]: readonly [string, string]): string | undefined => {
  const values = inert.get(name)
  if (values === undefined && !understood.has(name)) {
    return /^[a-zA-Z_]{1,40}$/.test(name)
      ? `has the parameter ${name}, which is not honoured here: ${refusalOf(name)}`
      : "has a parameter that is not honoured here: leave it out"
  }
  if (values !== undefined && values !== "any" && !values.includes(value)) {
    return `has a value of ${name} that is not honoured here (only ${values.join(", ")} are): ${refusalOf(name)}`
  }
  switch (name) {
    case "ssl":
      return Object.hasOwn(sslModes, value) ? undefined : "has an unknown value of ssl: it must be true or false"
    case "sslmode":
      return isSslMode(value) ? undefined : `has an unknown sslmode: it must be one of ${SslMode.literals.join(", ")}`
    case "connect_timeout":
      return /^\d{1,4}$/.test(value) ? undefined : "has a connect_timeout that is no number of seconds"
    case "host":
      return value.includes(",") ? onlyOneHost : undefined
    case "port":
      return value.includes(",") ? onlyOneHost : isPort(value) ? undefined : badPort
  }
}

/** Returns the rule that an address breaks; undefined if it can be tried. Quotes nothing but names of parameters. */
export const brokenRule = (text: string): string | undefined => {
  const hosts = hostsOf(text)
  if (hosts.includes(",")) {
    return onlyOneHost
  }
  // The last group of an IPv6 address without brackets is no port.
  const port = /^(?:\[.*\]|[^:]*):(\d+)$/.exec(hosts)?.[1]
  if (port !== undefined && !isPort(port)) {
    return badPort
  }
  const url = parse(text)
  if (url === undefined) {
    return general
  }
  const { password, pathname, protocol, searchParams, username } = url
  const name = pathname.slice(1)
  if (
    !["postgres:", "postgresql:"].includes(protocol) ||
    ![username, password, name].every(canDecode) ||
    /[/@]/.test(name)
  ) {
    return general
  }
  if (name === "") {
    return `names no database: add it behind the host, for example ${example}`
  }
  const broken = [...searchParams].map(brokenParameter).find((rule) => rule !== undefined)
  if (broken !== undefined) {
    return broken
  }
  const [has, lacks] = searchParams.has("sslcert") ? ["sslcert", "sslkey"] : ["sslkey", "sslcert"]
  return searchParams.has(has) && !searchParams.has(lacks)
    ? `has ${has} without ${lacks}: a client certificate needs both`
    : undefined
}
