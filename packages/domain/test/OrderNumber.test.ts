import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { OrderId } from "../src/Ids.ts"
import { digitsOf, orderNumberOf, orderNumbersIn, parseOrderNumber } from "../src/OrderNumber.ts"
import { withOrderNumber } from "../src/tools/OrderNumberField.ts"
import { UserText } from "../src/tools/UserText.ts"

const id = OrderId.make("0199c5a2-7b1e-7d40-8c11-4f2e0eba32ac")

describe("the short number of an order", () => {
  it("is the last eight digits of its id, in capitals", () => {
    assert.strictEqual(orderNumberOf(id), "#0EBA-32AC")
    assert.strictEqual(digitsOf(orderNumberOf(id)), "0eba32ac")
  })

  it("is read as people write it, and nothing else is", () => {
    const written = ["#0EBA-32AC", "0eba32ac", " # 0eba-32ac ", "0EBA 32AC", "#0eba–32ac", "＃０ＥＢＡ－３２ＡＣ"]
    for (const text of written) {
      assert.deepStrictEqual(Option.toArray(parseOrderNumber(text)), ["#0EBA-32AC"], text)
    }
    for (const text of ["", id, "0EBA-32A", "0EBA-32ACD", "0EBG-32AC", "order #0EBA-32AC", "0EBA--32AC"]) {
      assert.deepStrictEqual(Option.toArray(parseOrderNumber(text)), [], text)
    }
  })

  it("is found in a text, but not within an id or a word", () => {
    assert.deepStrictEqual(
      [...orderNumbersIn("Cancel order #0eba-32ac, and (00112233)! Not 0EBA-32ACD, x0eba32ac or 0EBA-32AC-0000.")],
      ["#0EBA-32AC", "#0011-2233"]
    )
    assert.deepStrictEqual([...orderNumbersIn(`${id} and ${id.toUpperCase()}`)], [])
  })

  it("stands beside the id in results, and only there", () => {
    const Row = withOrderNumber(Schema.Struct({ order_id: OrderId, note: Schema.NullOr(UserText) }))
    const encoded = { number: "#0EBA-32AC", order_id: id, note: null }
    assert.deepStrictEqual(Schema.encodeSync(Row)({ order_id: id, note: null }), encoded)
    assert.deepStrictEqual(Schema.decodeUnknownSync(Row)(encoded), { order_id: id, note: null })
  })
})
