import { type Tool } from "@effect/ai"
import { type ToolRefusal } from "@storefront/domain/tools/ToolContract"
import { type Effect } from "effect"

/**
 * Handlers of tools open to every caller: they depend on neither the caller nor the request. Agents and tool servers
 * use the same ones.
 */
export type ServedHandlers<Tools extends Record<string, Tool.Any>> = {
  readonly [Name in keyof Tools]: (
    params: Tool.Parameters<Tools[Name]>
  ) => Effect.Effect<Tool.Success<Tools[Name]>, ToolRefusal>
}
