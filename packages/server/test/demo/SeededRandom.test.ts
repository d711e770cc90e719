import { assert, describe, it } from "@effect/vitest"
import { SeededRandom } from "../../src/demo/SeededRandom.ts"

const numbers = (random: SeededRandom, count: number) => Array.from({ length: count }, () => random.real())

const mean = (list: ReadonlyArray<number>) => list.reduce((sum, number) => sum + number, 0) / list.length

describe("SeededRandom", () => {
  it("repeats itself for the same seed, kind and index, and for no other", () => {
    const first = numbers(new SeededRandom(42, "order", 7), 5)
    assert.deepStrictEqual(numbers(new SeededRandom(42, "order", 7), 5), first)
    for (const other of [
      new SeededRandom(43, "order", 7),
      new SeededRandom(42, "review", 7),
      new SeededRandom(42, "order", 8),
      new SeededRandom(42, "order", 7 + 2 ** 32)
    ]) {
      assert.notDeepEqual(numbers(other, 5), first)
    }
  })

  it("starts neighbouring streams far apart", () => {
    const starts = Array.from({ length: 20_000 }, (_, index) => new SeededRandom(1, "row", index).real())
    assert.closeTo(mean(starts), 0.5, 0.01)
    const steps = starts.slice(1).map((start, index) => (start - 0.5) * (starts[index]! - 0.5))
    assert.closeTo(mean(steps) * 12, 0, 0.03)
    assert.strictEqual(new Set(starts).size, starts.length)
  })

  it("draws whole numbers from the whole range", () => {
    const random = new SeededRandom(5, "dice", 0)
    const faces = new Set(Array.from({ length: 200 }, () => random.int(1, 6)))
    assert.deepStrictEqual([...faces].toSorted(), [1, 2, 3, 4, 5, 6])
  })

  it("draws normal numbers", () => {
    const random = new SeededRandom(5, "normal", 0)
    const list = Array.from({ length: 20_000 }, () => random.normal())
    assert.closeTo(mean(list), 0, 0.03)
    assert.closeTo(mean(list.map((number) => number * number)), 1, 0.05)
  })

  it("makes UUIDs of version 7 that carry their time and never repeat", () => {
    const millis = Date.UTC(2026, 0, 31, 9, 15)
    const ids = Array.from({ length: 20_000 }, (_, index) => new SeededRandom(42, "id", index).uuid(millis))
    for (const id of ids) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.strictEqual(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16), millis)
    }
    assert.strictEqual(new Set(ids).size, ids.length)
  })
})
