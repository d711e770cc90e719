import { rule } from "@storefront/domain/api/Fields"
import { Config, Option, Redacted, Schema } from "effect"
import { parseList } from "./TelemetryConfig.ts"

/** Variables with secret values, which no answer may contain. Add every new secret here. */
export const secretNames = [
  "ADMIN_PASSWORD",
  "AGENT_SHARED_SECRET",
  "ANTHROPIC_API_KEY",
  "AUTH_SERVER_SECRET",
  "DATABASE_URL",
  "EMBEDDING_API_KEY",
  "JWT_SECRET",
  "OAUTH_CLIENT_SECRET",
  "OPENAI_API_KEY",
  "PASSWORD",
  "SHOP_IDENTITY_SECRET"
]

/** Variables with headers (`name=value,…`) that may contain keys of telemetry backends. */
const headerNames = ["", "_LOGS", "_METRICS", "_TRACES"].map((signal) => `OTEL_EXPORTER_OTLP${signal}_HEADERS`)

/** Minimum length of a secret to look for; shorter values would match ordinary words. */
const minSecretLength = 8

const valuesOf = (names: ReadonlyArray<string>) =>
  Config.map(Config.all(names.map((name) => Config.option(Config.redacted(name)))), (values) =>
    values.flatMap(Option.toArray).map(Redacted.value)
  )

/** Configured secrets: whole values, passwords in addresses, and values of headers. */
const secrets = Config.zipWith(valuesOf(secretNames), valuesOf(headerNames), (values, headers) =>
  [
    ...values.flatMap((value) =>
      URL.canParse(value) ? [value, decodeURIComponent(new URL(value).password)] : [value]
    ),
    ...headers.flatMap((list) => Object.values(parseList(list)))
  ].filter((value) => value.length >= minSecretLength)
)

const Host = Schema.Trim.pipe(Schema.pattern(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/))

/** Hosts, including their subdomains, that an answer may link to: `EGRESS_ALLOWED_HOSTS`, comma-separated. */
const hosts = Schema.Config(
  "EGRESS_ALLOWED_HOSTS",
  Schema.compose(Schema.Lowercase, Schema.split(","))
    .pipe(Schema.compose(Schema.Array(Host)))
    .annotations(rule("must be host names separated by commas, for example shop.example,help.shop.example"))
).pipe(Config.withDefault<ReadonlyArray<string>>([]))

/** Settings of the egress check. */
export const egress = Config.all({ secrets, hosts })
