import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import {
  addToCart,
  applyCouponToCart,
  checkout,
  getCart,
  removeCouponFromCart,
  removeFromCart,
  setBillingAddress,
  setBillingSameAsShipping,
  setShippingAddress,
  updateCartQuantity
} from "@storefront/domain/tools/CartTools"
import {
  cancelOrder,
  getOrderDetails,
  getOrderTracking,
  getUserOrders,
  modifyOrder
} from "@storefront/domain/tools/OrderTools"
import { findPolicy } from "@storefront/domain/tools/PolicyTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import {
  checkReturnEligibility,
  getReturnStatus,
  initiateReturn,
  processRefund,
  withdrawReturn
} from "@storefront/domain/tools/ReturnTools"
import { getSellerOrders, getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { openSupportCase } from "@storefront/domain/tools/SupportTools"

export const orderTools = Toolkit.make(getUserOrders, getOrderDetails, getOrderTracking, cancelOrder, modifyOrder)

export const returnTools = Toolkit.make(
  checkReturnEligibility,
  initiateReturn,
  processRefund,
  getReturnStatus,
  withdrawReturn
)

/** Tools for sellers' sales. */
export const sellerTools = Toolkit.make(getSellerRevenue, getSellerOrders)

/** Tools for the cart, including checkout. */
export const cartTools = Toolkit.make(
  addToCart,
  getCart,
  updateCartQuantity,
  removeFromCart,
  setShippingAddress,
  setBillingAddress,
  setBillingSameAsShipping,
  applyCouponToCart,
  removeCouponFromCart,
  checkout
)

/** Tools that hand a problem to staff. */
export const supportTools = Toolkit.make(openSupportCase)

export const toolkit = Toolkit.merge(
  orderTools,
  returnTools,
  sellerTools,
  cartTools,
  supportTools,
  Toolkit.make(findPolicy, findProduct, getUserProfile)
)
