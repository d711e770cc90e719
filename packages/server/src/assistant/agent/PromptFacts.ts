import { Category } from "@storefront/domain/Catalog"
import { Region } from "@storefront/domain/Inventory"
import { type Tier } from "@storefront/domain/Loyalty"
import { type Money } from "@storefront/domain/Money"
import { Context, Effect, Layer } from "effect"
import { LoyaltyProgramme } from "../../shop/accounts/LoyaltyProgramme.ts"
import { returns } from "../../platform/config/LimitsConfig.ts"

/** Configured numbers and names that are rendered into agents' instructions. */
export interface Facts {
  /** Days after delivery during which an order can be returned. */
  readonly returnWindowDays: number
  /** Amount up to which a return is approved automatically. */
  readonly returnAutoApproveLimit: Money
  /** The loyalty programme, lowest level first. */
  readonly tiers: ReadonlyArray<Tier>
  readonly regions: ReadonlyArray<Region>
  readonly categories: ReadonlyArray<Category>
}

/** Facts of this shop, read from its configuration and database when the program starts. */
export class PromptFacts extends Context.Tag("@storefront/server/assistant/agent/PromptFacts")<PromptFacts, Facts>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const programme = yield* LoyaltyProgramme
      const { autoApproveLimit, windowDays } = yield* returns
      return {
        returnWindowDays: windowDays,
        returnAutoApproveLimit: autoApproveLimit,
        tiers: yield* programme.tiers,
        regions: Region.literals,
        categories: Category.literals
      }
    })
  ).pipe(Layer.provide(LoyaltyProgramme.layer))
}
