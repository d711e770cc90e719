import { assert, describe, it } from "@effect/vitest"
import { Address } from "../src/Address.ts"
import { modifyOrder } from "../src/tools/OrderTools.ts"
import { Tool } from "@effect/ai"
import { Either, ParseResult, Schema } from "effect"

const decode = Schema.decodeUnknownEither(Address, { errors: "all", onExcessProperty: "error" })
const home = { street: "12 Oak Avenue", city: "Portland", state: "OR", zip: "97201", country: "US" }

const refused = (changes: object) =>
  Either.match(decode({ ...home, ...changes }), {
    onRight: () => [],
    onLeft: (error) => ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path }) => path.join("."))
  })

describe("an address", () => {
  it("is trimmed, with state and country in capitals; the United States are US", () => {
    const typed = { street: "  12 Oak Avenue ", city: " Portland", state: " or", zip: " 97201 ", country: "usa " }
    assert.deepStrictEqual(decode(typed), Either.right(home))
    assert.deepStrictEqual(
      decode({ ...home, state: "nsw", zip: "AB-1 2c", country: "aus" }),
      Either.right({ ...home, state: "NSW", zip: "AB-1 2c", country: "AUS" })
    )
  })

  it("is refused part by part", () => {
    for (const [part, values] of Object.entries({
      street: ["", " ", "x".repeat(201)],
      city: ["", "x".repeat(101)],
      state: ["", "O", "Oregon", "O1"],
      zip: ["", "12", "ABCDE", "9720!", "1234567890123"],
      country: ["", "U", "United States", "U1"]
    })) {
      for (const value of [...values, 12, null]) {
        assert.deepStrictEqual(refused({ [part]: value }), [part], `${part} ${value}`)
      }
      assert.deepStrictEqual(refused({ [part]: undefined }), [part])
    }
    assert.deepStrictEqual(refused({ zipcode: "97201" }), ["zipcode"])
  })

  it.prop("is the same when it is normalised twice", { address: Address }, ({ address }) => {
    assert.deepStrictEqual(decode(address), Either.right(address))
  })

  it("tells a model what its parts are", () => {
    const schema = JSON.stringify(Tool.getJsonSchemaFromSchemaAst(modifyOrder.parametersSchema.ast))
    for (const words of ["Street and house number", "2 or 3 letters, as OR", "2 or 3 letters, as US"]) {
      assert.include(schema, words)
    }
  })
})
