import { rule } from "@storefront/domain/api/Fields"
import { Config, Encoding, Either, LogLevel, Option, Redacted, Schema } from "effect"
import { toggle, webAddress } from "./Rules.ts"

const Headers = Schema.Redacted(
  Schema.String.pipe(Schema.filter((text) => /^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$/.test(text)))
).annotations(rule("must be a list of names and percent-encoded values, for example api-key=abc,tenant=shop"))

/** `name=value,name=value`, values percent-encoded; one that is not stays as it is. */
const parseHeaders = (list: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    list.split(",").map((pair) => {
      const [name = "", ...value] = pair.split("=")
      const text = value.join("=").trim()
      return [name.trim(), Either.getOrElse(Encoding.decodeUriComponent(text), () => text)]
    })
  )

/** Where spans, metrics and logs are sent: a collector that speaks OTLP over HTTP. None: nowhere. */
export const collector = Config.all({
  endpoint: Schema.Config("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress("http://localhost:4318")).pipe(Config.option),
  headers: Schema.Config("OTEL_EXPORTER_OTLP_HEADERS", Headers).pipe(
    Config.option,
    Config.map((headers) => (Option.isSome(headers) ? parseHeaders(Redacted.value(headers.value)) : {}))
  ),
  isDisabled: toggle("OTEL_SDK_DISABLED")
}).pipe(
  Config.map(({ endpoint, headers, isDisabled }) =>
    Option.map(
      Option.filter(endpoint, () => !isDisabled),
      (url) => ({ url: url.replace(/\/+$/, ""), headers })
    )
  )
)

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

/** What is logged, and how; without a format it depends on who reads. */
export const logging = Config.all({
  level: Schema.Config("LOG_LEVEL", Level).pipe(
    Config.map((name) => levels[name]),
    Config.withDefault(LogLevel.Info)
  ),
  format: Schema.Config("LOG_FORMAT", Format).pipe(Config.option)
})
