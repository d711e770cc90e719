import { type UsageLogId } from "@storefront/domain/Ids"
import { Context, Option } from "effect"
import { hash } from "node:crypto"

/**
 * Idempotency key of the message that tool calls are made for. A repeated message has the same key, so its calls find
 * the stored results instead of writing again: `docs/decisions/0010-known-writes.md`.
 *
 * The agent runtime provides it around every tool call. With the default `"absent"`, writes are not protected.
 */
export class EffectKey extends Context.Reference<EffectKey>()("@storefront/server/platform/effects/EffectKey", {
  defaultValue: (): string => "absent"
}) {}

/** Hashes a message's key for `tool_effects` and `agent_runs`: 64 hexadecimal digits. */
export const messageKeyOf = (name: string): string => hash("sha256", name)

/** The record of an agent's run that `ToolEffects` keeps to recognise repeated calls. */
export interface WritingRun {
  /** Id of the run, which must be open for its tools to write; none where runs are not recorded. */
  readonly id: Option.Option<UsageLogId>
  /** Keys of the calls that were claimed or repeated so far. */
  readonly claimed: Set<string>
  /** Keys of the claimed calls whose results have reached the run. */
  readonly delivered: Set<string>
  /** `CallIdentity.mark` of the last call that changed each thing. */
  readonly lastCallOn: Map<string, string>
  /** By `CallIdentity.callKey`: the thing that the call changed, and its `repetition`. */
  readonly calls: Map<string, { readonly changed: string; readonly repetition: number }>
}

/** Makes a run that has written nothing yet. */
export const writingRun = (id: Option.Option<UsageLogId>): WritingRun => ({
  id,
  claimed: new Set(),
  delivered: new Set(),
  lastCallOn: new Map(),
  calls: new Map()
})

/** The run that tool calls belong to; none outside of a run. */
export class CurrentRun extends Context.Reference<CurrentRun>()(
  "@storefront/server/platform/effects/EffectKey/CurrentRun",
  {
    defaultValue: (): Option.Option<WritingRun> => Option.none()
  }
) {}
