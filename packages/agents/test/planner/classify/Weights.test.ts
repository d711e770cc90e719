import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { labels } from "../../../src/planner/classify/Labels.ts"
import { moods } from "../../../src/planner/classify/Classifier.ts"
import { weightsPath, readWeights } from "../../../src/planner/classify/Weights.ts"
import { weightsOf, writeWeights } from "../../../../../evals/phrases/WriteWeights.ts"

const folder = mkdtempSync(join(tmpdir(), "weights-"))
const file = join(folder, "weights.br")

afterAll(() => rmSync(folder, { recursive: true }))

describe("the weights of the classifiers", () => {
  for (const [name, classes] of [
    ["word", labels],
    ["label", labels],
    ["mood", moods]
  ] as const) {
    it(`of ${name}s have a row per feature, and in it columns of classes`, () => {
      const { columns, counts, features } = readWeights(weightsPath(name), classes)
      assert.strictEqual(counts.length, features.length)
      assert.isBelow(Math.max(...new Set(columns)), classes.length)
      assert.strictEqual(new Set(features).size, features.length)
    })
  }

  it("are read as they were written", () => {
    const row = (sign: number) => labels.map((_, index) => (index % 2 === 0 ? 0 : sign * 150 * index))
    const weights = weightsOf(labels, [
      ["cart", row(1)],
      ["größer", row(-1)],
      ["?", row(0)]
    ])
    writeWeights(file, weights)
    assert.deepStrictEqual(readWeights(file, labels), weights)
  })

  it("are not read when they were trained for other labels", () => {
    writeFileSync(
      file,
      brotliCompressSync(Buffer.from(`${JSON.stringify({ classes: "gift_wrap", features: "cart" })}\n`))
    )
    assert.throws(() => readWeights(file, labels), /trained for other labels than are declared/u)
  })

  it("are not read from a part of their file", () => {
    writeFileSync(file, readFileSync(weightsPath("word")).subarray(0, 100_000))
    assert.throws(() => readWeights(file, labels))
  })
})
