import { it } from "@effect/vitest"
import { CurrencyFromCode } from "../../src/Currency.ts"
import { settleScoped, type ShopSettings } from "../../src/ShopSettings.ts"
import { Effect, Exit, Schema, Scope } from "effect"

const currency = Schema.decodeSync(CurrencyFromCode)

export const shopIn = (code: string, language = "en-US"): ShopSettings => ({ currency: currency(code), language })

/** Runs a test in a process of such a shop; exceptions pass through as they are, as FastCheck knows its own by identity. */
export const within = <A>(settings: ShopSettings, test: () => A): A => {
  const scope = Effect.runSync(Scope.make())
  Effect.runSync(Scope.extend(settleScoped(settings), scope))
  try {
    return test()
  } finally {
    Effect.runSync(Scope.close(scope, Exit.void))
  }
}

const shops = [shopIn("USD"), shopIn("EUR", "de"), shopIn("JPY", "ja")]

/** Declares a property that holds in shops of several currencies. */
export const propInEachCurrency: typeof it.prop = (name, arbitraries, self, timeout) => {
  for (const shop of shops) {
    it.prop(
      `${name}, in ${shop.currency.code}`,
      arbitraries,
      (properties, context) => within(shop, () => self(properties, context)),
      timeout
    )
  }
}
