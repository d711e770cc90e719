import { assert, describe, it } from "@effect/vitest"
import { day, money, roundMoney } from "../src/EnglishWording.ts"
import { HundredthsFromNumeric, Money, MoneyFromNumber, MoneyFromNumeric, toNumeric } from "../src/Money.ts"
import { settle, settleScoped, shopSettings } from "../src/ShopSettings.ts"
import { Locale } from "../src/words/Locale.ts"
import { wordsOf } from "../src/words/Texts.ts"
import { Effect, Either, Schema } from "effect"
import { propInEachCurrency, shopIn, within } from "./support/currencies.ts"

const fromNumeric = Schema.decodeEither(MoneyFromNumeric)
const fromNumber = Schema.decodeEither(MoneyFromNumber)

describe("money", () => {
  propInEachCurrency(
    "is the same after a column of the database and after JSON",
    { units: Schema.Int.pipe(Schema.between(-99_999_999, 999_999_999_999)) },
    ({ units }) => {
      const amount = Money.make(units)
      assert.deepStrictEqual(fromNumeric(toNumeric(amount)), Either.right(amount))
      assert.deepStrictEqual(fromNumber(Schema.encodeSync(MoneyFromNumber)(amount)), Either.right(amount))
    }
  )

  it("is whole minor units of the shop's currency", () => {
    assert.deepStrictEqual(fromNumeric("12.30"), Either.right(Money.make(1_230)))
    assert.isTrue(Either.isLeft(fromNumeric("12.345")))
    within(shopIn("JPY"), () => {
      assert.deepStrictEqual(fromNumeric("5000.00"), Either.right(Money.make(5_000)))
      assert.deepStrictEqual(fromNumber(5_000), Either.right(Money.make(5_000)))
      assert.strictEqual(toNumeric(Money.make(5_000)), "5000")
      for (const fraction of [fromNumeric("5000.50"), fromNumber(5_000.5)]) {
        assert.isTrue(Either.isLeft(fraction))
      }
      // A percentage has hundredths in every currency.
      assert.strictEqual(Schema.decodeSync(HundredthsFromNumeric)("12.50"), 1_250)
    })
  })

  it("is written as the shop's language writes it, days too", () => {
    const amount = Money.make(-123_450)
    assert.deepStrictEqual(
      [money(amount), money(Money.make(0)), money(Money.make(1_234_500)), roundMoney(120), day("2026-05-04")],
      ["-$1,234.50", "$0.00", "$12,345.00", "$120", "May 4, 2026"]
    )
    for (const [shop, written, on] of [
      [shopIn("EUR", "de"), "-1.234,50\u00a0€", "4. Mai 2026"],
      [shopIn("GBP", "en-GB"), "-£1,234.50", "4 May 2026"],
      [shopIn("HUF", "en-US"), "-HUF\u00a01,234.50", "May 4, 2026"],
      [shopIn("JPY", "en-US"), "-¥123,450", "May 4, 2026"],
      [shopIn("EGP", "ar-EG"), "\u200f\u200e-1,234.50\u00a0ج.م.\u200f", "4 مايو 2026"]
    ] as const) {
      within(shop, () => assert.deepStrictEqual([money(amount), day("2026-05-04")], [written, on]))
    }
    assert.strictEqual(day("soon"), "soon")
  })

  it("is worded for customers in their locale and the shop's currency", () => {
    const german = wordsOf(Locale.make("de"))
    assert.strictEqual(german.amount(Money.make(1_230)), "12,30\u00a0$")
    within(shopIn("JPY"), () => assert.strictEqual(german.amount(Money.make(1_230)), "1.230\u00a0¥"))
  })
})

describe("the settings of the shop", () => {
  it.effect("cannot be changed once they are settled, and are put back after a scope", () =>
    Effect.gen(function* () {
      const before = shopSettings()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* settleScoped(shopIn("JPY"))
          yield* settle(shopIn("JPY"))
          const refused = yield* Effect.flip(settle(shopIn("EUR", "de")))
          assert.strictEqual(
            refused.message,
            "This process works with JPY and en-US already, and cannot change to EUR and de"
          )
          assert.strictEqual(shopSettings().currency.code, "JPY")
        })
      )
      assert.strictEqual(shopSettings(), before)
    })
  )
})
