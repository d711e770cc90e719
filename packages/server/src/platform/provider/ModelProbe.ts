import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { type ConfigError, Duration, Effect, Layer, Option, Redacted } from "effect"
import { connect } from "node:net"
import { type ModelConfig, model, type ProviderConfig } from "../config/ModelConfig.ts"
import * as DependencyHealth from "../http/DependencyHealth.ts"
import { adviceFor, modelSettingNames } from "./ProviderAdvice.ts"
import * as ProviderEndpoint from "./ProviderEndpoint.ts"
import { type EndName, ProviderFailed } from "./ProviderFailed.ts"

/** Time limit of one probe. */
const probeTimeout = Duration.seconds(5)

/** Interval between probes while the provider is degraded. */
const probeInterval = Duration.seconds(15)

/** Makes the failure of a probe from its outcome. */
type MakeDegraded = (end: EndName, status?: number) => DependencyHealth.Degraded

const degradedBy =
  (config: ModelConfig): MakeDegraded =>
  (end, status) => {
    const failure = new ProviderFailed({ end, ...(status === undefined ? {} : { status }) })
    return new DependencyHealth.Degraded({
      message: `${failure.message}. ${adviceFor(failure, modelSettingNames(config))}`
    })
  }

const modelListRequest = (config: ProviderConfig, key: Redacted.Redacted) =>
  config.provider === "anthropic"
    ? HttpClientRequest.get(ProviderEndpoint.addressOf(ProviderEndpoint.baseUrlOf(config), "/v1/models")).pipe(
        HttpClientRequest.setHeaders({ "x-api-key": Redacted.value(key), "anthropic-version": "2023-06-01" })
      )
    : HttpClientRequest.get(ProviderEndpoint.addressOf(ProviderEndpoint.baseUrlOf(config), "/models")).pipe(
        HttpClientRequest.bearerToken(key)
      )

/** Requests the list of models, which uses no tokens and shows whether the key is accepted. */
const probeWithKey = (config: ProviderConfig, key: Redacted.Redacted, makeFailure: MakeDegraded) =>
  Effect.gen(function* () {
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const { status } = yield* Effect.mapError(client.execute(modelListRequest(config, key)), () =>
      makeFailure("unreachable")
    )
    if (status === 401 || status === 403) {
      return yield* makeFailure("denied", status)
    }
    if (status >= 500) {
      return yield* makeFailure("faulty", status)
    }
  }).pipe(Effect.scoped, Effect.provide(NodeHttpClient.layerUndici))

/** Opens a connection without sending a request: not every server without a key lists its models. */
const probeWithoutKey = (baseUrl: string, makeFailure: MakeDegraded) =>
  Effect.async<void, DependencyHealth.Degraded>((resume) => {
    const { hostname, port, protocol } = new URL(baseUrl)
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (protocol === "https:" ? 443 : 80)
    })
    socket.once("connect", () => resume(Effect.void))
    socket.once("error", () => resume(makeFailure("unreachable")))
    return Effect.sync(() => socket.destroy())
  })

const probe = Effect.flatMap(model, (config) => {
  if (config.provider === "embedded" || Option.isSome(config.replayFrom)) {
    return Effect.void
  }
  const makeFailure = degradedBy(config)
  return Option.match(config.apiKey, {
    onNone: () => probeWithoutKey(ProviderEndpoint.baseUrlOf(config), makeFailure),
    onSome: (key) => probeWithKey(config, key, makeFailure)
  }).pipe(Effect.timeoutFail({ duration: probeTimeout, onTimeout: () => makeFailure("unreachable") }))
})

/**
 * Probes until the provider is reachable and accepts the key, or until a request has set its health, which takes
 * precedence. `lastReason` is the reason that the previous probe has set, if any.
 */
const probeUntilSettled = (lastReason: string | null): Effect.Effect<void, ConfigError.ConfigError> =>
  Effect.gen(function* () {
    const { model: tracker } = yield* DependencyHealth.ProviderHealth
    const fault = yield* probe.pipe(
      Effect.as(null),
      Effect.catchTag("Degraded", ({ message }) => Effect.succeed(message))
    )
    const { reason, state } = yield* tracker.current
    if (state === "ok" || (state === "degraded" && reason !== lastReason)) {
      return
    }
    if (fault === null) {
      return yield* Effect.when(tracker.set("unknown"), () => lastReason !== null)
    }
    yield* tracker.set("degraded", fault)
    return yield* Effect.delay(probeUntilSettled(fault), probeInterval)
  })

/**
 * Provides the health of a process's providers; once per process, outside all services. Probes the model's provider in
 * the background, without using tokens. If that succeeds, its health stays `unknown` until the first request.
 */
export const layer = Layer.scopedDiscard(Effect.forkScoped(probeUntilSettled(null))).pipe(
  Layer.provideMerge(DependencyHealth.ProviderHealth.layer)
)
