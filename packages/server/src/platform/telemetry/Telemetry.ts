import { Effect, Layer, Option } from "effect"
import { telemetry, type TelemetryConfig } from "../config/TelemetryConfig.ts"
import { Delivery } from "./Delivery.ts"
import { LoggingService } from "./LoggingService.ts"

/** What a service is called in the log and at the collector: its own name, unless the configuration gives another. */
export const nameOf = ({ resourceAttributes, serviceName }: TelemetryConfig, service: string) =>
  Option.getOrElse(serviceName, () => resourceAttributes["service.name"] ?? service)

/**
 * Gives the service its name in the log. Sends spans, metrics and logs of a service to the collectors of the configuration; does nothing, and loads nothing of
 * OpenTelemetry, without one.
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
                openTelemetry.layer(config, nameOf(config, service)).pipe(Layer.provide(Delivery.layer))
            ),
        Layer.merge(Layer.succeed(LoggingService, nameOf(config, service)))
      )
    )
  )
