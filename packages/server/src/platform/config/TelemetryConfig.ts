import { rule } from "@storefront/domain/api/Fields"
import { Config, ConfigError, Duration, Encoding, Either, LogLevel, Option, Redacted, Schema } from "effect"
import { environment } from "./AuthConfig.ts"
import { Toggle, webAddress, wholeNumber } from "./SettingSchemas.ts"

/** Settings of OpenTelemetry, by its standard variables (where an empty value counts as unset), and of the log. */

/** Reads a variable with a schema, if it is set. */
const optional = <A, I extends string>(name: string, schema: Schema.Schema<A, I>): Config.Config<Option.Option<A>> => {
  const decode = Schema.decodeUnknownEither(schema)
  return Config.string(name).pipe(
    Config.option,
    Config.map(Option.filter((text) => text !== "")),
    Config.mapOrFail(
      Option.match({
        onNone: () => Either.right(Option.none()),
        onSome: (text) =>
          Either.mapBoth(decode(text), {
            onLeft: ({ message }) => ConfigError.InvalidData([name], message),
            onRight: Option.some
          })
      })
    )
  )
}

const List = Schema.String.pipe(Schema.filter((text) => /^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$/.test(text)))

const HeaderList = Schema.Redacted(List).annotations(
  rule("must be a list of names and percent-encoded values, for example api-key=abc,tenant=shop")
)

const AttributeList = List.annotations(
  rule("must be a list of names and percent-encoded values, for example deployment.environment.name=staging")
)

/** Parses `name=value,name=value` with percent-encoded values; keeps a value that cannot be decoded. */
export const parseList = (list: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    list.split(",").map((pair) => {
      const [name = "", ...value] = pair.split("=")
      const text = value.join("=").trim()
      return [name.trim(), Either.getOrElse(Encoding.decodeUriComponent(text), () => text)]
    })
  )

const Protocol = Schema.Literal("http/protobuf", "http/json").annotations(
  rule("must be http/protobuf or http/json, for example http/protobuf")
)

const Exporter = Schema.Literal("otlp", "none").annotations(rule("must be otlp or none, for example none"))

const address = webAddress("http://localhost:4318")

const headers = (name: string) =>
  Config.map(
    optional(name, HeaderList),
    Option.match({ onNone: () => ({}), onSome: (list) => parseList(Redacted.value(list)) })
  )

const general = Config.all({
  endpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", address),
  headers: headers("OTEL_EXPORTER_OTLP_HEADERS"),
  protocol: optional("OTEL_EXPORTER_OTLP_PROTOCOL", Protocol),
  isDisabled: Config.map(
    optional("OTEL_SDK_DISABLED", Toggle),
    Option.getOrElse(() => false)
  )
})

/** Destination of traces, metrics or logs. */
export interface Target {
  readonly url: string
  /** May contain keys. */
  readonly headers: Readonly<Record<string, string>>
  readonly protocol: typeof Protocol.Type
}

/** Standard address of a local collector. */
const localCollector = "http://localhost:4318"

/** Returns the target of a signal; none unless an endpoint or the exporter is configured. */
const target = (signal: "TRACES" | "METRICS" | "LOGS"): Config.Config<Option.Option<Target>> =>
  Config.all({
    general,
    endpoint: optional(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, address),
    headers: headers(`OTEL_EXPORTER_OTLP_${signal}_HEADERS`),
    protocol: optional(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, Protocol),
    exporter: optional(`OTEL_${signal}_EXPORTER`, Exporter)
  }).pipe(
    Config.map(({ endpoint, exporter, general, headers, protocol }) =>
      endpoint.pipe(
        Option.orElse(() =>
          general.endpoint.pipe(
            Option.orElse(() => Option.as(exporter, localCollector)),
            Option.map((base) => `${base.replace(/\/+$/, "")}/v1/${signal.toLowerCase()}`)
          )
        ),
        Option.filter(() => !general.isDisabled && !Option.contains(exporter, "none")),
        Option.map((url) => ({
          url,
          headers: { ...general.headers, ...headers },
          protocol: Option.getOrElse(protocol, () => Option.getOrElse(general.protocol, () => "http/protobuf" as const))
        }))
      )
    )
  )

const Sampler = Schema.Literal(
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
)
export type SamplerName = typeof Sampler.Type

const Ratio = Schema.compose(Schema.Trim.pipe(Schema.pattern(/^(?:\d+\.?\d*|\.\d+)$/)), Schema.NumberFromString)
  .pipe(Schema.between(0, 1))
  .annotations(rule("must be a number from 0 to 1, for example 0.1"))

/** Settings of telemetry: destinations, sampling and resource attributes. */
export const telemetry = Config.all({
  traces: target("TRACES"),
  metrics: target("METRICS"),
  logs: target("LOGS"),
  sampler: Config.map(
    optional(
      "OTEL_TRACES_SAMPLER",
      Sampler.annotations(rule(`must be one of ${Sampler.literals.join(", ")}, for example parentbased_traceidratio`))
    ),
    Option.getOrElse((): SamplerName => "parentbased_always_on")
  ),
  /** Share of traces started here, for the ratio samplers. */
  sampledRatio: Config.map(
    optional("OTEL_TRACES_SAMPLER_ARG", Ratio),
    Option.getOrElse(() => 1)
  ),
  /** Overrides `service.name` among the resource attributes. */
  serviceName: optional("OTEL_SERVICE_NAME", Schema.String),
  environment,
  resourceAttributes: Config.map(
    optional("OTEL_RESOURCE_ATTRIBUTES", AttributeList),
    Option.match({ onNone: (): Readonly<Record<string, string>> => ({}), onSome: parseList })
  ),
  metricInterval: Config.map(
    optional("OTEL_METRIC_EXPORT_INTERVAL", wholeNumber(100, 86_400_000, 60_000)),
    Option.match({ onNone: () => Duration.minutes(1), onSome: Duration.millis })
  )
})
export type TelemetryConfig = Config.Config.Success<typeof telemetry>

const levels = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  fatal: LogLevel.Fatal,
  none: LogLevel.None
}

const Level = Schema.compose(
  Schema.Lowercase,
  Schema.Literal("trace", "debug", "info", "warning", "error", "fatal", "none")
).annotations(rule(`must be one of ${Object.keys(levels).join(", ")}, for example info`))

const Format = Schema.Literal("pretty", "json").annotations(rule("must be pretty or json, for example json"))

/** Format of the log; by default `pretty` on a terminal, else `json`. */
export const logFormat = Schema.Config("LOG_FORMAT", Format).pipe(Config.option)

/** Level and format of the log; `Logging` has the defaults. */
export const logging = Config.all({
  level: Schema.Config("LOG_LEVEL", Level).pipe(
    Config.map((name) => levels[name]),
    Config.option
  ),
  format: logFormat
})
