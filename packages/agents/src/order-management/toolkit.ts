import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import {
  addToCart,
  applyCouponToCart,
  checkout,
  checkoutAtTill,
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

/** Tools for the cart, without checkout. */
export const cartTools = Toolkit.make(
  addToCart,
  getCart,
  updateCartQuantity,
  removeFromCart,
  setShippingAddress,
  setBillingAddress,
  setBillingSameAsShipping,
  applyCouponToCart,
  removeCouponFromCart
)

/** Checkout where orders are placed here. */
export const orderingTools = Toolkit.make(checkout)

/** Checkout where orders are placed at the shop's own till. */
export const tillTools = Toolkit.make(checkoutAtTill)

/** Tools that hand a problem to staff. */
export const supportTools = Toolkit.make(openSupportCase)

const commonTools = Toolkit.make(findPolicy, findProduct, getUserProfile)

export const toolkit = Toolkit.merge(
  orderTools,
  returnTools,
  sellerTools,
  cartTools,
  orderingTools,
  supportTools,
  commonTools
)

/** The toolkit of a shop with a till of its own. */
export const toolkitAtTill = Toolkit.merge(
  orderTools,
  returnTools,
  sellerTools,
  cartTools,
  tillTools,
  supportTools,
  commonTools
)
