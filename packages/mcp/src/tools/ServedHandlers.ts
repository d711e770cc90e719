import { type Tool } from "@effect/ai"
import { type ToolRefusal } from "@storefront/domain/tools/ToolContract"
import { type Effect } from "effect"

/**
 * Handlers of tools that anybody may be given: they know no caller, and nothing else of the request. The same ones
 * answer in an agent and in a tool server.
 */
export type ServedHandlers<Tools extends Record<string, Tool.Any>> = {
  readonly [Name in keyof Tools]: (
    params: Tool.Parameters<Tools[Name]>
  ) => Effect.Effect<Tool.Success<Tools[Name]>, ToolRefusal>
}
