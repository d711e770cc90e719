import { Day } from "@storefront/domain/Catalog"
import { LoyaltyTier, Role } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumber } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { withOrderNumber } from "@storefront/domain/tools/OrderNumberField"
import { ContentsFields, PossibilityFields } from "@storefront/domain/tools/OrderTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"
import { Offer } from "../turn/Offer.ts"

/**
 * Facts about the person and the day, given to the model as data. Parts that the agent does not request are absent; an
 * empty list means that there are none.
 */
export class TurnContext extends Schema.Class<TurnContext>("TurnContext")({
  /** `YYYY-MM-DD` in UTC, and its weekday. */
  today: Schema.String,
  weekday: Schema.String,
  customer: Schema.Struct({ first_name: UserText, role: Role, loyalty_tier: LoyaltyTier }),
  /** Product whose page the customer looks at; "this" may mean it. */
  viewed_product: Schema.optional(Schema.Struct({ product_id: ProductId, name: UserText })),
  /** The 3 newest, newest first. */
  recent_orders: Schema.optional(
    Schema.Array(
      withOrderNumber(
        Schema.Struct({
          order_id: OrderId,
          status: OrderStatus,
          total: MoneyFromNumber,
          total_with_shipping: MoneyFromNumber,
          date: Day,
          /** Null until delivery. */
          delivered_at: Schema.NullOr(Day),
          ...ContentsFields,
          ...PossibilityFields
        })
      )
    )
  ),
  /** Usual destination: the address of the cart, else that of the newest order; absent without either. */
  default_address: Schema.optional(Schema.Struct({ city: UserText, state: UserText })),
  /** Up to 10 unexpired ones, most important first. */
  memories: Schema.optional(
    Schema.Array(Schema.Struct({ category: Schema.String, content: UserText, importance: Schema.Int }))
  ),
  /** The conversation's proposals with their outcomes, oldest first; absent when there are none. */
  proposals: Schema.optional(Schema.NonEmptyArray(Offer)),
  /** Contact of the shop's staff; absent if none is configured. */
  support_contact: Schema.optional(Schema.String)
}) {}
