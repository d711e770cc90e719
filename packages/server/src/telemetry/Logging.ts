import { Effect, Layer, Logger, Option } from "effect"
import { logging } from "../config/TelemetryConfig.ts"

/** Logs at the level and in the format of the configuration: for people on a terminal, else one JSON object a line. */
export const layer = Layer.unwrapEffect(
  Effect.map(logging, ({ format, level }) =>
    Layer.merge(
      Option.getOrElse(format, () => (process.stdout.isTTY ? "pretty" : "json")) === "pretty"
        ? Logger.pretty
        : Logger.json,
      Logger.minimumLogLevel(level)
    )
  )
)
