import { Toolkit } from "@effect/ai"
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

/** The cart, up to the placed order. */
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
