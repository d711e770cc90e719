import { assert, describe, it } from "@effect/vitest"
import { namedFirst } from "../../src/rules/VariantOrder.ts"

const variants = ["10 Black", "9 Black", "42.5 Light-Blue", "42 Blue", "S Crème"].map((name) => ({
  options: name.split(" ").map((value) => ({ value: value.replace("-", " ") }))
}))

const sorted = (question: string) =>
  namedFirst(variants, question).map(({ options }) => options.map(({ value }) => value).join(" "))

describe("variants", () => {
  it("are sorted by their values, numbers by size", () => {
    assert.deepStrictEqual(sorted(""), ["9 Black", "10 Black", "42 Blue", "42.5 Light Blue", "S Crème"])
  })

  it("come first if a question names their values", () => {
    assert.deepStrictEqual(sorted("Is it there in creme, size S?").slice(0, 2), ["S Crème", "9 Black"])
    assert.strictEqual(sorted("the light blue ones")[0], "42.5 Light Blue")
    assert.strictEqual(sorted("blue in 42")[0], "42 Blue")
    assert.strictEqual(sorted("BLACK,10")[0], "10 Black")
  })

  it("are named by whole words and numbers only", () => {
    assert.deepStrictEqual(sorted("in size 42.5")[0], "42.5 Light Blue")
    assert.deepStrictEqual(sorted("blackish, 100"), sorted(""))
  })
})
