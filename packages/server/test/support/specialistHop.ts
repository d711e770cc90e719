import { HttpServer, type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { ConversationId, UsageLogId } from "@storefront/domain/Ids"
import { SpecialistName } from "@storefront/domain/Topology"
import { Context, Effect, Layer, Option } from "effect"
import { createServer, type Server } from "node:http"
import { v7 } from "uuid"
import { SpecialistClient } from "../../src/assistant/specialists/SpecialistClient.ts"
import { SpecialistCredentials } from "../../src/assistant/specialists/SpecialistCredentials.ts"
import { type RunEvent, RunEvents } from "../../src/assistant/turn/RunEvents.ts"
import { type AgentRun } from "../../src/assistant/usage/AgentRuns.ts"
import { CurrentTextReceiver, type TextReceiver } from "../../src/platform/provider/TextReceiver.ts"
import { settings } from "../../src/testing/Settings.ts"
import { ada } from "../../src/testing/SmallShop.ts"
import { secret } from "../../src/testing/TestSpecialist.ts"
import { turnOf } from "../../src/testing/TurnOf.ts"

/** The orchestrator's side of a hop, and servers in place of the specialist. */

/** A client whose specialists are all at this address. */
export const clientOf = (address: string, variables: Readonly<Record<string, string>> = {}) =>
  SpecialistClient.layer.pipe(
    Layer.provide(SpecialistCredentials.layerSharedSecret),
    Layer.provide(
      settings({
        AGENT_SHARED_SECRET: secret,
        AGENT_REGISTRY: JSON.stringify(Object.fromEntries(SpecialistName.literals.map((name) => [name, address]))),
        ...variables
      })
    ),
    Layer.orDie
  )

/** The client, over real sockets, until the scope closes. */
export const connect = (address: string, variables?: Readonly<Record<string, string>>) =>
  Effect.map(
    Layer.build(Layer.provide(clientOf(address, variables), NodeHttpClient.layerUndici)),
    Context.get(SpecialistClient)
  )

/** A question of Ada's. */
export const question = (overrides: Partial<AgentRun> = {}) =>
  Effect.map(turnOf(ada, "where's my stuff", { within: "10 seconds" }), (turn): AgentRun => ({
    ...turn,
    id: UsageLogId.make(v7()),
    agentName: "order-management",
    message: "Where is my order?",
    messageId: "m-1",
    history: [{ role: "assistant", text: "Hello Ada.", agentName: "orchestrator" }],
    conversationId: ConversationId.make("cccccccc-0000-4000-8000-000000000001"),
    ...overrides
  }))

export type Handler = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest.HttpServerRequest>

/** Serves every path until the scope closes; returns the address. */
export const listen = (handler: Handler, makeServer: () => Server = createServer) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(
      Layer.provideMerge(
        HttpServer.serve(Effect.orDie(handler)),
        NodeHttpServer.layer(makeServer, { port: 0, host: "127.0.0.1" })
      ).pipe(Layer.orDie)
    )
    const { address } = Context.get(context, HttpServer.HttpServer)
    return `http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}`
  })

/** What the client makes of a server that answers like this. */
export const against = (
  handler: Handler,
  variables?: Readonly<Record<string, string>>,
  overrides?: Partial<AgentRun>
) =>
  Effect.gen(function* () {
    const { send } = yield* connect(yield* listen(handler), variables)
    return yield* send(yield* question(overrides))
  })

/** The event that has a whole task. */
export const task = (state: string, more: object = {}) => ({
  task: { id: "t", contextId: "c", status: { state }, ...more }
})

/** The task with this answer. */
export const answered = (text: string) =>
  task("TASK_STATE_COMPLETED", { artifacts: [{ artifactId: "answer", parts: [{ text }] }] })

/** The event of a new state. */
export const status = (state: string, usageSteps?: object, more: object = {}) => ({
  statusUpdate: {
    taskId: "t",
    contextId: "c",
    status: { state, ...more },
    ...(usageSteps === undefined ? {} : { metadata: { "urn:storefront-assistant:a2a:usage-steps:v1": usageSteps } })
  }
})

/** The event of text of the answer, with what the history extension says about it. */
export const words = (text: string, append: boolean, progress?: unknown) => ({
  artifactUpdate: {
    taskId: "t",
    contextId: "c",
    append,
    artifact: { artifactId: "answer", parts: [{ text }] },
    metadata: { "urn:storefront-assistant:a2a:conversation-history:v1": progress }
  }
})

export const frameOf = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`

export const eventStream = { contentType: "text/event-stream" }

/** A stream of these events. */
export const streamed = (...events: ReadonlyArray<unknown>) =>
  HttpServerResponse.text(events.map(frameOf).join(""), eventStream)

/** Collects the progress of a turn whose door streams. */
export const following =
  (progress: Array<RunEvent>) =>
  <A, E, R>(turn: Effect.Effect<A, E, R>) => {
    const publish = (event: RunEvent) => Effect.asVoid(Effect.sync(() => progress.push(event)))
    return turn.pipe(
      // The text of the orchestrator's run comes from the receiver.
      Effect.provideService(RunEvents, {
        publish: (event) => Effect.when(publish(event), () => event._tag !== "text").pipe(Effect.asVoid),
        streamsText: true
      }),
      Effect.provideService(CurrentTextReceiver, Option.some(receiverOf(progress)))
    )
  }

/** A receiver that collects text beside the progress. */
export const receiverOf = (progress: Array<RunEvent>): TextReceiver => ({
  text: (delta) => Effect.asVoid(Effect.sync(() => progress.push({ _tag: "text", delta }))),
  discard: Effect.asVoid(Effect.sync(() => progress.push({ _tag: "text_discarded" })))
})

/** Progress as one line each: kind, and what tells it apart. */
export const linesOf = (progress: ReadonlyArray<RunEvent>) =>
  progress.map((event) => {
    switch (event._tag) {
      case "specialist_started":
        return `${event._tag} ${event.specialist}`
      case "specialist_finished":
      case "tool_finished":
        return `${event._tag} ${event.status}`
      case "tool_started":
        return `${event._tag} ${event.tool}`
      case "proposed":
        return `${event._tag} ${event.action.terms.act}`
      case "text":
        return `${event._tag} ${event.delta}`
      default:
        return event._tag
    }
  })
