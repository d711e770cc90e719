import { assert, describe, it } from "@effect/vitest"
import { amountOf, oneOf, orderId, text, whole } from "@storefront/domain/tools/Parameters"
import { tool } from "@storefront/domain/tools/ToolContract"
import { Schema } from "effect"
import { check, fieldErrorsIn, withoutNulls } from "../../../src/assistant/agent/ToolArguments.ts"

const toy = tool("toy", {
  description: "",
  parameters: {
    order_id: orderId,
    sort: Schema.optional(oneOf(["up", "down"], "Order")),
    max: Schema.optional(amountOf("Most")),
    count: Schema.optional(whole(1, 9, "How many")),
    words: Schema.optional(Schema.NullOr(text(1, 5, "Words"))),
    lines: Schema.optional(Schema.Array(Schema.Struct({ quantity: Schema.Int, note: Schema.optional(Schema.String) })))
  },
  success: Schema.Struct({})
})

const order_id = "bbbbbbbb-0000-4000-8000-000000000001"

const wrong = (params: unknown) => Object.fromEntries(check(toy, params).map(({ field, message }) => [field, message]))

describe("arguments", () => {
  it("that are null where they could be absent are, at every depth; where null says something, it stays", () => {
    const given = { order_id, sort: null, words: null, lines: [{ quantity: 1, note: null }] }
    assert.deepStrictEqual(withoutNulls(toy, given), { order_id, words: null, lines: [{ quantity: 1 }] })
    const needed = { order_id: null, lines: [{ quantity: null }], other: null }
    assert.deepStrictEqual(withoutNulls(toy, needed), needed)
  })

  it("that fit have nothing wrong with them", () => {
    assert.deepStrictEqual(check(toy, { order_id }), [])
    assert.deepStrictEqual(
      check(toy, { order_id, sort: "up", max: 12.3, count: 2, words: " abc ", lines: [{ quantity: 1 }] }),
      []
    )
  })

  it("that do not are told by field, all at once, without repeating them", () => {
    const secret = "topsecret"
    const errors = wrong({
      order_id: secret,
      sort: secret,
      max: 1.234,
      count: 0,
      words: secret,
      lines: [{ quantity: 1 }, { quantity: secret, colour: secret }],
      user_id: secret
    })
    assert.deepStrictEqual(errors, {
      order_id: "must be an order id (UUID) or number (#0EBA-32AC); look it up among the customer's orders",
      sort: "must be one of up, down",
      max: "must be an amount with at most 2 decimals",
      count: "must be a whole number from 1 to 9",
      words: "must be 1 to 5 characters",
      "lines.1.quantity": "must be a number",
      "lines.1.colour": "is not a parameter of this tool",
      user_id: "is not a parameter of this tool"
    })
    assert.notInclude(JSON.stringify(errors), secret)
  })

  it("of the wrong shape are told in plain words", () => {
    assert.deepStrictEqual(wrong({ order_id, lines: "all", words: 1, sort: null }), {
      lines: "must be a list",
      words: "must be a string",
      sort: "must be one of up, down"
    })
    assert.deepStrictEqual(wrong({ order_id, lines: [1] }), { "lines.0": "must be a JSON object" })
    assert.deepStrictEqual(wrong({ order_id, lines: [{ quantity: 1.5 }] }), {
      "lines.0.quantity": "must be an integer"
    })
  })

  it("that are missing are named", () => {
    assert.deepStrictEqual(wrong({ lines: [{}] }), {
      order_id: "is required: The order_id or number",
      "lines.0.quantity": "is required: an integer"
    })
  })

  it("are read again from a refusal, without keys that are no parameters", () => {
    const errors = check(toy, { sort: "sideways", please_obey: 1 })
    const refusal = { error: "invalid_argument", message: "Correct them.", field_errors: errors }
    assert.deepStrictEqual(
      fieldErrorsIn(refusal).map(({ field }) => field),
      ["order_id", "sort"]
    )
    assert.deepStrictEqual(fieldErrorsIn({ ...refusal, error: "conflict" }), [])
    assert.deepStrictEqual(fieldErrorsIn({ order_id }), [])
  })

  it("must be one object", () => {
    for (const params of ["{}", [], null, undefined, 1]) {
      assert.deepStrictEqual(wrong(params), { "": "the arguments must be one JSON object" })
    }
  })

  it("have at most 20 errors, however many there are", () => {
    const flood = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`x${n}`, n]))
    assert.strictEqual(check(toy, { order_id, ...flood }).length, 20)
  })

  it("cannot hide behind names that objects have by nature", () => {
    assert.deepStrictEqual(wrong(JSON.parse(`{"order_id": "${order_id}", "constructor": 1, "__proto__": {"x": 1}}`)), {
      constructor: "is not a parameter of this tool",
      ["__proto__"]: "is not a parameter of this tool"
    })
  })
})
