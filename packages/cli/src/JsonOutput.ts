import { ServiceName } from "@storefront/domain/Topology"
import { logFormat, telemetry } from "@storefront/server/platform/config/TelemetryConfig"
import * as ErrorNames from "@storefront/server/platform/telemetry/ErrorNames"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { LoggingService } from "@storefront/server/platform/telemetry/LoggingService"
import * as Telemetry from "@storefront/server/platform/telemetry/Telemetry"
import { mask } from "@storefront/server/platform/text/Masking"
import { Cause, Effect, Layer, LogLevel, Option, Schema } from "effect"
import { Voice } from "./Notices.ts"

/** Commands whose output is a log. The output of others is a result, which only `--json` turns into JSON. */
const logs = new Set(["up", "start", "migrate", "seed"])

const isService = Schema.is(ServiceName)

/** Returns the service that the process is started as, if it is one. */
const serviceOf = ([command, name]: ReadonlyArray<string>) => {
  const service = name === "auth" ? "auth-server" : name
  return command === "start" && isService(service) ? Option.some(service) : Option.none()
}

const isLog = (args: ReadonlyArray<string>) =>
  logs.has(args[0] ?? "") && !args.some((arg) => arg === "--help" || arg === "-h")

type Written = (error?: Error | null) => void

/**
 * Turns each write to a stream into one log line, since libraries and the database engine write as they like. Lines of
 * our own log pass unchanged.
 */
const convert = (stream: NodeJS.WriteStream, toLine: (text: string) => string) => {
  const write = stream.write.bind(stream)
  const isOurs = (text: string) => text.startsWith(Logging.jsonLineStart)
  const converted = (chunk: string | Uint8Array) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()
    return isOurs(text) ? text : text.trim() === "" ? "" : `${toLine(mask(text.trim()))}\n`
  }
  stream.write = (chunk: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written) =>
    write(converted(chunk), typeof encoding === "function" ? encoding : written)
}

/** Takes over what Node itself writes to stderr, bypassing the streams: warnings, and uncaught errors. */
const listen = (
  line: (level: LogLevel.LogLevel, message: string, annotations?: Readonly<Record<string, string>>) => void
) => {
  process.removeAllListeners("warning")
  process.on("warning", ({ message, name }) => line(LogLevel.Warning, mask(`${name}: ${message}`)))
  process.on("uncaughtException", (error) => {
    const cause = Cause.die(error)
    line(LogLevel.Fatal, "The process ends: nobody handled an error", {
      "exception.type": ErrorNames.typeOf(cause),
      "exception.stacktrace": ErrorNames.describeCause(cause)
    })
    process.exit(1)
  })
}

/**
 * With `LOG_FORMAT=json`, makes everything that the process writes one JSON object a line, whoever writes it, except
 * results of commands. Otherwise it only provides the name of the service.
 */
export const layer = (args: ReadonlyArray<string>) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      // An invalid setting is reported by the code that uses it.
      const format = yield* Effect.orElseSucceed(logFormat, Option.none)
      const config = yield* Effect.option(telemetry)
      const usual = Option.getOrElse(serviceOf(args), () => "storefront")
      const service = Option.match(config, { onNone: () => usual, onSome: (config) => Telemetry.nameOf(config, usual) })
      const NameLayer = Layer.succeed(LoggingService, service)
      if (!Option.contains(format, "json")) {
        return NameLayer
      }
      const line = (level: LogLevel.LogLevel, message: string, annotations?: Readonly<Record<string, string>>) => {
        process.stderr.write(`${Logging.jsonLine(service, level, message, annotations)}\n`)
      }
      if (isLog(args)) {
        convert(process.stdout, (text) => Logging.jsonLine(service, LogLevel.Info, text))
      }
      convert(process.stderr, (text) => Logging.jsonLine(service, LogLevel.Warning, text))
      listen(line)
      return Layer.merge(
        NameLayer,
        Layer.succeed(Voice, {
          announce: (what) => Effect.sync(() => line(LogLevel.Info, what)),
          introduce: () => Effect.void,
          fail: (sentence) => Effect.sync(() => line(LogLevel.Error, sentence))
        })
      )
    })
  )
