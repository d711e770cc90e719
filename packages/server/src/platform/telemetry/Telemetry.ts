import { Effect, Layer, Option } from "effect"
import { telemetry, type TelemetryConfig } from "../config/TelemetryConfig.ts"
import { ExportFailures } from "./ExportFailures.ts"
import { LoggingService } from "./LoggingService.ts"

/** Returns the name of a service in the log and at the collector: the configured one, else its own. */
export const nameOf = ({ resourceAttributes, serviceName }: TelemetryConfig, service: string) =>
  Option.getOrElse(serviceName, () => resourceAttributes["service.name"] ?? service)

/**
 * Names the service in the log, and exports its spans, metrics and logs to the configured collectors. Imports the
 * OpenTelemetry SDK only if there is a collector.
 */
export const layer = (service: string) =>
  Layer.unwrapEffect(
    Effect.flatMap(telemetry, (config) =>
      Effect.map(
        [config.traces, config.metrics, config.logs].every(Option.isNone)
          ? Effect.succeed(Layer.empty)
          : Effect.map(
              Effect.promise(() => import("./OpenTelemetry.ts")),
              (openTelemetry) =>
                openTelemetry.layer(config, nameOf(config, service)).pipe(Layer.provide(ExportFailures.layer))
            ),
        Layer.merge(Layer.succeed(LoggingService, nameOf(config, service)))
      )
    )
  )
