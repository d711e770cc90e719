import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { brotliDecompressSync } from "node:zlib"

/** Weights of a linear classifier as a sparse matrix: features by classes. Written by evals/phrases/WriteWeights.ts. */
export interface Weights {
  /** Classes in column order. */
  readonly classes: ReadonlyArray<string>
  readonly features: ReadonlyArray<string>
  /** Number of weights of each feature. */
  readonly counts: Uint8Array
  /** Class of each weight, feature by feature; `values` has the weights, in tenths. */
  readonly columns: Uint8Array
  readonly values: Int16Array
}

/** Returns the path of a weights file, resolved by package name so that it is found wherever this runs. */
export const weightsPath = (name: "word" | "label" | "mood"): string =>
  createRequire(import.meta.url).resolve(`@storefront/agents/data/${name}Weights.br`)

/** First line of a weights file; names are separated by spaces. `counts`, `columns` and `values` follow as bytes. */
export const WeightsHeader = Schema.parseJson(
  Schema.Struct({ classes: Schema.String, features: Schema.String }).annotations({ identifier: "Head" })
)

const decodeHead = Schema.decodeUnknownSync(WeightsHeader)

/** Reads a file of `writeWeights`. Throws if it is damaged or was trained for other classes than the declared ones. */
export const readWeights = (file: string, declared: ReadonlyArray<string>): Weights => {
  const bytes = brotliDecompressSync(readFileSync(file))
  const end = bytes.indexOf("\n")
  const { classes, features } = decodeHead(bytes.toString("utf8", 0, end))
  if (classes !== declared.join(" ")) {
    throw new Error(
      "The weights of the planner were trained for other labels than are declared; npm run train:phrases trains them anew"
    )
  }
  const names = features.split(" ")
  const counts = new Uint8Array(bytes.subarray(end + 1, end + 1 + names.length))
  const numbers = bytes.subarray(end + 1 + names.length)
  const size = counts.reduce((sum, count) => sum + count, 0)
  if (numbers.length !== 3 * size) {
    throw new Error("The weights of the planner are not complete; npm run train:phrases trains them anew")
  }
  return {
    classes: declared,
    features: names,
    counts,
    columns: new Uint8Array(numbers.subarray(0, size)),
    // A copy, because the numbers may begin at an odd offset.
    values: new Int16Array(new Uint8Array(numbers.subarray(size)).buffer)
  }
}

export interface Model {
  readonly knows: (feature: string) => boolean
  /** Scores each class by the features, on top of `start` if given. */
  readonly score: (features: ReadonlyArray<string>, start?: Float64Array) => Float64Array
}

export const modelOf = ({ classes, columns, counts, features, values }: Weights): Model => {
  const rows = new Map(features.map((feature, row) => [feature, row]))
  const ends = Uint32Array.from(counts)
  ends.forEach((count, row) => (ends[row] = count + (ends[row - 1] ?? 0)))
  return {
    knows: (feature) => rows.has(feature),
    score: (present, start) => {
      const scores = start === undefined ? new Float64Array(classes.length) : Float64Array.from(start)
      // Scaled by the number of features, so that long clauses do not get extreme scores.
      const strength = 1 / Math.sqrt(present.length)
      for (const row of present.flatMap((feature) => rows.get(feature) ?? [])) {
        for (let at = ends[row - 1] ?? 0; at < (ends[row] ?? 0); at++) {
          const column = columns[at] ?? 0
          scores[column] = (scores[column] ?? 0) + ((values[at] ?? 0) / 10) * strength
        }
      }
      return scores
    }
  }
}

/** Returns the index of the highest score, and its probability. */
export const bestOf = (scores: Float64Array): { readonly best: number; readonly probability: number } => {
  const highest = Math.max(...scores)
  return {
    best: scores.indexOf(highest),
    probability: 1 / scores.reduce((sum, score) => sum + Math.exp(score - highest), 0)
  }
}
