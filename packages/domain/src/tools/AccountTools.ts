import { Schema } from "effect"
import { Category } from "../Catalog.ts"
import { LoyaltyTier, Role, UserId } from "../Identity.ts"
import { OrderId, ProductId } from "../Ids.ts"
import { TierBenefitFields } from "../Loyalty.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { withOrderNumber } from "./OrderNumberField.ts"
import { limit } from "./Parameters.ts"
import { Shows } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

export const getUserProfile = tool("get_user_profile", {
  description: "The customer's account: name, role, loyalty tier with its benefits, total spend, since when.",
  parameters: {},
  success: Schema.Struct({
    user_id: UserId,
    name: UserText,
    role: Role,
    loyalty_tier: LoyaltyTier,
    /** Sum of the orders that were not cancelled, less refunds. */
    total_spend: MoneyFromNumber,
    member_since: Schema.DateTimeUtc,
    tier_benefits: Schema.Struct(TierBenefitFields)
  })
})

export const getPurchaseHistory = tool("get_purchase_history", {
  description: "What the customer bought before: newest orders with products and categories, cancelled ones too.",
  parameters: { limit: limit(10) },
  success: Schema.Struct({
    /** Newest first. */
    orders: Schema.Array(
      withOrderNumber(
        Schema.Struct({
          order_id: OrderId,
          status: OrderStatus,
          total: MoneyFromNumber,
          created_at: Schema.DateTimeUtc,
          /** Distinct, in alphabetical order. */
          categories: Schema.Array(Category),
          products: Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText, quantity: Schema.Int }))
        })
      )
    ),
    count: Schema.Int,
    message: Schema.optional(Schema.String)
  })
}).annotate(Shows, [{ kind: "order", at: "orders" }])
