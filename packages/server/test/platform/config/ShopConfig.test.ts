import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shop } from "../../../src/platform/config/ShopConfig.ts"
import { settings } from "../../../src/testing/Settings.ts"

const read = (variables: Readonly<Record<string, string>>) => Effect.provide(shop, settings(variables))

describe("the settings of the shop", () => {
  it.effect("are US dollars and American English by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read({}), { currency: { code: "USD", decimals: 2 }, language: "en-US" })
      assert.deepStrictEqual(yield* read({ SHOP_CURRENCY: "JPY", SHOP_LANGUAGE: "ja-jp" }), {
        currency: { code: "JPY", decimals: 0 },
        language: "ja-JP"
      })
    })
  )

  it.effect("are refused with the rule", () =>
    Effect.gen(function* () {
      for (const [variables, rule] of [
        [{ SHOP_CURRENCY: "KWD" }, "KWD has 3 decimals, not 0 or 2"],
        [{ SHOP_CURRENCY: "DOLLAR" }, "must be a currency code of ISO 4217, for example EUR"],
        [{ SHOP_LANGUAGE: "english please" }, "must be a language tag of BCP 47, for example en-GB"],
        [{ SHOP_LANGUAGE: "" }, "must be a language tag of BCP 47, for example en-GB"]
      ] as const) {
        assert.include(String(yield* Effect.flip(read(variables))), rule)
      }
    })
  )
})
