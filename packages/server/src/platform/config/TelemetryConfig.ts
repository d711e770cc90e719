import { rule } from "@storefront/domain/api/Fields"
import { Config, ConfigError, Duration, Encoding, Either, LogLevel, Option, Redacted, Schema } from "effect"
import { environment } from "./AuthConfig.ts"
import { Toggle, webAddress, wholeNumber } from "./Rules.ts"

/** The standard variables of OpenTelemetry. A variable that is set to nothing counts as not set. */

/** What a variable says, if it says anything. */
const given = <A, I extends string>(name: string, schema: Schema.Schema<A, I>): Config.Config<Option.Option<A>> => {
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

/** `name=value,name=value`, values percent-encoded; one that is not stays as it is. */
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
    given(name, HeaderList),
    Option.match({ onNone: () => ({}), onSome: (list) => parseList(Redacted.value(list)) })
  )

const general = Config.all({
  endpoint: given("OTEL_EXPORTER_OTLP_ENDPOINT", address),
  headers: headers("OTEL_EXPORTER_OTLP_HEADERS"),
  protocol: given("OTEL_EXPORTER_OTLP_PROTOCOL", Protocol),
  isDisabled: Config.map(
    given("OTEL_SDK_DISABLED", Toggle),
    Option.getOrElse(() => false)
  )
})

/** Where the spans, the metrics or the logs go. */
export interface Target {
  readonly url: string
  /** May hold keys. */
  readonly headers: Readonly<Record<string, string>>
  readonly protocol: typeof Protocol.Type
}

/** Where a collector of this machine listens by the standard. */
const localCollector = "http://localhost:4318"

/** None unless an address, or the exporter, is asked for. */
const target = (signal: "TRACES" | "METRICS" | "LOGS"): Config.Config<Option.Option<Target>> =>
  Config.all({
    general,
    endpoint: given(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, address),
    headers: headers(`OTEL_EXPORTER_OTLP_${signal}_HEADERS`),
    protocol: given(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, Protocol),
    exporter: given(`OTEL_${signal}_EXPORTER`, Exporter)
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

/** What is reported about the program, to whom, and which traces of it. */
export const telemetry = Config.all({
  traces: target("TRACES"),
  metrics: target("METRICS"),
  logs: target("LOGS"),
  sampler: Config.map(
    given(
      "OTEL_TRACES_SAMPLER",
      Sampler.annotations(rule(`must be one of ${Sampler.literals.join(", ")}, for example parentbased_traceidratio`))
    ),
    Option.getOrElse((): SamplerName => "parentbased_always_on")
  ),
  /** Of the traces that begin here, for the samplers that take one. */
  sampledRatio: Config.map(
    given("OTEL_TRACES_SAMPLER_ARG", Ratio),
    Option.getOrElse(() => 1)
  ),
  /** Counts more than a name among the attributes. */
  serviceName: given("OTEL_SERVICE_NAME", Schema.String),
  environment,
  resourceAttributes: Config.map(
    given("OTEL_RESOURCE_ATTRIBUTES", AttributeList),
    Option.match({ onNone: (): Readonly<Record<string, string>> => ({}), onSome: parseList })
  ),
  metricInterval: Config.map(
    given("OTEL_METRIC_EXPORT_INTERVAL", wholeNumber(100, 86_400_000, 60_000)),
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

/** How it is logged; without it that depends on who reads. */
export const logFormat = Schema.Config("LOG_FORMAT", Format).pipe(Config.option)

/** What is logged, and how; without them it depends on who logs and who reads. */
export const logging = Config.all({
  level: Schema.Config("LOG_LEVEL", Level).pipe(
    Config.map((name) => levels[name]),
    Config.option
  ),
  format: logFormat
})
