import { assert, describe, it } from "@effect/vitest"
import { CurrencyFromCode, currencyName } from "../src/Currency.ts"
import { Either, Schema } from "effect"

const currency = Schema.decodeEither(CurrencyFromCode)

describe("a currency", () => {
  it("has the decimals of ISO 4217, also where Intl has none", () => {
    for (const [code, decimals] of [
      ["USD", 2],
      ["EUR", 2],
      ["HUF", 2],
      ["IDR", 2],
      ["JPY", 0],
      ["KRW", 0]
    ] as const) {
      assert.deepStrictEqual(currency(code), Either.right({ code, decimals }))
    }
  })

  it("is refused with other decimals, and with an example where it is unknown", () => {
    for (const [code, refusal] of [
      ["KWD", "KWD has 3 decimals, not 0 or 2"],
      ["CLF", "CLF has 4 decimals, not 0 or 2"],
      ["EURO", "must be a currency code of ISO 4217, for example EUR"],
      ["usd", "must be a currency code of ISO 4217, for example EUR"],
      ["XAU", "must be a currency code of ISO 4217, for example EUR"]
    ] as const) {
      assert.strictEqual(Either.getOrThrow(Either.flip(currency(code))).message, refusal)
    }
  })

  it("is called by its English name", () => {
    assert.strictEqual(currencyName({ code: "EUR", decimals: 2 }), "euros")
    assert.strictEqual(currencyName({ code: "JPY", decimals: 0 }), "Japanese yen")
  })
})
