import { type Cause, Effect, Schema } from "effect"
import * as Failure from "../Failure.ts"
import { type coloured } from "../Paint.ts"

/** What was looked at, what was found, and what to do about it. */
export const Finding = Schema.Struct({
  check: Schema.String,
  /** A note is in nobody's way. */
  state: Schema.Literal("ok", "note", "problem"),
  text: Schema.String,
  mend: Schema.NullOr(Schema.String)
})
export type Finding = typeof Finding.Type

export const ok = (check: string, text: string): Finding => ({ check, state: "ok", text, mend: null })
export const note = (check: string, text: string, mend: string): Finding => ({ check, state: "note", text, mend })
export const problem = (check: string, text: string, mend: string): Finding => ({ check, state: "problem", text, mend })

/** Sentences of failures have what was found and what to do about it in one. */
export const failed = (check: string, mend: string) => (cause: Cause.Cause<unknown>) =>
  Effect.succeed(problem(check, Failure.describe(cause), mend))

const marks = { ok: "ok", note: "note", problem: "FIX" } as const

/** A line for each finding, and below it what to do. */
export const lines = (findings: ReadonlyArray<Finding>, paint: typeof coloured): ReadonlyArray<string> => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const colours = { ok: paint.good, note: paint.warning, problem: paint.bad }
  return findings.flatMap(({ check, mend, state, text }) => [
    `${colours[state](marks[state].padEnd(4))}  ${check.padEnd(width)}  ${text}`,
    ...(mend === null ? [] : [`${" ".repeat(width + 8)}${paint.faint(mend)}`])
  ])
}
