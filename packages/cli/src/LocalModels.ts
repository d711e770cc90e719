import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import { type ServiceName } from "@storefront/domain/Topology"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import * as ModelConfig from "@storefront/server/platform/config/ModelConfig"
import { Array, Context, Effect, Exit, Fiber, Layer, Option, Schema } from "effect"
import { Paint } from "./Paint.ts"

/** A program that serves models, with its usual port on a local machine. */
interface ModelServer {
  readonly name: string
  readonly port: number
}

/** Common model servers. llama.cpp's usual port is also the orchestrator's, unless that has another. */
export const usualServers: ReadonlyArray<ModelServer> = [
  { name: "Ollama", port: 11_434 },
  { name: "LM Studio", port: 1234 },
  { name: "vLLM or llama.cpp", port: 8000 },
  { name: "llama.cpp", port: 8080 }
]

/** A server that answers, and the model to begin with. */
export interface LocalModel {
  readonly server: string
  readonly baseUrl: string
  readonly model: string
}

const decodeModels = HttpClientResponse.schemaBodyJson(
  Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.String })) })
)

/** Names that need no quotes in a shell. */
const needsNoQuotes = /^[\w.:/@+-]{1,100}$/

/** Names of models for embeddings, ranking or audio, which hold no conversation. */
const otherTasks = /embed|\bbge|\be5-|minilm|rerank|whisper|tts/i

/** Returns the first model of a server that converses. */
const probe = Effect.fnUntraced(function* ({ name, port }: ModelServer) {
  const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const { data } = yield* client
    .get(`${baseUrl}/models`)
    .pipe(Effect.flatMap(HttpClientResponse.filterStatusOk), Effect.flatMap(decodeModels))
  const { id } = yield* Array.findFirst(data, ({ id }) => needsNoQuotes.test(id) && !otherTasks.test(id))
  return { server: name, baseUrl, model: id }
})

/** False if a model is configured, or declined by `LLM_PROVIDER=embedded`. */
const mayProbe = Effect.map(
  Effect.all([ModelConfig.model, ModelConfig.chosenProvider]),
  ([{ provider }, chosen]) => provider === "embedded" && Option.isNone(chosen)
)

const succeeded = <A, E>(exit: Option.Option<Exit.Exit<A, E>>) =>
  Option.flatMap(exit, Exit.match({ onFailure: () => Option.none<A>(), onSuccess: Option.some }))

/** Model servers running on this machine. */
export class LocalModels extends Context.Tag("@storefront/cli/LocalModels")<
  LocalModels,
  {
    /** Servers that have answered by now; the others are not waited for. */
    readonly found: Effect.Effect<ReadonlyArray<LocalModel>>
  }
>() {
  /**
   * Probes the usual ports, except those of our own services, while everything else starts: one `GET /v1/models` each,
   * which carries nothing of ours and follows no redirect.
   */
  static readonly layer = (names: ReadonlyArray<ServiceName>, servers: ReadonlyArray<ModelServer> = usualServers) =>
    Layer.scoped(
      this,
      Effect.gen(function* () {
        const ownPorts = yield* Effect.forEach(names, (name) => HttpConfig.port(name))
        const probedServers = (yield* mayProbe) ? servers.filter(({ port }) => !ownPorts.includes(port)) : []
        const probes = yield* Effect.forEach(probedServers, (server) => Effect.forkScoped(probe(server)))
        return {
          found: Effect.map(Effect.forEach(probes, Fiber.poll), (exits) => Array.getSomes(exits.map(succeeded)))
        }
      })
    ).pipe(
      Layer.provide(FetchHttpClient.layer),
      Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
    )
}

/** Says, for the first screen, how to use the models that were found; empty if there are none. */
export const lines = Effect.gen(function* () {
  const paint = yield* Paint
  const { found } = yield* LocalModels
  return (yield* found).flatMap(({ baseUrl, model, server }) => [
    `${paint.strong(`${server} runs on this machine.`)} To let its model answer, stop this and type`,
    `  ${paint.typed(`OPENAI_BASE_URL=${baseUrl} LLM_MODEL=${model} npm start`)}`,
    ""
  ])
})
