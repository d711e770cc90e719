import { Context } from "effect"
import { createHash } from "node:crypto"

/**
 * The identity of one tool call for tools that write: the turn and the ordinal of the call in it.
 *
 * The agent runtime provides it around the execution of every tool call, so that a repetition of the same turn finds the
 * stored result in `tool_effects` instead of writing twice. `"absent"` means that nobody did: a writing tool then acts
 * without that protection.
 */
export class EffectKey extends Context.Reference<EffectKey>()("@storefront/server/effects/EffectKey", {
  defaultValue: (): string => "absent"
}) {}

/** The key of a call; `ordinal` counts the calls of the turn from 0. The turn may be named by any text. */
export const effectKeyOf = (turnId: string, ordinal: number): string =>
  `${createHash("sha256").update(turnId).digest("hex")}:${ordinal}`
