import { type UsageLogId } from "@storefront/domain/Ids"
import { Context, Option } from "effect"
import { hash } from "node:crypto"

/**
 * Names the message that tool calls are made for. A repetition of the message has the same name, and finds what was
 * written under it instead of writing again: `docs/decisions/0010-known-writes.md`.
 *
 * The agent runtime provides it around every tool call. `"absent"` means that nobody did: a writing tool then acts
 * without that protection.
 */
export class EffectKey extends Context.Reference<EffectKey>()("@storefront/server/platform/effects/EffectKey", {
  defaultValue: (): string => "absent"
}) {}

/** What `tool_effects` and `agent_runs` keep of the name of a message: 64 hexadecimal digits. */
export const messageKeyOf = (name: string): string => hash("sha256", name)

/** A run of an agent, for what its tools write. */
export interface WritingRun {
  /** It must be open when its tools write; none where nobody keeps books of runs. */
  readonly id: Option.Option<UsageLogId>
  /** The keys of the calls that it has claimed or repeated so far. */
  readonly claimed: Set<string>
  /** Those of them whose results it was given. */
  readonly given: Set<string>
  /** The last call that changed something, by what it changed. */
  readonly latest: Map<string, string>
  /** What each call changed, and how often it was made again after another one had changed that. */
  readonly made: Map<string, { readonly changed: string; readonly times: number }>
}

/** A run that has written nothing yet. */
export const writingRun = (id: Option.Option<UsageLogId>): WritingRun => ({
  id,
  claimed: new Set(),
  given: new Set(),
  latest: new Map(),
  made: new Map()
})

/** The run that tool calls belong to. None outside of a run. */
export class CurrentRun extends Context.Reference<CurrentRun>()(
  "@storefront/server/platform/effects/EffectKey/CurrentRun",
  {
    defaultValue: (): Option.Option<WritingRun> => Option.none()
  }
) {}
