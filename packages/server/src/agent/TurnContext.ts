import { LoyaltyTier, Role } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { MoneyFromNumber } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** What an agent knows about the person and the day: a data message, never instructions. */
export class TurnContext extends Schema.Class<TurnContext>("TurnContext")({
  /** `YYYY-MM-DD`, UTC. */
  today: Schema.String,
  customer: Schema.Struct({ first_name: UserText, role: Role, loyalty_tier: LoyaltyTier }),
  /** The 5 newest, newest first; empty for agents that do not ask for them. */
  recent_orders: Schema.Array(
    Schema.Struct({ order_id: OrderId, status: OrderStatus, total: MoneyFromNumber, date: Schema.String })
  ),
  /** Up to 10 unexpired ones, most important first; empty for agents that do not ask for them. */
  memories: Schema.Array(Schema.Struct({ category: Schema.String, content: UserText, importance: Schema.Int })),
  /** How the shop's own staff is reached; absent when the shop has not set it. */
  support_contact: Schema.optional(Schema.String)
}) {}
