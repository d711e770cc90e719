import { hash } from "node:crypto"
import { messageKeyOf, type WritingRun } from "./EffectKey.ts"

export type Params = Readonly<Record<string, string | number | boolean | null>>

/** Hashes arguments independently of their order. */
export const digest = (params: Params) =>
  hash("sha256", JSON.stringify(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))))

/** Identity of a writing tool call. */
export interface CallName {
  readonly messageKey: string
  readonly args: string
  readonly key: string
  /** Tool and arguments; `times` counts how often the run has made the call anew. */
  readonly made: string
  readonly times: number
  /** Mark of the call on the thing it changes; additive calls of one tool share it. */
  readonly mark: string
}

/**
 * Derives the identity of a call. A repeated call counts as new if another call has changed the same thing since:
 * quantity 2, then 3, then 2; or add, remove, add.
 */
export const nameOf = (
  { addsUp, params, toolName }: { readonly toolName: string; readonly params: Params; readonly addsUp?: true },
  message: string,
  run: WritingRun
): CallName => {
  const messageKey = messageKeyOf(message)
  const args = digest(params)
  const made = `${toolName}:${args}`
  const mark = addsUp ? toolName : made
  const before = run.made.get(made)
  const isUndone = before !== undefined && run.latest.get(before.changed) !== mark
  const times = (before?.times ?? 0) + (isUndone ? 1 : 0)
  return { messageKey, args, made, times, mark, key: `${messageKey}:${args}${times === 0 ? "" : `:${times}`}` }
}
