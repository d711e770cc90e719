import { WeightsHeader, type Weights } from "@storefront/agents/planner/classify/Weights"
import { Schema } from "effect"
import { writeFileSync } from "node:fs"
import { brotliCompressSync } from "node:zlib"

/** Weights of features, of each a row with a column per class, most of which are 0. */
export const weightsOf = (
  classes: ReadonlyArray<string>,
  rows: ReadonlyArray<readonly [feature: string, row: ReadonlyArray<number>]>
): Weights => {
  const entries = rows.map(([, row]) => [...row.entries()].filter(([, value]) => value !== 0))
  return {
    classes,
    features: rows.map(([feature]) => feature),
    counts: Uint8Array.from(entries, ({ length }) => length),
    columns: Uint8Array.from(entries.flat(), ([column]) => column),
    values: Int16Array.from(entries.flat(), ([, value]) => value)
  }
}

const encodeHead = Schema.encodeSync(WeightsHeader)

/** Keeps what training has learned. */
export const writeWeights = (file: string, { classes, columns, counts, features, values }: Weights): void => {
  const head = Buffer.from(`${encodeHead({ classes: classes.join(" "), features: features.join(" ") })}\n`)
  writeFileSync(file, brotliCompressSync(Buffer.concat([head, counts, columns, new Uint8Array(values.buffer)])))
}
