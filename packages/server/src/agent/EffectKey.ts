import { Context } from "effect"

/**
 * The identity of one tool call for tools that write: `<traceId>:<spanId>:<call ordinal>`, where the span is that of the
 * run (a turn may run the same agent twice) and the ordinal counts the calls of the run from 0.
 *
 * The agent runtime provides it around the execution of every tool call, so that the repetition of a call finds the
 * stored result in `tool_effects` instead of writing twice. `"absent"` means that nobody did: a writing tool then acts
 * without that protection.
 */
export class EffectKey extends Context.Reference<EffectKey>()("@storefront/server/agent/EffectKey", {
  defaultValue: (): string => "absent"
}) {}
