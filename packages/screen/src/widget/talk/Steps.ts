import { type ShownCall, type TaskView } from "@storefront/domain/turn/TaskView"
import { fieldsOf, isFields, listOf, numberOf, textOf } from "../../json/Fields.ts"

/** An answer in the making, beyond the task's present state: the work that was seen, and text that did not stay. */

export type Step =
  | (Pick<ShownCall, "name" | "title" | "isFinished"> & { readonly kind: "specialist"; readonly call: string })
  /** Text that was released, and then was no part of the answer. */
  | { readonly kind: "discarded"; readonly text: string }

/** Parts that the task had before this message continued it, and that its snapshots repeat. */
export interface Before {
  readonly text: string
  readonly cards: number
}

export interface Making {
  readonly steps: ReadonlyArray<Step>
  /** Answer so far. */
  readonly text: string
}

/** Enters the specialists of a view. They work one after another: those before the last one have finished. */
const withSpecialists = (steps: ReadonlyArray<Step>, { calls }: TaskView): ReadonlyArray<Step> => {
  let entered = steps
  for (const { call, isFinished, kind, name, title } of calls) {
    if (kind === "specialist") {
      const step = { kind, call, name, title, isFinished } as const
      entered = entered.some((other) => other.kind === "specialist" && other.call === call)
        ? entered.map((other) => (other.kind === "specialist" && other.call === call ? step : other))
        : [...entered.map((other) => (other.kind === "specialist" ? { ...other, isFinished: true } : other)), step]
    }
  }
  return entered
}

/** Takes the next view of the task. Text that does not go on was discarded, and becomes a step. */
export const advance = ({ steps, text }: Making, view: TaskView, before: Before): Making => {
  const now = view.text === before.text ? "" : view.text
  const kept: ReadonlyArray<Step> = now.startsWith(text) ? steps : [...steps, { kind: "discarded", text }]
  return { steps: withSpecialists(kept, view), text: now }
}

/** Marks all work as finished. */
export const finished = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> =>
  steps.map((step) => (step.kind === "specialist" ? { ...step, isFinished: true } : step))

const readStep = (value: unknown): ReadonlyArray<Step> => {
  const { call, isFinished, kind, name, text, title } = fieldsOf(value)
  return kind === "discarded"
    ? [{ kind, text: textOf(text) }]
    : kind === "specialist"
      ? [{ kind, call: textOf(call), name: textOf(name), title: textOf(title), isFinished: isFinished === true }]
      : []
}

/** Reads what was seen of an answer from storage. */
export const readMaking = (value: unknown): Making => {
  const { steps, text } = fieldsOf(value)
  return { steps: listOf(steps).flatMap(readStep), text: textOf(text) }
}

export const readBefore = (value: unknown): Before | null =>
  isFields(value) ? { text: textOf(value["text"]), cards: numberOf(value["cards"]) } : null
