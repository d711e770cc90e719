import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import {
  cancelOrder,
  getOrderDetails,
  getOrderTracking,
  getUserOrders,
  modifyOrder
} from "@storefront/domain/tools/OrderTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import {
  checkReturnEligibility,
  getReturnStatus,
  initiateReturn,
  processRefund
} from "@storefront/domain/tools/ReturnTools"
import { getSellerOrders, getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { cartTools } from "./cartTools.ts"

/** Looking after orders on their way. */
export const orderTools = Toolkit.make(getUserOrders, getOrderDetails, getOrderTracking, cancelOrder, modifyOrder)

/** Sending things back. */
export const returnTools = Toolkit.make(checkReturnEligibility, initiateReturn, processRefund, getReturnStatus)

/** What sellers sold. */
export const sellerTools = Toolkit.make(getSellerRevenue, getSellerOrders)

/** The tools of order-management. */
export const toolkit = Toolkit.merge(
  orderTools,
  returnTools,
  sellerTools,
  cartTools,
  Toolkit.make(findProduct, getUserProfile)
)
