import { assert, describe, it } from "@effect/vitest"
import { CurrencyFromCode } from "@storefront/domain/Currency"
import { settleScoped } from "@storefront/domain/ShopSettings"
import { Effect, Schema } from "effect"
import { readBounds } from "../../../src/planner/text/Bounds.ts"
import { tag } from "../../../src/planner/text/Tags.ts"
import { tokenize } from "../../../src/planner/text/Tokens.ts"

/** Reads the highest price and the foreign amount of a message in a shop. */
const read = Effect.fnUntraced(function* (code: string, language: string, message: string) {
  yield* settleScoped({ currency: Schema.decodeSync(CurrencyFromCode)(code), language })
  const { foreignAmount, maxPrice } = readBounds(tag(tokenize(message)))
  return [maxPrice, foreignAmount]
}, Effect.scoped)

describe("an amount in a customer's words", () => {
  it.effect.each([
    ["USD", "en-US", "headphones under $1,250.50", 1250.5],
    ["USD", "en-US", "headphones under 50 dollars", 50],
    ["USD", "en-US", "headphones under 50usd", 50],
    ["EUR", "en-IE", "headphones under €50", 50],
    ["EUR", "en-IE", "headphones under 50 euros", 50],
    ["EUR", "en-IE", "headphones under 50 EUR", 50],
    ["EUR", "en-IE", "headphones under EUR 50", 50],
    ["EUR", "de", "headphones under 1.250,50 €", 1250.5],
    ["EUR", "de", "headphones under 49.90 €", 49.9],
    ["EUR", "fr", "headphones under 1\u202f250,50\u00a0€", 1250.5],
    ["JPY", "en-US", "headphones under ¥5,000", 5000],
    ["JPY", "ja", "headphones under 5000 yen", 5000],
    ["SEK", "sv", "headphones under 1 500 kr", 1500],
    ["INR", "en-IN", "headphones under ₹1,00,000", 100_000],
    ["CAD", "en-CA", "headphones under 50 dollars", 50],
    ["BRL", "pt-BR", "headphones under R$ 1.250,50", 1250.5]
  ] as const)("is the shop's in %s, %s: %s", ([code, language, message, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(code, language, message), [expected, null])
    })
  )

  it.effect.each([
    ["USD", "headphones under €50", "€50"],
    ["USD", "headphones under 50 euros", "50 euros"],
    ["USD", "headphones under 50 euros, please", "50 euros"],
    ["USD", "headphones under 5000 yen?", "5000 yen"],
    ["EUR", "headphones under $50", "$50"],
    ["JPY", "headphones under 50 dollars", "50 dollars"]
  ] as const)("is not taken for the shop's in another currency, %s: %s", ([code, message, foreign]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(code, "en-US", message), [null, foreign])
    })
  )

  it.scoped("is no part of another word, and no number of what stands after it", () =>
    Effect.gen(function* () {
      yield* settleScoped({ currency: Schema.decodeSync(CurrencyFromCode)("SEK"), language: "sv" })
      assert.deepStrictEqual(
        tokenize("2 kraft bags for 20 kr, 3 lamps").map(({ currency, raw }) =>
          currency === null ? raw : [raw, currency]
        ),
        ["2", "kraft", "bags", "for", "20", ["kr", "shop"], ",", "3", "lamps"]
      )
      const { maxPrice, quantity } = readBounds(tag(tokenize("under 20 kr 3 lamps")))
      assert.deepStrictEqual([maxPrice, quantity], [20, 3])
    })
  )
})
