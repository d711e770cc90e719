import { Tool } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Either, ParseResult, Schema } from "effect"
import { amountOf, limit, offset, orderId, productId, text, whole } from "../../src/tools/Parameters.ts"
import { tool } from "../../src/tools/ToolContract.ts"

const toy = tool("toy", {
  description: "",
  parameters: {
    words: Schema.optional(text(1, 5, "What to say")),
    limit: limit(10),
    offset,
    days: Schema.optional(whole(7, 365, "Days")),
    price: Schema.optional(amountOf("What it may cost")),
    order_id: Schema.optional(orderId),
    product_id: Schema.optional(productId)
  },
  success: Schema.Struct({})
})

const bare = tool("bare", { description: "", parameters: {}, success: Schema.Struct({}) })

/** The decoded value of a parameter, or why it is refused. */
const read = (name: keyof typeof toy.parametersSchema.Type, value: unknown) =>
  Either.match(Schema.decodeUnknownEither(toy.parametersSchema)({ [name]: value }), {
    onLeft: (error) => ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message }) => message)[0],
    onRight: (params) => params[name]
  })

describe("a parameter", () => {
  it("that is a text is trimmed, bounded in characters, and can be stored", () => {
    assert.strictEqual(read("words", "  abc \n"), "abc")
    assert.strictEqual(read("words", "🫖🫖🫖🫖🫖"), "🫖🫖🫖🫖🫖")
    for (const value of ["", " ", "abcdef"]) {
      assert.strictEqual(read("words", value), "must be 1 to 5 characters")
    }
    for (const value of ["a\u0000b", "a\uD83Db", "\uDC00"]) {
      assert.strictEqual(read("words", value), "must not contain U+0000 or half of a character")
    }
  })

  it("that is a limit or an offset is moved into its range, whatever whole number it is", () => {
    assert.deepStrictEqual(
      [-3, 0, 7, 51, 1e20].map((value) => read("limit", value)),
      [1, 1, 7, 50, 50]
    )
    assert.deepStrictEqual(
      [-1e300, 20_000].map((value) => read("offset", value)),
      [0, 10_000]
    )
    assert.deepStrictEqual(Schema.decodeSync(toy.parametersSchema)({}), { limit: 10, offset: 0 })
    assert.strictEqual(read("limit", 1.5), "must be a whole number")
    assert.strictEqual(read("limit", Number.NaN), "must be a whole number")
  })

  it("that is a count must be in its range, and says so whatever it was", () => {
    assert.strictEqual(read("days", 7), 7)
    for (const value of [6, 366, 7.5, 1e20, "7", null]) {
      assert.strictEqual(read("days", value), "must be a whole number from 7 to 365")
    }
  })

  it("that is an id comes with the advice where to find one, whatever it was", () => {
    for (const value of ["A-1001", 1001, null]) {
      assert.strictEqual(
        read("order_id", value),
        "must be an order id (UUID) or number (#0EBA-32AC); look it up among the customer's orders"
      )
      assert.include(String(read("product_id", value)), "call find_product or search_products")
    }
  })

  it("that is an id is trimmed and lower case", () => {
    const id = "aaaaaaaa-0000-4000-8000-00000000000b"
    assert.strictEqual(read("order_id", ` ${id.toUpperCase()}\n`), id)
    assert.strictEqual(read("product_id", id), id)
  })
})

describe("the JSON Schema that a model gets", () => {
  const schemaOf = (contract: Tool.Any) => Tool.getJsonSchemaFromSchemaAst(contract.parametersSchema.ast)

  it("tells the bounds and the meaning of every parameter", () => {
    const { properties } = schemaOf(toy) as unknown as { readonly properties: Record<string, object> }
    assert.deepStrictEqual(properties["words"], {
      type: "string",
      minLength: 1,
      maxLength: 5,
      description: "What to say"
    } as object)
    assert.deepInclude(properties["limit"], { type: "integer", description: "Rows; default 10" })
    assert.deepInclude(properties["offset"], { type: "integer", description: "Rows to skip; default 0" })
    assert.deepInclude(properties["days"], { type: "integer", minimum: 7, maximum: 365 })
    assert.deepStrictEqual(properties["price"], {
      type: "number",
      minimum: 0,
      maximum: 999_999.99,
      description: "What it may cost, in US dollars with at most 2 decimals"
    } as object)
    assert.deepInclude(properties["order_id"], { type: "string", description: "The order_id or number" })
    assert.deepInclude(properties["product_id"], { type: "string", format: "uuid" })
  })

  it("is that of an object also for a tool without parameters", () => {
    assert.deepStrictEqual(schemaOf(bare) as object, {
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false
    })
  })
})
