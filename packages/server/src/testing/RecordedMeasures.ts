import { Layer } from "effect"
import { type Attributes, Measures, type Recorder } from "../platform/telemetry/Measures.ts"

/** A measure that was taken; of a counter the value is 1. */
export interface Taken {
  readonly name: string
  readonly value: number
  readonly attributes: Attributes
}

/** Keeps the measures that are taken. */
export const recorder = (taken: Array<Taken>): Recorder => ({
  record: ({ name }, value, attributes) => void taken.push({ name, value, attributes }),
  add: ({ name }, attributes) => void taken.push({ name, value: 1, attributes }),
  observe: () => {}
})

/** The same for a program. */
export const layer = (taken: Array<Taken>) => Layer.succeed(Measures, recorder(taken))
