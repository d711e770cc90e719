import { Effect, Layer, Logger, LogLevel, Option } from "effect"
import { logging } from "../config/TelemetryConfig.ts"
import * as LogLine from "./LogLine.ts"
import { sinkOf } from "./LogSink.ts"

/** Goes where the service that logs sends its lines. */
const sent = Logger.make<unknown, void>((line) => sinkOf(line)(line))

const pretty = { stdout: Logger.prettyLogger(), stderr: Logger.prettyLogger({ stderr: true }) }
const json = { stdout: Logger.withConsoleLog(Logger.jsonLogger), stderr: Logger.withConsoleError(Logger.jsonLogger) }

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
