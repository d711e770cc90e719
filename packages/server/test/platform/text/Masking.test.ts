import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { mask, maskedObject, summary } from "../../../src/platform/text/Masking.ts"

const read = (value: unknown): unknown => JSON.parse(maskedObject(value))

describe("masks", () => {
  it("hide payment cards, written together or in groups", () => {
    for (const card of [
      "4111111111111111",
      "4111 1111 1111 1111",
      "4111-1111-1111-1111",
      "3782 822463 10005",
      "４１１１１１１１１１１１１１１１"
    ]) {
      assert.strictEqual(mask(`pay with ${card}, please`), "pay with [card], please")
    }
  })

  it("hide a card among other numbers, and however it is written", () => {
    for (const [text, masked] of [
      ["4111 1111 1111 1111 12/27 cvc 123", "[card] 12/27 cvc 123"],
      ["4111 1111 1111 1111 1227", "[card] 1227"],
      ["2 pieces 2 4111 1111 1111 1111", "2 pieces 2 [card]"],
      ["2024 4111-1111-1111-1111 and 5500 0000 0000 0004.", "2024 [card] and [card]."],
      ["card-4111111111111111-", "card-[card]-"],
      ["4111\n1111\n1111\n1111", "[card]"],
      ["4111_1111/1111–1111", "[card]"]
    ] as const) {
      assert.strictEqual(mask(text), masked)
    }
  })

  it("leave ids, order numbers and prices alone", () => {
    for (const text of [
      "order 11111111-1111-4111-8111-111111111111",
      "order 0190a5b2-7c3d-7e4f-8a9b-123456789012",
      "4111 1111 1111 1112 is no card",
      "between 50 and 80, about 119.95 or 2026-01-31T09:15:00.123Z",
      "trace 41111111111111114111111111111111",
      "11 11 12 13 14 15 16 17 and 2026-01-31 2026-02-11"
    ]) {
      assert.strictEqual(mask(text), text)
    }
  })

  it("hide e-mail addresses and US social-security numbers", () => {
    assert.strictEqual(mask("I am ada.byron+shop@mail.example.co.uk."), "I am [email].")
    assert.strictEqual(mask("jürgen@exämple.de or 078-05-1120"), "[email] or [ssn]")
    assert.strictEqual(mask("ssn-078-05-1120-"), "ssn-[ssn]-")
    assert.strictEqual(mask("078 05 1120 but not 1078-05-1120"), "[ssn] but not 1078-05-1120")
  })

  it("make text that the database can keep", () => {
    assert.strictEqual(mask("a\u0000b\uD800c"), "a\uFFFDb\uFFFDc")
  })

  it("take linear time", () => {
    // In quadratic time this would outlast the time limit of a test.
    for (const bait of ["1", "a", "1 ", "a@", "a.b@c.", "1-"]) {
      assert.isString(mask(bait.repeat(100_000)))
    }
  })
})

describe("an object for the log", () => {
  it("is masked in names, texts and numbers at any depth", () => {
    assert.deepStrictEqual(
      read({ "ada@example.com": [{ note: "to ada@example.com" }, 4111111111111111, 12.5, true, null] }),
      { "[email]": [{ note: "to [email]" }, "[card]", 12.5, true, null] }
    )
  })

  it("is an object whatever it was", () => {
    assert.deepStrictEqual(read("text"), { value: "text" })
    assert.deepStrictEqual(read([1]), { value: [1] })
    assert.deepStrictEqual(read(undefined), { value: null })
  })

  it("is replaced by its beginning above 8 KiB", () => {
    const fits = { text: "x".repeat(8_192 - '{"text":""}'.length) }
    assert.deepStrictEqual(read(fits), fits)
    const large = { text: `${fits.text}x` }
    assert.deepStrictEqual(read(large), { truncated: true, preview: JSON.stringify(large).slice(0, 2_000) })
    assert.deepStrictEqual(Object.keys(read({ text: "ü".repeat(5_000) }) as object), ["truncated", "preview"])
  })

  it("has no card that the cut went through", () => {
    const text = `${"x".repeat(1_985)}4111 1111 1111 1111 ${"y".repeat(9_000)}`
    assert.notInclude(maskedObject({ text }), "4111")
  })

  it("ends somewhere", () => {
    const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => [inner], 1)
    assert.isBelow(maskedObject({ deep }).length, 200)
  })

  it("never exceeds its size and is always an object", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: false }), fc.nat(20_000), (value, padding) => {
        const json = maskedObject({ value, padding: "p".repeat(padding) })
        assert.isAtMost(new TextEncoder().encode(json).length, 8_192 + 4_000)
        assert.isObject(JSON.parse(json))
      }),
      { numRuns: 300 }
    )
  })
})

describe("the summary of a message", () => {
  it("is its first 500 characters, masked before it is cut", () => {
    assert.strictEqual(summary("🫖".repeat(600)), "🫖".repeat(500))
    assert.strictEqual(summary(`${"x".repeat(490)} 4111 1111 1111 1111`), `${"x".repeat(490)} [card]`)
  })
})
