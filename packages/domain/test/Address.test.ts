import { assert, describe, it } from "@effect/vitest"
import { Address, faultsByState } from "../src/Address.ts"
import { modifyOrder } from "../src/tools/OrderTools.ts"
import { Tool } from "@effect/ai"
import { Either, ParseResult, Schema } from "effect"

const decode = Schema.decodeUnknownEither(Address, { errors: "all", onExcessProperty: "error" })
const home = { street: "12 Oak Avenue", city: "Portland", state: "OR", zip: "97201", country: "US" }

const refused = (changes: object) =>
  Either.match(decode({ ...home, ...changes }), {
    onRight: () => [],
    onLeft: (error) => [...new Set(ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path }) => path.join(".")))]
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
      state: ["x".repeat(51), "O\u0000"],
      zip: ["1234567890123", "1\u0000"],
      country: ["", "U", "United States", "U1"]
    })) {
      for (const value of [...values, 12, null]) {
        assert.deepStrictEqual(refused({ [part]: value }), [part], `${part} ${value}`)
      }
      const isOptional = part === "state" || part === "zip"
      assert.deepStrictEqual(refused({ [part]: undefined }), isOptional ? [] : [part])
    }
    assert.deepStrictEqual(refused({ zipcode: "97201" }), ["zipcode"])
  })

  it("may lack state and postal code, and have a state in words", () => {
    const { state: _, zip: __, ...berlin } = home
    assert.deepStrictEqual(decode(berlin), Either.right({ ...berlin, state: "", zip: "" }))
    assert.deepStrictEqual(decode({ ...home, state: " Bayern" }), Either.right({ ...home, state: "Bayern" }))
  })

  it("has a state of letters and a postal code with a digit where the shop delivers by state", () => {
    const faults = (changes: object) => faultsByState({ ...home, ...changes }).map(({ field }) => field)
    assert.deepStrictEqual(faults({}), [])
    for (const state of ["", "O", "Oregon", "O1"]) {
      assert.deepStrictEqual(faults({ state }), ["state"])
    }
    for (const zip of ["", "12", "ABCDE", "9720!"]) {
      assert.deepStrictEqual(faults({ zip }), ["zip"])
    }
    assert.deepStrictEqual(faults({ state: "", zip: "" }), ["state", "zip"])
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
