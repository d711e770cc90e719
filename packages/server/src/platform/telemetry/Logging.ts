import { DateTime, Effect, Inspectable, Layer, Logger, LogLevel, Option } from "effect"
import { logging } from "../config/TelemetryConfig.ts"
import * as LogLine from "./LogLine.ts"
import { serviceOf } from "./LoggingService.ts"
import { sinkOf } from "./LogSink.ts"

/** Goes where the service that logs sends its lines. */
const sent = Logger.make<unknown, void>((line) => sinkOf(line)(line))

const pretty = { stdout: Logger.prettyLogger(), stderr: Logger.prettyLogger({ stderr: true }) }

/** How every JSON line begins: only lines of the log do. */
export const beginning = '{"service.name":'

const object = Logger.make<unknown, string>((line) =>
  Inspectable.stringifyCircular({ "service.name": serviceOf(line), ...Logger.structuredLogger.log(line) })
)

const json = { stdout: Logger.withConsoleLog(object), stderr: Logger.withConsoleError(object) }

/** A line of the same form, for what is said outside of Effect. */
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

/** For people on a terminal, else one JSON object a line, unless the configuration says which. */
const layerTo = (stream: "stdout" | "stderr", quietest: LogLevel.LogLevel) =>
  Layer.unwrapEffect(
    Effect.map(logging, ({ format, level }) => {
      const chosen = Option.getOrElse(format, () => (process[stream].isTTY ? "pretty" : "json"))
      return Layer.mergeAll(
        Logger.add(LogLine.withoutSecrets(sent)),
        // The ids come in behind the masks: sixteen digits of one can pass for the number of a card.
        Logger.replace(Logger.defaultLogger, LogLine.withoutSecrets(LogLine.withIds({ pretty, json }[chosen][stream]))),
        Logger.minimumLogLevel(Option.getOrElse(level, () => quietest))
      )
    })
  )

/** The log of services; and what they log goes to the collector of the service, if it has one. */
export const layer = layerTo("stdout", LogLevel.Info)

/** The log of commands: on stdout is what they print. What goes well is printed there. */
export const layerCommand = layerTo("stderr", LogLevel.Warning)
