import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { labels } from "../../../src/planner/classify/Labels.ts"
import { readWeights, weightsFile, writeWeights } from "../../../src/planner/classify/Classifier.ts"

const folder = mkdtempSync(join(tmpdir(), "weights-"))
const file = join(folder, "weights.br")

afterAll(() => rmSync(folder, { recursive: true }))

describe("the weights of the classifier", () => {
  it("have a row per feature and a column per declared label", () => {
    const { matrix, others, words } = readWeights(weightsFile)
    assert.strictEqual(matrix.length, (words.length + others.length) * labels.length)
    assert.strictEqual(new Set([...words, ...others]).size, words.length + others.length)
  })

  it("are read as they were written", () => {
    const matrix = Int16Array.from({ length: 3 * labels.length }, (_, index) =>
      index % 2 === 0 ? index : -150 * index
    )
    const weights = { words: ["cart", "größer"], others: ["?"], matrix }
    writeWeights(file, weights)
    assert.deepStrictEqual(readWeights(file), weights)
  })

  it("are not read when they were trained for other labels", () => {
    const head = JSON.stringify({ labels: [...labels, "gift_wrap"], words: "cart", others: "?" })
    writeFileSync(file, brotliCompressSync(Buffer.from(`${head}\n`)))
    assert.throws(() => readWeights(file), /trained for other labels than are declared/u)
  })

  it("are not read from a part of their file", () => {
    writeFileSync(file, readFileSync(weightsFile).subarray(0, 100_000))
    assert.throws(() => readWeights(file))
  })
})
