import { Toolkit } from "@effect/ai"
import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServerRequest } from "@effect/platform-node"
import { CurrentUser } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { compareCarriers } from "@storefront/domain/tools/FulfillmentTools"
import { checkStock } from "@storefront/domain/tools/InventoryTools"
import * as Guard from "@storefront/server/assistant/guard/Guard"
import * as LoopbackServer from "@storefront/server/testing/LoopbackServer"
import { settings } from "@storefront/server/testing/Settings"
import { ada } from "@storefront/server/testing/SmallShop"
import { Effect, Layer, Logger, Schema } from "effect"
import * as McpToolClient from "../../src/McpToolClient.ts"
import * as ToolListing from "../../src/tools/ToolListing.ts"

/** A tool server of somebody else with two tools of mcp-inventory, and an agent's handlers before it. */

export const tools = Toolkit.make(checkStock, compareCarriers)

/** What the server says about its tools when it says what it should. */
export const listed = [ToolListing.of(checkStock), ToolListing.of(compareCarriers)]

export const product = ProductId.make("11111111-1111-4111-8111-111111111111")

/** A good result of `check_stock`. */
export const stock = {
  product_id: product,
  product_name: "Desk lamp",
  in_stock: true,
  total_quantity: 7,
  warehouses: [{ warehouse: "East Hub", region: "east", quantity: 7, low_stock: false }],
  variants: []
}

const Message = Schema.Struct({
  id: Schema.optional(Schema.Number),
  method: Schema.String,
  params: Schema.Record({ key: Schema.String, value: Schema.Unknown })
})

/** A request as the server got it. */
export type Received = typeof Message.Type & {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Number of the connection that it came over. */
  readonly connection: number
}

type Answer = (received: Received) => Effect.Effect<HttpServerResponse.HttpServerResponse>

/** The answer to a request: its result, or an error, as a body. */
export const reply = (
  { id }: Received,
  body: { readonly result: unknown } | { readonly error: unknown },
  status = 200
) => HttpServerResponse.unsafeJson({ jsonrpc: "2.0", id, ...body }, { status })

/** The result of a call. */
export const called = (received: Received, structuredContent: unknown, isError = false) =>
  reply(received, {
    result: { content: [{ type: "text", text: "-" }], structuredContent, isError, resultType: "complete" }
  })

/** A server that lists its tools as it should and answers calls like this, unless `other` answers. */
export const start = Effect.fnUntraced(function* (
  onCall: Answer = (received) => Effect.succeed(called(received, stock)),
  other: Readonly<Record<string, Answer>> = {}
) {
  const received: Array<Received> = []
  const connections = new Map<unknown, number>()
  const answers: Readonly<Record<string, Answer>> = {
    "tools/list": (message) => Effect.succeed(reply(message, { result: { tools: listed, resultType: "complete" } })),
    "tools/call": onCall,
    ...other
  }
  const url = yield* LoopbackServer.serve(
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
      const connection = connections.get(socket) ?? connections.size + 1
      connections.set(socket, connection)
      if (request.method === "DELETE") {
        received.push({ method: "DELETE", params: {}, headers: request.headers, connection })
        return HttpServerResponse.empty({ status: 200 })
      }
      const message = { ...(yield* HttpServerRequest.schemaBodyJson(Message)), headers: request.headers, connection }
      received.push(message)
      return yield* (
        answers[message.method]?.(message) ??
          Effect.succeed(reply(message, { error: { code: -32601, message: "Method not found" } }, 404))
      )
    }).pipe(Effect.orDie)
  )
  return { url, received, methods: () => received.map(({ method }) => method) }
})

/** Calls tools as an agent does whose tool server is at this address. */
export const agentAt = (url: string, variables: Readonly<Record<string, string>> = {}) =>
  Effect.map(
    Layer.build(
      McpToolClient.layer("mcp-inventory", tools, "inventory-fulfillment").pipe(
        Layer.provide([Guard.layer, NodeHttpClient.layerUndici]),
        Layer.provide(settings({ MCP_INVENTORY_URL: url, ...variables }))
      )
    ),
    (handlers) => ({
      /** The encoded success or failure of `check_stock`. */
      checkStock: Effect.flatMap(tools, ({ handle }) => handle("check_stock", { product_id: product })).pipe(
        Effect.map(({ encodedResult, isFailure }) => ({ isFailure, result: encodedResult })),
        Effect.provideService(CurrentUser, ada),
        Effect.provide(handlers)
      )
    })
  )

/** What comes of a call of `check_stock`. */
export const found = { isFailure: false, result: stock }

/** What an agent tells its model when there is no result that it could use. */
export const outOfReach = {
  isFailure: true,
  result: {
    error: "unavailable",
    message:
      "The service that knows this cannot be reached at the moment. Say what could not be found out, or try once more.",
    retryable: true
  }
}

/** What an effect says in the log: the text and what is annotated. */
export const logOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const lines: Array<unknown> = []
  const logger = Logger.make<unknown, void>(({ annotations, message }) => {
    lines.push([...[message].flat(), Object.fromEntries(annotations)])
  })
  return Effect.map(Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger)), (result) => ({
    result,
    lines
  }))
}

/** Answers like this, at once. */
export const answers = (make: (received: Received) => HttpServerResponse.HttpServerResponse) => (received: Received) =>
  Effect.succeed(make(received))
