import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { embed } from "../../../src/platform/embeddings/NgramEmbeddings.ts"

const cosine = (left: string, right: string, dimensions = 384) => {
  const other = embed(right, dimensions)
  return embed(left, dimensions).reduce((sum, value, index) => sum + value * other[index]!, 0)
}

describe("an embedding of text", () => {
  it.prop(
    "has length 1, or is nothing at all",
    [FastCheck.fullUnicodeString(), FastCheck.integer({ min: 1, max: 500 })],
    ([text, dimensions]) => {
      const vector = embed(text, dimensions)
      assert.lengthOf(vector, dimensions)
      const length = Math.hypot(...vector)
      assert.isTrue(length === 0 || Math.abs(length - 1) < 1e-9, String(length))
    }
  )

  it("is nothing for a text without words that say something", () => {
    for (const text of ["", "  ", "!?", "something for me, please"]) {
      assert.strictEqual(Math.hypot(...embed(text, 64)), 0, text)
    }
  })

  it("is the same every time, whatever case, accents and punctuation are", () => {
    assert.deepStrictEqual(embed("Café au lait!", 384), embed("cafe AU lait", 384))
    assert.deepStrictEqual(embed("wool socks", 8), embed("wool socks", 8))
  })

  it("has not changed: stored vectors stay valid as long as the model has its name", () => {
    const digest = embed("Strydevale Ridge Runner Trail Shoes\nStrydevale\nSports", 8).map((value) => value.toFixed(3))
    assert.deepStrictEqual(digest, ["0.103", "-0.430", "0.117", "0.512", "-0.347", "-0.388", "-0.393", "0.321"])
  })

  it("is near for word forms, senses and slips, and far for other things", () => {
    const near = [
      ["trail shoes", "shoe for the trail"],
      ["cooking", "cookbook with recipes"],
      ["something warm for cold days", "thermal winter jacket"],
      ["mechanical keybord", "mechanical keyboard"]
    ] as const
    for (const [left, right] of near) {
      assert.isAbove(cosine(left, right), 0.3, `${left} / ${right}`)
    }
    for (const other of ["electric kettle", "crime novel", "garden chair", "bluetooth speaker"]) {
      assert.isBelow(Math.abs(cosine("trail running shoes", other)), 0.2, other)
    }
  })

  it("weighs the first line most", () => {
    const title = cosine("kettle", "Kettle\nBrand\nHome\nBoils a lot of liquid, steel inside, five temperatures")
    const mention = cosine("kettle", "Shelf\nBrand\nHome\nBoils a lot of liquid, steel inside, next to a kettle")
    assert.isAbove(title, mention + 0.1)
  })
})
