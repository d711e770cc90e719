import { NodeHttpClient } from "@effect/platform-node"
import { Duration, Effect, Layer, Option } from "effect"
import { collector } from "../config/TelemetryConfig.ts"
import * as PrivateSpans from "./PrivateSpans.ts"
import * as StatementSpans from "./StatementSpans.ts"

/** How long a program that ends waits for the collector, for each of spans, metrics and logs. */
const shutdownTimeout = Duration.seconds(1)

/**
 * Sends spans, metrics and logs to the collector of the configuration; does nothing without one. A collector that is
 * down or slow costs nothing: what it does not take is dropped.
 */
export const layer = (serviceName: string) =>
  Layer.unwrapEffect(
    Effect.map(
      collector,
      Option.match({
        onNone: () => Layer.empty,
        onSome: ({ headers, url }) =>
          Layer.unwrapEffect(
            Effect.gen(function* () {
              const { OtlpLogger, OtlpMetrics, OtlpSerialization, OtlpTracer } = yield* Effect.promise(
                () => import("@effect/opentelemetry")
              )
              const to = (signal: "traces" | "metrics" | "logs") => ({
                url: `${url}/v1/${signal}`,
                headers,
                resource: { serviceName },
                shutdownTimeout
              })
              const tracer = Effect.map(OtlpTracer.make(to("traces")), (spans) =>
                Layer.setTracer(PrivateSpans.wrap(StatementSpans.wrap(spans)))
              )
              return Layer.mergeAll(
                Layer.unwrapScoped(tracer),
                OtlpMetrics.layer(to("metrics")),
                OtlpLogger.layer(to("logs"))
              ).pipe(Layer.provide(OtlpSerialization.layerJson), Layer.provide(NodeHttpClient.layerUndici))
            })
          )
      })
    )
  )
