import { Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { brotliCompressSync, brotliDecompressSync } from "node:zlib"
import { labels } from "./Labels.ts"

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
