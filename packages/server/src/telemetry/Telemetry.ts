import { Effect, Layer, Option } from "effect"
import { telemetry } from "../config/TelemetryConfig.ts"
import { Delivery } from "./Delivery.ts"

/**
 * Sends spans, metrics and logs of a service to the collectors of the configuration; does nothing, and loads nothing of
 * OpenTelemetry, without one.
 */
export const layer = (service: string) =>
  Layer.unwrapEffect(
    Effect.flatMap(telemetry, (config) =>
      [config.traces, config.metrics, config.logs].every(Option.isNone)
        ? Effect.succeed(Layer.empty)
        : Effect.map(
            Effect.promise(() => import("./OpenTelemetry.ts")),
            (openTelemetry) => openTelemetry.layer(config, service).pipe(Layer.provide(Delivery.layer))
          )
    )
  )
