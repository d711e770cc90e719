import { type Tool, type Toolkit } from "@effect/ai"
import { invalidArguments, ToolFailure, unavailable } from "@storefront/domain/tools/ToolContract"
import { type ServiceName, type ToolServerName } from "@storefront/domain/Topology"
import { toolServerUrl } from "@storefront/server/platform/config/McpConfig"
import { Neutraliser } from "@storefront/server/assistant/guard/Neutraliser"
import { destination } from "@storefront/server/platform/telemetry/SpanConventions"
import { Effect, Layer, Record, Schema } from "effect"
import { ServerFailed } from "./client/ServerFailed.ts"
import { ToolServerAccess } from "./client/ToolServerAccess.ts"
import * as ToolServerClient from "./client/ToolServerClient.ts"
import * as ToolListing from "./tools/ToolListing.ts"

const serverUnreachable = unavailable(
  "The service that knows this cannot be reached at the moment. Say what could not be found out, or try once more."
)

/**
 * Decodes a tool server's answer by its contract. All its text is untrusted: the agent neutralises user text, as in the
 * result of any tool, and all other text is neutralised here.
 */
const readerOf = <A, I>(schema: Schema.Schema<A, I>, { neutraliseForeign }: Neutraliser["Type"]) => {
  const decode = Schema.decodeUnknown(schema)
  return (encoded: unknown) =>
    decode(encoded).pipe(
      Effect.zipRight(neutraliseForeign(schema, encoded)),
      Effect.flatMap(decode),
      Effect.mapError(() => new ServerFailed({ reason: "unreadable_answer" }))
    )
}

/** Converts a server's failure. For invalid arguments the advice is always our own, never the server's. */
const failureOf = (failure: typeof ToolListing.ServedFailure.Type): ToolFailure =>
  failure.error === "invalid_argument" ? invalidArguments(failure.field_errors ?? []) : new ToolFailure(failure)

/** Makes handlers that call the tools of a server. */
const remote = Effect.fnUntraced(function* (server: ToolServerName, tools: ReadonlyArray<Tool.Any>) {
  const url = yield* toolServerUrl(server)
  const client = yield* ToolServerClient.make(url, tools.map(ToolListing.of))
  const neutraliser = yield* Neutraliser
  const readFailure = readerOf(ToolListing.ServedFailure, neutraliser)

  return (tool: Tool.Any) => {
    const encode = Schema.encodeUnknown(Schema.make(tool.parametersSchema.ast))
    const readSuccess = readerOf(Schema.make(tool.successSchema.ast), neutraliser)
    const attributes = {
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool.name,
      ...destination(new URL(url))
    }
    return (params: unknown) =>
      Effect.gen(function* () {
        const args = yield* Effect.orDie(encode(params))
        const { isError, structuredContent } = yield* client.call(tool.name, args)
        return yield* isError
          ? Effect.flatMap(readFailure(structuredContent), (failure) => Effect.fail(failureOf(failure)))
          : readSuccess(structuredContent)
      }).pipe(
        Effect.tapError((error) =>
          Effect.annotateCurrentSpan("error.type", error instanceof ServerFailed ? error.reason : error.error)
        ),
        Effect.withSpan(`tools/call ${tool.name}`, { kind: "client", captureStackTrace: false, attributes }),
        Effect.catchTag("ServerFailed", ({ reason }) =>
          Effect.zipRight(
            Effect.annotateLogs(Effect.logWarning("a tool server gave no result"), { server, tool: tool.name, reason }),
            Effect.fail(serverUnreachable)
          )
        )
      )
  }
})

/**
 * Provides handlers that call a tool server on behalf of `service`. Contracts are unchanged, so callers cannot tell
 * where a tool runs. If the server is down, slow or untrustworthy, calls fail; there is no fallback.
 */
export const layer = <Tools extends Record<string, Tool.Any>>(
  server: ToolServerName,
  toolkit: Toolkit.Toolkit<Tools>,
  service: ServiceName
) =>
  toolkit
    .toLayer(
      Effect.map(
        remote(server, Object.values(toolkit.tools)),
        // Each handler decodes and encodes by its tool's contract, which a record's type cannot express.
        (handlerOf) => Record.map(toolkit.tools, handlerOf) as Toolkit.HandlersFrom<Tools>
      )
    )
    .pipe(Layer.provide(ToolServerAccess.layer(server, service)))
