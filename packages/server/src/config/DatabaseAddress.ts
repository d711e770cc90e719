import { Either, Encoding, Schema } from "effect"

/** The rules of `DATABASE_URL`, checked before anything is connected. */

/** As PostgreSQL's own clients mean them; `no-verify` is the driver's word for `require`. */
const SslMode = Schema.Literal("disable", "allow", "prefer", "require", "no-verify", "verify-ca", "verify-full")
export type SslMode = typeof SslMode.Type

export const isSslMode = Schema.is(SslMode)

/** The driver's `ssl`, and what it stands for. */
export const sslModes: Readonly<Record<string, SslMode>> = {
  true: "verify-full",
  "1": "verify-full",
  false: "disable",
  "0": "disable"
}

/** Parameters that do something here. `connect_timeout` is in seconds. */
const understood = new Set([
  "application_name",
  "client_encoding",
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

/** Parameters of PostgreSQL's own clients that are in many providers' addresses and change nothing here. */
export const harmless: ReadonlySet<string> = new Set([
  "channel_binding",
  "fallback_application_name",
  "gssencmode",
  "keepalives",
  "keepalives_idle",
  "keepalives_interval",
  "keepalives_count",
  "sslnegotiation",
  "target_session_attrs",
  "uselibpqcompat"
])

const canDecode = (part: string) => Either.isRight(Encoding.decodeUriComponent(part))

const general =
  "must be a PostgreSQL address, for example postgres://user:password@localhost:5432/storefront " +
  "(special characters of the password percent-encoded)"

/** The rule that an address breaks, without a part of it but the names of parameters; none if it can be tried. */
export const brokenRule = (text: string): string | undefined => {
  if (!URL.canParse(text)) {
    return general
  }
  const { password, pathname, protocol, searchParams, username } = new URL(text)
  const name = pathname.slice(1)
  if (
    !["postgres:", "postgresql:"].includes(protocol) ||
    ![username, password, name].every(canDecode) ||
    /[/@]/.test(name)
  ) {
    return general
  }
  if (name === "") {
    return "names no database: add it behind the host, for example postgres://user:password@localhost:5432/storefront"
  }
  const names = [...searchParams.keys()]
  const foreign = names.find((name) => !understood.has(name) && !harmless.has(name))
  if (foreign !== undefined) {
    return /^[a-zA-Z_]{1,40}$/.test(foreign)
      ? `has the parameter ${foreign}, which PostgreSQL's clients do not have: leave it out${foreign === "schema" || foreign === "search_path" ? ", and choose a schema with options=-c%20search_path%3Dname" : ""}`
      : "has a parameter that PostgreSQL's clients do not have: leave it out"
  }
  const ssl = searchParams.get("ssl")
  if (ssl !== null && sslModes[ssl] === undefined) {
    return "has an unknown value of ssl: it must be true or false"
  }
  const mode = searchParams.get("sslmode")
  if (mode !== null && !isSslMode(mode)) {
    return `has an unknown sslmode: it must be one of ${SslMode.literals.join(", ")}`
  }
  const seconds = searchParams.get("connect_timeout")
  return seconds !== null && !/^\d{1,4}$/.test(seconds)
    ? "has a connect_timeout that is no number of seconds"
    : undefined
}
