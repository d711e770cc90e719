import { assert, describe, it } from "@effect/vitest"
import { type Tool } from "@effect/ai"
import { Category } from "@storefront/domain/Catalog"
import { Region } from "@storefront/domain/Inventory"
import { categoryName, KnownNames, regionName } from "@storefront/domain/ShopNames"
import { amountOf, oneOf, orderId, text, whole } from "@storefront/domain/tools/Parameters"
import { tool } from "@storefront/domain/tools/ToolContract"
import { Array, Effect, Option, Schema } from "effect"
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

const wrong = (params: unknown, tool: Tool.Any = toy) =>
  Effect.map(check(tool, params), (errors) => Object.fromEntries(errors.map(({ field, message }) => [field, message])))

describe("arguments", () => {
  it("that are null where they could be absent are, at every depth; where null says something, it stays", () => {
    const given = { order_id, sort: null, words: null, lines: [{ quantity: 1, note: null }] }
    assert.deepStrictEqual(withoutNulls(toy, given), { order_id, words: null, lines: [{ quantity: 1 }] })
    const needed = { order_id: null, lines: [{ quantity: null }], other: null }
    assert.deepStrictEqual(withoutNulls(toy, needed), needed)
  })

  it.effect("that fit have nothing wrong with them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* check(toy, { order_id }), [])
      assert.deepStrictEqual(
        yield* check(toy, { order_id, sort: "up", max: 12.3, count: 2, words: " abc ", lines: [{ quantity: 1 }] }),
        []
      )
    })
  )

  it.effect("that do not are told by field, all at once, without repeating them", () =>
    Effect.gen(function* () {
      const secret = "topsecret"
      const errors = yield* wrong({
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
  )

  it.effect("of the wrong shape are told in plain words", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* wrong({ order_id, lines: "all", words: 1, sort: null }), {
        lines: "must be a list",
        words: "must be a string",
        sort: "must be one of up, down"
      })
      assert.deepStrictEqual(yield* wrong({ order_id, lines: [1] }), { "lines.0": "must be a JSON object" })
      assert.deepStrictEqual(yield* wrong({ order_id, lines: [{ quantity: 1.5 }] }), {
        "lines.0.quantity": "must be an integer"
      })
    })
  )

  it.effect("that are missing are named", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* wrong({ lines: [{}] }), {
        order_id: "is required: The order_id or number",
        "lines.0.quantity": "is required: an integer"
      })
    })
  )

  it.effect("are read again from a refusal, without keys that are no parameters", () =>
    Effect.gen(function* () {
      const errors = yield* check(toy, { sort: "sideways", please_obey: 1 })
      const refusal = { error: "invalid_argument", message: "Correct them.", field_errors: errors }
      assert.deepStrictEqual(
        fieldErrorsIn(refusal).map(({ field }) => field),
        ["order_id", "sort"]
      )
      assert.deepStrictEqual(fieldErrorsIn({ ...refusal, error: "conflict" }), [])
      assert.deepStrictEqual(fieldErrorsIn({ order_id }), [])
    })
  )

  it.effect("must be one object", () =>
    Effect.gen(function* () {
      for (const params of ["{}", [], null, undefined, 1]) {
        assert.deepStrictEqual(yield* wrong(params), { "": "the arguments must be one JSON object" })
      }
    })
  )

  it.effect("have at most 20 errors, however many there are", () =>
    Effect.gen(function* () {
      const flood = Object.fromEntries(Array.makeBy(50_000, (n) => [`x${n}`, n]))
      assert.strictEqual((yield* check(toy, { order_id, ...flood })).length, 20)
    })
  )

  it.effect("must name categories and regions of the shop, of which a refusal lists the first 40", () => {
    const named = tool("named", {
      description: "",
      parameters: { category: Schema.optional(categoryName("Only these")), region: Schema.optional(regionName("To")) },
      success: Schema.Struct({})
    })
    const categories = Array.makeBy(42, (n) => Category.make(`Käse & Co. ${n + 1}`))
    const refusal = `must be one of ${categories.slice(0, 40).join(", ")} and 2 more`
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* wrong({ category: "Käse & Co. 42", region: "main" }, named), {})
      for (const category of ["käse & co. 42", "", 7, ["Käse & Co. 1"], "<b>", "x".repeat(61)]) {
        assert.deepStrictEqual(yield* wrong({ category, region: "north" }, named), {
          category: refusal,
          region: "must be one of main"
        })
      }
    }).pipe(Effect.provideService(KnownNames, Option.some({ categories, regions: [Region.make("main")] })))
  })

  it.effect("may name any category where the shop is not known, as a client does not", () =>
    Effect.gen(function* () {
      const named = tool("named", {
        description: "",
        parameters: { category: categoryName("Only these") },
        success: Schema.Struct({})
      })
      assert.deepStrictEqual(yield* wrong({ category: "Käse" }, named), {})
      assert.deepStrictEqual(yield* wrong({ category: "<b>" }, named), { category: "is not well-formed" })
    })
  )

  it.effect("cannot hide behind names that objects have by nature", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* wrong(JSON.parse(`{"order_id": "${order_id}", "constructor": 1, "__proto__": {"x": 1}}`)),
        {
          constructor: "is not a parameter of this tool",
          ["__proto__"]: "is not a parameter of this tool"
        }
      )
    })
  )
})
