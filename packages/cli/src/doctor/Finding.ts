import { type Cause, Effect, Schema } from "effect"
import * as Failure from "../Failure.ts"
import { type coloured } from "../Paint.ts"

/** A check, what it found, and what to do about it. */
export const Finding = Schema.Struct({
  check: Schema.String,
  /** `note`: nothing has to be fixed. */
  state: Schema.Literal("ok", "note", "problem"),
  text: Schema.String,
  mend: Schema.NullOr(Schema.String)
})
export type Finding = typeof Finding.Type

export const ok = (check: string, text: string): Finding => ({ check, state: "ok", text, mend: null })
export const note = (check: string, text: string, mend: string): Finding => ({ check, state: "note", text, mend })
export const problem = (check: string, text: string, mend: string): Finding => ({ check, state: "problem", text, mend })

/** Turns a failure into a problem; its text may already contain a remedy. */
export const failed = (check: string, mend: string) => (cause: Cause.Cause<unknown>) =>
  Effect.succeed(problem(check, Failure.describe(cause), mend))

const marks = { ok: "ok", note: "note", problem: "FIX" } as const

/** Formats findings, each on a line with its remedy below. */
export const lines = (findings: ReadonlyArray<Finding>, paint: typeof coloured): ReadonlyArray<string> => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const colours = { ok: paint.good, note: paint.warning, problem: paint.bad }
  return findings.flatMap(({ check, mend, state, text }) => [
    `${colours[state](marks[state].padEnd(4))}  ${check.padEnd(width)}  ${text}`,
    ...(mend === null ? [] : [`${" ".repeat(width + 8)}${paint.faint(mend)}`])
  ])
}
