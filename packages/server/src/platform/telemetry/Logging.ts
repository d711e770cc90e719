import { DateTime, Effect, Inspectable, Layer, Logger, LogLevel, Option } from "effect"
import { logging } from "../config/TelemetryConfig.ts"
import * as LogLine from "./LogLine.ts"
import { serviceOf } from "./LoggingService.ts"
import { sinkOf } from "./LogSink.ts"

/** Sends a line to the sink of the service that logged it. */
const sinkLogger = Logger.make<unknown, void>((line) => sinkOf(line)(line))

const pretty = { stdout: Logger.prettyLogger(), stderr: Logger.prettyLogger({ stderr: true }) }

/** Beginning of every JSON line of the log, by which it is told from other output; both writers below must keep it. */
export const jsonLineStart = '{"service.name":'

const jsonLogger = Logger.make<unknown, string>((line) =>
  Inspectable.stringifyCircular({ "service.name": serviceOf(line), ...Logger.structuredLogger.log(line) })
)

const json = { stdout: Logger.withConsoleLog(jsonLogger), stderr: Logger.withConsoleError(jsonLogger) }

/** Formats a JSON line of the log outside of Effect. */
export const jsonLine = (
  service: string,
  level: LogLevel.LogLevel,
  message: string,
  annotations: Readonly<Record<string, unknown>> = {}
) =>
  JSON.stringify({
    "service.name": service,
    message,
    logLevel: level.label,
    timestamp: DateTime.formatIso(DateTime.unsafeNow()),
    annotations
  })

/** Logs in the configured format; by default for people on a terminal, else one JSON object per line. */
const layerTo = (stream: "stdout" | "stderr", defaultLevel: LogLevel.LogLevel) =>
  Layer.unwrapEffect(
    Effect.map(logging, ({ format, level }) => {
      const chosen = Option.getOrElse(format, () => (process[stream].isTTY ? "pretty" : "json"))
      return Layer.mergeAll(
        Logger.add(LogLine.withoutSecrets(sinkLogger)),
        // Ids are added after masking: sixteen digits of one could pass for a card number.
        Logger.replace(Logger.defaultLogger, LogLine.withoutSecrets(LogLine.withIds({ pretty, json }[chosen][stream]))),
        Logger.minimumLogLevel(Option.getOrElse(level, () => defaultLevel))
      )
    })
  )

/** Logs services to stdout, and each to its collector if it has one. */
export const layer = layerTo("stdout", LogLevel.Info)

/** Logs warnings of commands to stderr, since stdout is for their output. */
export const layerCommand = layerTo("stderr", LogLevel.Warning)
