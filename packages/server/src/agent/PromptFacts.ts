import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { type Tier } from "@storefront/domain/Loyalty"
import { type Money } from "@storefront/domain/Money"
import { Context } from "effect"

/** Numbers and names that instructions may mention; rendered into them, never typed. */
export interface Facts {
  /** Days after delivery in which an order can be returned. */
  readonly returnWindowDays: number
  /** Returns up to this amount are approved at once. */
  readonly returnAutoApproveLimit: Money
  /** The loyalty programme, lowest level first. */
  readonly tiers: ReadonlyArray<Tier>
  readonly regions: ReadonlyArray<Region>
  readonly categories: ReadonlyArray<Category>
}

/** The facts of this shop, from its configuration and database, read when the program starts. */
export class PromptFacts extends Context.Tag("@storefront/server/agent/PromptFacts")<PromptFacts, Facts>() {}
