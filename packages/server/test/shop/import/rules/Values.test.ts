import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { amount } from "../../../../src/shop/import/rules/values/Amounts.ts"
import { gtin } from "../../../../src/shop/import/rules/values/Gtin.ts"
import { moment } from "../../../../src/shop/import/rules/values/Dates.ts"
import { type Settings } from "../../../../src/shop/import/Settings.ts"
import { settings } from "../support/Reading.ts"

const read = (cells: ReadonlyArray<string>, changes: Partial<Settings> = {}) =>
  cells.map((cell) =>
    Either.match(amount(cell, { ...settings, ...changes }), {
      onLeft: ({ fault }) => fault,
      onRight: ({ value }) => value
    })
  )

const yen = { currency: { code: "JPY", decimals: 0 } }

describe("an amount", () => {
  it("is whole minor units, with or without the code of the shop's currency", () => {
    assert.deepStrictEqual<unknown>(
      read(["12", "12.5", "12.50", "0.07", "12.50 USD", "USD12.50", "usd 12.50"]),
      [1200, 1250, 1250, 7, 1250, 1250, 1250]
    )
    const tooGreat = '"10000000000" is too great'
    assert.deepStrictEqual<unknown>(read(["9999999999.99", "10000000000"]), [999_999_999_999, tooGreat])
    assert.deepStrictEqual<unknown>(read(["9999999999", "10000000000"], yen), [9_999_999_999, tooGreat])
  })

  it("has no fraction of a yen, though exports write zeros for one", () => {
    assert.deepStrictEqual<unknown>(read(["1200", "1200.00", "1200.5", "1.200"], yen), [
      1200,
      1200,
      '"1200.5" has 1 decimal, and amounts in JPY have 0',
      '"1.200" has 3 decimals, and amounts in JPY have 0'
    ])
  })

  it("has points between thousands where a comma stands in front of decimals", () => {
    assert.deepStrictEqual<unknown>(
      read(["1.234,50", "1234,5", "1.234", "1.234.567,89 USD", "12.50", "1,234.50"], { decimal: "comma" }),
      [
        123_450,
        123_450,
        123_400,
        123_456_789,
        '"12.50" has a point that does not stand between thousands',
        '"1,234.50" has a point that does not stand between thousands'
      ]
    )
  })
})

describe("a barcode", () => {
  it("has 8, 12, 13 or 14 digits, the last of which checks the others", () => {
    const digits = [
      "96385074",
      "036000291452",
      "4006381333931",
      "10614141000415",
      "978-3-16-148410-0",
      "'4006381333931"
    ]
    assert.deepStrictEqual(
      digits.map((cell) => Either.isRight(gtin(cell, settings))),
      digits.map(() => true)
    )
  })
})

describe("a moment", () => {
  it("is in UTC, with or without time and offset", () => {
    assert.deepStrictEqual(
      [
        "2026-01-31",
        "2026-01-31T09:15:00Z",
        "2026-01-31 09:15",
        "2026-01-31T09:15:00+02:00",
        "2026-01-31T09:15-0800"
      ].map((cell) => Either.getOrThrow(Either.map(moment(cell, settings), ({ value }) => value))),
      [
        "2026-01-31T00:00:00.000Z",
        "2026-01-31T09:15:00.000Z",
        "2026-01-31T09:15:00.000Z",
        "2026-01-31T07:15:00.000Z",
        "2026-01-31T17:15:00.000Z"
      ]
    )
  })
})
