import { hash } from "node:crypto"
import { messageKeyOf, type WritingRun } from "./EffectKey.ts"

/** Arguments of a writing tool call. */
export type Params = Readonly<Record<string, string | number | boolean | null>>

/** The same for the same arguments, in whatever order they were given. */
export const digest = (params: Params) =>
  hash("sha256", JSON.stringify(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))))

/** What a call is known by. */
export interface CallName {
  readonly messageKey: string
  readonly args: string
  readonly key: string
  /** Tool and arguments, and how often the run has made the call anew. */
  readonly made: string
  readonly times: number
  /** What it leaves on that which it changes; the same for all calls that add up. */
  readonly mark: string
}

/**
 * A call is made anew when another one has changed the same since: quantity 2, then 3, then 2; or put in, taken out, put
 * in.
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
