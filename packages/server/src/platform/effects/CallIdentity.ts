import { hash } from "node:crypto"
import { messageKeyOf, type WritingRun } from "./EffectKey.ts"

export type Params = Readonly<Record<string, string | number | boolean | null>>

/** Hashes arguments independently of their order. Stored keys contain the hash, so it must not change. */
export const digest = (params: Params) =>
  hash("sha256", JSON.stringify(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))))

export interface CallIdentity {
  readonly messageKey: string
  readonly args: string
  readonly key: string
  /** Tool and arguments, without the message. */
  readonly callKey: string
  /** Number of times that the run has made the call anew. */
  readonly repetition: number
  /** Label by which the run remembers the last call that changed a thing; additive calls of one tool share it. */
  readonly mark: string
}

/**
 * Derives the identity of a call. A repeated call counts as new if another call has changed the same thing since:
 * quantity 2, then 3, then 2; or add, remove, add.
 */
export const identityOf = (
  { isAdditive, params, toolName }: { readonly toolName: string; readonly params: Params; readonly isAdditive?: true },
  message: string,
  run: WritingRun
): CallIdentity => {
  const messageKey = messageKeyOf(message)
  const args = digest(params)
  const callKey = `${toolName}:${args}`
  const mark = isAdditive ? toolName : callKey
  const earlier = run.calls.get(callKey)
  const isSuperseded = earlier !== undefined && run.lastCallOn.get(earlier.changed) !== mark
  const repetition = (earlier?.repetition ?? 0) + (isSuperseded ? 1 : 0)
  const key = `${messageKey}:${args}${repetition === 0 ? "" : `:${repetition}`}`
  return { messageKey, args, callKey, repetition, mark, key }
}
