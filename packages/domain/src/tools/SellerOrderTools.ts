import { Schema } from "effect"
import { Category } from "../Catalog.ts"
import { OrderId, ProductId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { withOrderNumber } from "./OrderNumberField.ts"
import { day, limit, offset, oneOf, sellerId, total, wholeOr } from "./Parameters.ts"
import { AllowedRoles, offersCase, RefusalAdvice } from "./RolePolicy.ts"
import { Shows } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

export const getSellerRevenue = tool("get_seller_revenue", {
  description:
    "A seller's sales in a period, without cancelled and returned orders: totals, best products, categories.",
  parameters: {
    days: wholeOr(1, 365, 30, "Days until now"),
    from: Schema.optional(day("First day, UTC; replaces days")),
    to: Schema.optional(day("Last day, with from; default today")),
    seller_id: Schema.optional(sellerId)
  },
  success: Schema.Struct({
    /** Number of days in the period, including an incomplete last day. */
    period_days: Schema.Int,
    from: Schema.DateTimeUtc,
    to: Schema.DateTimeUtc,
    /** Revenue before discounts. */
    gross_revenue: MoneyFromNumber,
    discounts: MoneyFromNumber,
    /** `gross_revenue` minus `discounts`. */
    revenue: MoneyFromNumber,
    order_count: Schema.Int,
    units_sold: Schema.Int,
    /** Revenue per order, rounded half up; null without orders. */
    average_order_value: Schema.NullOr(MoneyFromNumber),
    /** The ten products with the most revenue; ties by id. */
    by_product: Schema.Array(
      Schema.Struct({ product_id: ProductId, name: UserText, units: Schema.Int, revenue: MoneyFromNumber })
    ),
    /** Sorted by revenue, highest first; ties by name. */
    by_category: Schema.Array(Schema.Struct({ category: Category, units: Schema.Int, revenue: MoneyFromNumber })),
    /** Says that nothing was sold; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(AllowedRoles, ["seller", "admin"])
  .annotate(RefusalAdvice, offersCase)

export const getSellerOrders = tool("get_seller_orders", {
  description: "Orders with a seller's products, newest first, with those lines only.",
  parameters: {
    status: Schema.optional(
      oneOf([...OrderStatus.literals, "open"], "Only orders in this status; open: not delivered yet")
    ),
    seller_id: Schema.optional(sellerId),
    limit: limit(20),
    offset
  },
  success: Schema.Struct({
    orders: Schema.Array(
      withOrderNumber(
        Schema.Struct({
          order_id: OrderId,
          status: OrderStatus,
          created_at: Schema.DateTimeUtc,
          /** `name` is the product's name at the time of sale. */
          lines: Schema.Array(Schema.Struct({ name: UserText, quantity: Schema.Int, subtotal: MoneyFromNumber })),
          /** Sum of the listed lines before discounts. */
          seller_subtotal: MoneyFromNumber,
          units: Schema.Int
        })
      )
    ),
    count: Schema.Int,
    total,
    /** Explanation of an empty list; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, [{ kind: "order", at: "orders" }])
  .annotate(AllowedRoles, ["seller", "admin"])
  .annotate(RefusalAdvice, offersCase)
