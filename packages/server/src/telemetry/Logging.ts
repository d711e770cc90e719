import { Effect, Layer, Logger, Option } from "effect"
import { logging } from "../config/TelemetryConfig.ts"
import * as LogLine from "./LogLine.ts"
import { sinkOf } from "./LogSink.ts"

const pretty = Logger.prettyLogger()
/** Goes where the service that logs sends its lines. */
const sent = Logger.make<unknown, void>((line) => sinkOf(line)(line))

const json = Logger.withConsoleLog(Logger.jsonLogger)

/**
 * Logs at the level and in the format of the configuration: for people on a terminal, else one JSON object a line; and
 * to the collector of the service, if it has one.
 */
export const layer = Layer.unwrapEffect(
  Effect.map(logging, ({ format, level }) => {
    const chosen = Option.getOrElse(format, () => (process.stdout.isTTY ? "pretty" : "json"))
    return Layer.mergeAll(
      Logger.add(LogLine.withoutSecrets(sent)),
      Logger.replace(
        Logger.defaultLogger,
        LogLine.withIds(LogLine.withoutSecrets(chosen === "pretty" ? pretty : json))
      ),
      Logger.minimumLogLevel(level)
    )
  })
)
