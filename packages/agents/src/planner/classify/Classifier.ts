import { Data, Effect, Schema } from "effect"
import { type TaggedToken } from "../text/Tags.ts"
import { features } from "./Features.ts"
import { type Label, labels } from "./Labels.ts"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { brotliCompressSync, brotliDecompressSync } from "node:zlib"

/** What training has learned: what each feature of a clause speaks for and against. */
export interface Weights {
  /** Features that are single words. The classifier knows no other words. */
  readonly words: ReadonlyArray<string>
  /** The other features: pairs of words, classes, forms, lengths. */
  readonly others: ReadonlyArray<string>
  /** In hundredths: a row per feature, the words first, and in it a column per label. */
  readonly matrix: Int16Array
}

/** Where the weights lie: found by the name of the package, wherever this runs. */
export const weightsFile = createRequire(import.meta.url).resolve("@storefront/agents/data/classifierWeights.br")

/** The first line of the file, with a space between features; behind it comes the matrix, and all is compressed. */
const Head = Schema.parseJson(
  Schema.Struct({
    labels: Schema.Array(Schema.String).pipe(
      Schema.filter((trained) => trained.join() === labels.join(), {
        message: () => "they were trained for other labels than are declared; npm run train:phrases trains them anew"
      })
    ),
    words: Schema.String,
    others: Schema.String
  }).annotations({ identifier: "Head" })
)

const encodeHead = Schema.encodeSync(Head)
const decodeHead = Schema.decodeUnknownSync(Head)

/** Reads what `writeWeights` wrote. Throws when that cannot be read, or was trained for other labels. */
export const readWeights = (file: string): Weights => {
  const bytes = brotliDecompressSync(readFileSync(file))
  const end = bytes.indexOf("\n")
  const { others, words } = decodeHead(bytes.toString("utf8", 0, end))
  return {
    words: words.split(" "),
    others: others.split(" "),
    matrix: new Int16Array(new Uint8Array(bytes.subarray(end + 1)).buffer)
  }
}

/** Keeps what training has learned. */
export const writeWeights = (file: string, { matrix, others, words }: Weights): void => {
  const head = Buffer.from(`${encodeHead({ labels, words: words.join(" "), others: others.join(" ") })}\n`)
  writeFileSync(
    file,
    brotliCompressSync(Buffer.concat([head, new Uint8Array(matrix.buffer, matrix.byteOffset, matrix.byteLength)]))
  )
}

/** What was learned, for one word or feature after another. */
interface Learned {
  readonly knows: (word: string) => boolean
  /** What a feature speaks for, in hundredths, by place of the label; `undefined` for one that was not learned. */
  readonly weightsOf: (feature: string) => Int16Array | undefined
}

const learnedFrom = ({ matrix, others, words }: Weights): Learned => {
  const known = new Set(words)
  const starts = new Map([...words, ...others].map((feature, row) => [feature, row * labels.length]))
  return {
    knows: (word) => known.has(word),
    weightsOf: (feature) => {
      const start = starts.get(feature)
      return start === undefined ? undefined : matrix.subarray(start, start + labels.length)
    }
  }
}

let kept: Learned | undefined

/** Reads the weights when they are needed first. */
const learned = (): Learned => (kept ??= learnedFrom(readWeights(weightsFile)))

class UnusableWeights extends Data.TaggedError("UnusableWeights")<{ readonly cause: unknown }> {
  override get message() {
    return `The embedded planner cannot use its weights, ${weightsFile}: ${String(this.cause)}`
  }
}

/** Reads the weights now, so that a file that cannot be used is a defect of the start, not of the first message. */
export const load: Effect.Effect<void> = Effect.orDie(
  Effect.try({ try: learned, catch: (cause) => new UnusableWeights({ cause }) })
)

/** Probability of each label for a clause. */
export interface Reading {
  readonly label: Label
  readonly probability: number
  /** How likely a label is. */
  readonly of: (label: Label) => number
}

/** Reads a clause by itself. */
export const classify = (tokens: ReadonlyArray<TaggedToken>): Reading => {
  const { knows, weightsOf } = learned()
  const present = features(tokens, knows)
  const strength = 1 / Math.sqrt(present.length)
  const scores = new Float64Array(labels.length)
  for (const feature of present) {
    const weights = weightsOf(feature)
    if (weights !== undefined) {
      for (let label = 0; label < scores.length; label++) {
        scores[label] = (scores[label] ?? 0) + ((weights[label] ?? 0) / 100) * strength
      }
    }
  }
  let best = 0
  for (let label = 1; label < scores.length; label++) {
    best = (scores[label] ?? 0) > (scores[best] ?? 0) ? label : best
  }
  const highest = scores[best] ?? 0
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return {
    label: labels[best] ?? "smalltalk",
    probability: 1 / total,
    of: (label) => (powers[labels.indexOf(label)] ?? 0) / total
  }
}

/** The likeliest of some labels. */
export const likeliestOf = (reading: Reading, candidates: (label: Label) => boolean): Label | undefined =>
  labels.filter(candidates).toSorted((left, right) => reading.of(right) - reading.of(left))[0]
