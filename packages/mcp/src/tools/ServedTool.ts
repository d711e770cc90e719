import { type Tool, type Toolkit } from "@effect/ai"
import { KnownNames, type ShopNames } from "@storefront/domain/ShopNames"
import { TimeLimit } from "@storefront/domain/tools/TimeLimit"
import {
  handlerDied,
  invalidArguments,
  type ToolFailure,
  type ToolRefusal,
  databaseLost
} from "@storefront/domain/tools/ToolContract"
import * as ToolArguments from "@storefront/server/assistant/agent/ToolArguments"
import { failureOf, timedOut } from "@storefront/server/assistant/agent/ToolResult"
import * as Metrics from "@storefront/server/platform/telemetry/Metrics"
import { observed } from "@storefront/server/platform/telemetry/ObservedCall"
import * as TraceContext from "@storefront/server/platform/telemetry/TraceContext"
import { Context, Effect, Option, Schema, Struct, type Tracer } from "effect"
import { type ServedHandlers } from "./ServedHandlers.ts"
import * as ToolListing from "./ToolListing.ts"

/** Result of a call in the form of the protocol. */
export type CallResult = {
  readonly content: Array<{ readonly type: "text"; readonly text: string }>
  /** Encoded success of the contract, or a failure. */
  readonly structuredContent: Record<string, unknown>
  readonly isError: boolean
}

/** Calls a tool with any arguments, in the trace that the sender names. Never fails. */
export type ToolCall = (params: unknown, sender: Option.Option<Tracer.ExternalSpan>) => Effect.Effect<CallResult>

const resultOf = (isError: boolean, structuredContent: Record<string, unknown>): CallResult => ({
  content: [{ type: "text", text: JSON.stringify(structuredContent) }],
  structuredContent,
  isError
})

const encodeFailure = Schema.encodeSync(ToolListing.ServedFailure)

const failed = (failure: ToolFailure) => resultOf(true, { ...encodeFailure(failure) })

/** Makes the span a child of the sender's and links the request's; without a sender, it belongs to the request. */
const spanOptions = (sender: Option.Option<Tracer.ExternalSpan>, request: Option.Option<Tracer.AnySpan>) =>
  Option.match(sender, {
    onNone: () => ({}),
    onSome: (parent) => ({ parent, links: Option.toArray(Option.map(request, TraceContext.link)) })
  })

const callOf = <T extends Tool.Any>(
  tool: T,
  handler: (params: Tool.Parameters<T>) => Effect.Effect<Tool.Success<T>, ToolRefusal>,
  names: Effect.Effect<ShopNames>
): ToolCall => {
  const decode = Schema.decodeUnknown(Schema.make<Tool.Parameters<T>, unknown>(tool.parametersSchema.ast))
  const encode = Schema.encode(Schema.make<Tool.Success<T>, Record<string, unknown>>(tool.successSchema.ast))
  const attributes = { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool.name }

  const execute = (params: unknown): Effect.Effect<CallResult> =>
    ToolArguments.check(tool, params).pipe(
      Effect.flatMap((errors) =>
        errors.length > 0 ? Effect.fail(invalidArguments(errors)) : Effect.orDie(decode(params))
      ),
      Effect.provideServiceEffect(KnownNames, Effect.asSome(names)),
      Effect.flatMap(handler),
      Effect.flatMap((success) => Effect.orDie(encode(success))),
      Effect.map((value) => resultOf(false, value)),
      Effect.catchTag("DatabaseUnavailable", (lost) =>
        Effect.zipRight(Effect.logError("a tool failed", lost), Effect.fail(databaseLost))
      ),
      Effect.catchAll((failure) => Effect.succeed(failed(failure))),
      Effect.timeoutTo({
        duration: Context.get(tool.annotations, TimeLimit),
        onSuccess: (result) => result,
        onTimeout: () => failed(timedOut)
      }),
      Effect.catchAllDefect((defect) => Effect.as(Effect.logError("a tool failed", defect), failed(handlerDied)))
    )

  return (params, sender) =>
    Effect.flatMap(Effect.option(Effect.currentParentSpan), (request) =>
      observed<CallResult>({
        span: `tools/call ${tool.name}`,
        options: {
          kind: "server",
          attributes: { "gen_ai.operation.name": "execute_tool", ...attributes },
          ...spanOptions(sender, request)
        },
        histogram: Metrics.mcpServerOperationDuration,
        attributes,
        failureOf: ({ isError, structuredContent }) => failureOf({ isFailure: isError, value: structuredContent })
      })(execute(params))
    )
}

export interface ServedTool {
  readonly listed: ToolListing.ListedTool
  readonly call: ToolCall
}

/** Makes the served tools of a toolkit, for a shop with these names of categories and regions. */
export const make = <Tools extends Record<string, Tool.Any>>(
  { tools }: Toolkit.Toolkit<Tools>,
  handlers: ServedHandlers<Tools>,
  names: Effect.Effect<ShopNames>
): ReadonlyArray<ServedTool> =>
  Struct.keys(tools).map((name) => {
    const tool: Tools[typeof name] = tools[name]
    return { listed: ToolListing.of(tool), call: callOf(tool, handlers[name], names) }
  })
