import { type UsageLogId } from "@storefront/domain/Ids"
import { Context, Option } from "effect"
import { hash } from "node:crypto"

/**
 * Idempotency key of the message that tool calls are made for. A repeated message has the same key, and finds earlier
 * writes instead of writing again: `docs/decisions/0010-known-writes.md`.
 *
 * The agent runtime provides it around every tool call. The default `"absent"` lets a writing tool act without this
 * protection.
 */
export class EffectKey extends Context.Reference<EffectKey>()("@storefront/server/platform/effects/EffectKey", {
  defaultValue: (): string => "absent"
}) {}

/** Hashes a message's key for `tool_effects` and `agent_runs`: 64 hexadecimal digits. */
export const messageKeyOf = (name: string): string => hash("sha256", name)

/** A run of an agent, as its writing tools see it. */
export interface WritingRun {
  /** Must be open for its tools to write; none where runs are not recorded. */
  readonly id: Option.Option<UsageLogId>
  /** Keys of the calls claimed or repeated so far. */
  readonly claimed: Set<string>
  /** Those of the claimed calls whose results have reached the run. */
  readonly given: Set<string>
  /** Mark of the last call by the thing that it changed. */
  readonly latest: Map<string, string>
  /** Calls by tool and arguments: what each changed, and how often it was made anew after another one changed that. */
  readonly made: Map<string, { readonly changed: string; readonly times: number }>
}

/** Makes a run that has written nothing yet. */
export const writingRun = (id: Option.Option<UsageLogId>): WritingRun => ({
  id,
  claimed: new Set(),
  given: new Set(),
  latest: new Map(),
  made: new Map()
})

/** The run that tool calls belong to; none outside of a run. */
export class CurrentRun extends Context.Reference<CurrentRun>()(
  "@storefront/server/platform/effects/EffectKey/CurrentRun",
  {
    defaultValue: (): Option.Option<WritingRun> => Option.none()
  }
) {}
