import { assert, describe, it } from "@effect/vitest"
import { type Config, ConfigProvider, Effect, Redacted, Schema } from "effect"
import { registry, sharedSecret } from "../../../src/platform/config/AgentsConfig.ts"
import { jwtSecret } from "../../../src/platform/config/AuthConfig.ts"
import { embeddings, model } from "../../../src/platform/config/ModelConfig.ts"
import { toggle, wholeNumber } from "../../../src/platform/config/SettingSchemas.ts"
import { telemetry } from "../../../src/platform/config/TelemetryConfig.ts"

const read = <A, E>(config: Effect.Effect<A, E>, variables: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(Object.entries(variables))))

const refusal = (config: Effect.Effect<unknown, unknown>, variables: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(read(config, variables)), String)

describe("a setting", () => {
  it.effect("that is a whole number is one in decimal digits", () =>
    Effect.gen(function* () {
      const count: Config.Config<number> = Schema.Config("COUNT", wholeNumber(1, 2_000, 8))
      assert.strictEqual(yield* read(count, { COUNT: " 0020 " }), 20)
      for (const value of ["0x10", "1e3", "1.0", "+5", "", "0", "2001", "99999999999999999999"]) {
        assert.include(
          yield* refusal(count, { COUNT: value }),
          'COUNT: "must be a whole number from 1 to 2000, for example 8"'
        )
      }
    })
  )

  it.effect("that is a switch is off until it is true", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* Effect.forEach([{}, { ON: "True" }, { ON: "false" }], (variables) => read(toggle("ON"), variables)),
        [false, true, false]
      )
      assert.include(yield* refusal(toggle("ON"), { ON: "1" }), 'ON: "must be true or false, for example true"')
    })
  )

  it.effect("that cannot be used is named, with the rule and an example, never with its value", () =>
    Effect.gen(function* () {
      const cases = [
        [registry, "PRODUCT_DISCOVERY_PORT", "s3cret", "for example 8081"],
        [telemetry, "OTEL_SDK_DISABLED", "s3cret", "for example true"],
        [telemetry, "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc s3cret", "for example http/protobuf"],
        [telemetry, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "s3cret", "for example http://localhost:4318"],
        [telemetry, "OTEL_EXPORTER_OTLP_METRICS_HEADERS", "s3cret", "for example api-key=abc"],
        [telemetry, "OTEL_TRACES_EXPORTER", "s3cret", "for example none"],
        [telemetry, "OTEL_TRACES_SAMPLER", "s3cret", "for example parentbased_traceidratio"],
        [telemetry, "OTEL_TRACES_SAMPLER_ARG", "1.5", "for example 0.1"],
        [telemetry, "OTEL_METRIC_EXPORT_INTERVAL", "s3cret", "for example 60000"],
        [model, "OPENAI_API_KEY", " s3cret", "for example sk-"],
        [embeddings, "EMBEDDING_MODEL", " s3cret", "for example text-embedding-3-small"],
        [sharedSecret, "AGENT_SHARED_SECRET", "s3cret", "for example the output of"]
      ] as const
      for (const [config, name, value, example] of cases) {
        const text = yield* refusal(config, { [name]: value })
        assert.match(text, new RegExp(`^\\(Invalid data at ${name}: "must be `))
        assert.include(text, example)
        assert.notInclude(text, "s3cret")
      }
    })
  )

  it.effect("that is missing and needed comes with an example too", () =>
    Effect.gen(function* () {
      for (const [config, name] of [
        [sharedSecret, "AGENT_SHARED_SECRET"],
        [jwtSecret, "JWT_SECRET"]
      ] as const) {
        const text = yield* refusal(config, {})
        assert.include(text, `${name}: "is not set; it must be at least 32 random bytes, for example`)
      }
      assert.include(
        yield* refusal(model, { LLM_PROVIDER: "openai" }),
        'OPENAI_API_KEY: "is needed with LLM_PROVIDER=openai, for example sk-'
      )
    })
  )

  it.effect("that is a secret may be simple in development, but not empty", () =>
    Effect.gen(function* () {
      const given = yield* read(jwtSecret, { ENVIRONMENT: "development", JWT_SECRET: "simple" })
      assert.strictEqual(Redacted.value(given), "simple")
      assert.include(yield* refusal(jwtSecret, { JWT_SECRET: "simple" }), "must be at least 32 random bytes")
      assert.include(yield* refusal(jwtSecret, { ENVIRONMENT: "development", JWT_SECRET: "" }), "JWT_SECRET")
    })
  )
})
