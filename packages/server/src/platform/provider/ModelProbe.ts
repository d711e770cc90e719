import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { type ConfigError, Duration, Effect, Layer, Option } from "effect"
import { connect } from "node:net"
import { type ModelConfig, model } from "../config/ModelConfig.ts"
import * as Standing from "../http/Standing.ts"
import { mendOf, ofAnswers } from "./Mends.ts"
import * as Endpoint from "./Endpoint.ts"
import { type EndName, ProviderFailed } from "./ProviderFailed.ts"

/** How long a provider may take to say which models it has. */
const patience = Duration.seconds(5)

/** How often one that did not do is looked at again. */
const pause = Duration.seconds(15)

const degraded = (end: EndName, status?: number) => {
  const failure = new ProviderFailed({ end, ...(status === undefined ? {} : { status }) })
  return new Standing.Degraded({ message: `${failure.message}. ${mendOf(failure, ofAnswers)}` })
}

/** Asks for the list of models, which costs nothing and shows whether the key is accepted. */
const lookWithKey = (baseUrl: string, key: NonNullable<Option.Option.Value<ModelConfig["apiKey"]>>) =>
  Effect.gen(function* () {
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const request = HttpClientRequest.get(Endpoint.addressOf(baseUrl, "/models")).pipe(
      HttpClientRequest.bearerToken(key)
    )
    const { status } = yield* Effect.mapError(client.execute(request), () => degraded("unreachable"))
    if (status === 401 || status === 403) {
      return yield* degraded("denied", status)
    }
    if (status >= 500) {
      return yield* degraded("faulty", status)
    }
  }).pipe(Effect.scoped, Effect.provide(NodeHttpClient.layerUndici))

/** Connects, and asks nothing: not every server of this kind has a list. */
const lookWithoutKey = (baseUrl: string) =>
  Effect.async<void, Standing.Degraded>((resume) => {
    const { hostname, port, protocol } = new URL(baseUrl)
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (protocol === "https:" ? 443 : 80)
    })
    socket.once("connect", () => resume(Effect.void))
    socket.once("error", () => resume(degraded("unreachable")))
    return Effect.sync(() => socket.destroy())
  })

const look = Effect.flatMap(model, ({ apiKey, baseUrl, provider, replayFrom }) => {
  if (provider !== "openai" || Option.isSome(replayFrom)) {
    return Effect.void
  }
  const address = Option.getOrElse(baseUrl, () => Endpoint.openAi)
  return Option.match(apiKey, {
    onNone: () => lookWithoutKey(address),
    onSome: (key) => lookWithKey(address, key)
  }).pipe(Effect.timeoutFail({ duration: patience, onTimeout: () => degraded("unreachable") }))
})

/**
 * Looks until the provider is there and takes the key, and no longer than until a question has told how it stands: that
 * counts. `own` is what the last look has written.
 */
const looking = (own: string | null): Effect.Effect<void, ConfigError.ConfigError> =>
  Effect.gen(function* () {
    const { model: board } = yield* Standing.Providers
    const fault = yield* look.pipe(
      Effect.as(null),
      Effect.catchTag("Degraded", ({ message }) => Effect.succeed(message))
    )
    const { reason, state } = yield* board.current
    if (state === "ok" || (state === "degraded" && reason !== own)) {
      return
    }
    if (fault === null) {
      return yield* Effect.when(board.set("unknown"), () => own !== null)
    }
    yield* board.set("degraded", fault)
    return yield* Effect.delay(looking(fault), pause)
  })

/**
 * What the services of a process hear of their providers; needed once, outside all of them. The provider of the model is looked at beside
 * the start, without a token: that it answers shows with the first question, and until then its standing is unknown.
 */
export const layer = Layer.scopedDiscard(Effect.forkScoped(looking(null))).pipe(
  Layer.provideMerge(Standing.Providers.layer)
)
