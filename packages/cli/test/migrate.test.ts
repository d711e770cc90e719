import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { settleScoped } from "@storefront/domain/ShopSettings"
import { settings } from "@storefront/server/testing/Settings"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Database from "@storefront/server/platform/database/Database"
import { Effect, Layer } from "effect"
import { checkTables } from "../src/CommandDatabase.ts"
import { migrate } from "../src/commands/migrate.ts"
import { heard, typed } from "./support/Heard.ts"

it.scopedLive("changes the language of the shop, which every command then wants, and never its currency", () =>
  Effect.gen(function* () {
    const folder = yield* TestDatabase.folder("seeded")
    const inShop = <A, E, R>(code: "EUR" | "USD", language: string, effect: Effect.Effect<A, E, R>) =>
      Effect.scoped(
        Effect.zipRight(
          settleScoped({ currency: { code, decimals: 2 }, language }),
          Effect.provide(
            effect,
            settings({ STOREFRONT_DATA_DIR: folder, SHOP_CURRENCY: code, SHOP_LANGUAGE: language })
          )
        )
      )
    const use = Effect.provide(Effect.asVoid(checkTables), Layer.fresh(Database.layerCommand))

    yield* inShop("USD", "en-US", use)
    const changed = yield* inShop("USD", "de-AT", heard(typed(migrate, [])))
    assert.isNull(changed.failure)
    assert.include(changed.printed.join(" "), "The shop's language is de-AT now.")
    yield* inShop("USD", "de-AT", use)
    assert.include((yield* Effect.flip(inShop("USD", "en-US", use))).message, "this database's shop is in de-AT")
    const refused = yield* inShop("EUR", "de-AT", heard(typed(migrate, [])))
    assert.include(refused.failure, "SHOP_CURRENCY is EUR, but this database's shop is in USD for good")
  }).pipe(Effect.provide(NodeContext.layer))
)
