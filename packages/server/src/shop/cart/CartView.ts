import { Money } from "@storefront/domain/Money"
import { type BetterCoupon } from "@storefront/domain/rules/CartOptimizer"
import { deliveryWindow } from "@storefront/domain/rules/Shipping"
import { type getCart } from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { Array, Struct } from "effect"
import { type Quote } from "./Carts.ts"

/** A cart as `get_cart` and cards show it. */

const obstacleMessages: { readonly [O in NonNullable<Quote["obstacle"]>]: string } = {
  empty_cart: "Nothing in it can be ordered.",
  no_address: "Checkout needs a shipping address.",
  not_deliverable: "The shop does not deliver to its address: ask for another.",
  out_of_stock: "Not all of it can be sent there: too few are in stock."
}

const tillMessage = "Address, delivery and payment are asked at the shop's till: checkout gives the link."

/** Explains that the customer may have ordered the cart already. */
const givenMessage = (isCurrent: boolean): string =>
  `The customer got a link to the till at checkout_link.given_at and may have ordered with it: say when it was given.${isCurrent ? "" : " The cart is not what that link has: offer a new one."}`

/** Explains whether the saving of a coupon includes shipping. */
const couponMessage = ({ coupon }: BetterCoupon, obstacle: Quote["obstacle"]): string =>
  coupon === null
    ? "Without its coupon the cart would cost less: shipping is free then."
    : obstacle === null
      ? "What best_coupon saves is counted with shipping."
      : "What best_coupon saves is counted without shipping."

/** Explains the amounts of a cart, and why it cannot be ordered yet. */
const cartMessage = ({ bestCoupon, contents, delivery, obstacle, till }: Quote): string =>
  contents === null || contents.lines.length === 0
    ? "The cart is empty."
    : contents.lines.some(({ purchasable }) => !purchasable)
      ? "Something in the cart is no longer sold: it has to be removed before checkout."
      : [
          "Prices are current and do not include shipping.",
          ...(till.isUsed ? [tillMessage] : obstacle === null ? [] : [obstacleMessages[obstacle]]),
          ...(till.isUsed && contents.checkout_url !== null ? [givenMessage(contents.checkout_url === till.link)] : []),
          ...(bestCoupon === null ? [] : [couponMessage(bestCoupon, obstacle)]),
          ...(delivery.isForThisOrder
            ? [
                "The shipping address is for the next order only. set_shipping_address with usual_delivery takes it back."
              ]
            : [])
        ].join(" ")

/** Converts a quote to the result of `get_cart`. */
export const cartView = (quote: Quote): typeof getCart.successSchema.Type => {
  const { bestCoupon, contents, delivery, facts, obstacle, priced, shipping, till } = quote
  const givenAt = contents?.checkout_url_at ?? null
  const lines = contents?.lines ?? []
  return {
    cart_id: contents?.id ?? null,
    items: lines.map((line) => ({
      ...Struct.omit(line, "checkout_key", "group_id", "original_price"),
      subtotal: Money.make(line.price * line.quantity)
    })),
    item_count: lines.length,
    ...pricingFields(priced),
    savings: priced.savings,
    shipping_options: shipping.map((option) => ({ ...option, estimated_days: deliveryWindow(option) })),
    free_shipping_from: facts.tier.freeShippingThreshold,
    best_coupon:
      bestCoupon === null
        ? null
        : {
            code: bestCoupon.coupon?.code ?? null,
            saves: bestCoupon.saving,
            total_with_shipping: obstacle === null ? bestCoupon.amount : null
          },
    shipping_address: delivery.address,
    billing_address: delivery.isBilledToShipping ? null : delivery.billing,
    billing_same_as_shipping: delivery.isBilledToShipping,
    recipient_name: delivery.recipient,
    ...(delivery.own === null
      ? {}
      : {
          usual_delivery: { recipient_name: delivery.own.recipient, shipping_address: delivery.own.address }
        }),
    checkout_url: till.link,
    ...(!till.isUsed || givenAt === null || lines.length === 0
      ? {}
      : { checkout_link: { given_at: givenAt, is_current: contents?.checkout_url === till.link } }),
    message: cartMessage(quote)
  }
}

/** Converts a quote to the cart of a card. */
export const cartOnCard = (quote: Quote) => {
  const lines = quote.contents?.lines ?? []
  const view = cartView(quote)
  return {
    ...view,
    items: Array.zipWith(view.items, lines, (item, { original_price }) => ({ ...item, original_price }))
  }
}
