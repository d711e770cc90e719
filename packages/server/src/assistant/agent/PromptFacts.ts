import { type Tier } from "@storefront/domain/Loyalty"
import { type Money } from "@storefront/domain/Money"
import { type ShopNames } from "@storefront/domain/ShopNames"
import { Context, Effect, Layer } from "effect"
import { LoyaltyProgramme } from "../../shop/accounts/LoyaltyProgramme.ts"
import { CurrentNames } from "../../shop/names/CurrentNames.ts"
import { returns } from "../../platform/config/LimitsConfig.ts"

/** Configured numbers and names that are rendered into agents' instructions. */
export interface Facts extends ShopNames {
  /** Days after delivery during which an order can be returned. */
  readonly returnWindowDays: number
  /** Amount up to which a return is approved automatically. */
  readonly returnAutoApproveLimit: Money
  /** The loyalty programme, lowest level first. */
  readonly tiers: ReadonlyArray<Tier>
}

/** Facts of this shop: numbers as they were when the program started, names as they are now. */
export class PromptFacts extends Context.Tag("@storefront/server/assistant/agent/PromptFacts")<
  PromptFacts,
  {
    readonly read: Effect.Effect<Facts>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const programme = yield* LoyaltyProgramme
      const names = yield* CurrentNames
      const { autoApproveLimit, windowDays } = yield* returns
      const numbers = {
        returnWindowDays: windowDays,
        returnAutoApproveLimit: autoApproveLimit,
        tiers: yield* programme.tiers
      }
      return { read: Effect.map(names.read, (current) => ({ ...numbers, ...current })) }
    })
  ).pipe(Layer.provide([LoyaltyProgramme.layer, CurrentNames.layer]))
}
