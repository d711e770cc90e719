import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { cancelOrder, getOrderDetails, getOrderTracking, getUserOrders } from "@storefront/domain/tools/OrderTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"

/** The tools of order-management. */
export const toolkit = Toolkit.make(
  getUserOrders,
  getOrderDetails,
  getOrderTracking,
  cancelOrder,
  findProduct,
  getUserProfile
)
