import { type CheckoutTerms, type RestOfCart } from "@storefront/domain/confirmation/Terms"
import { type SpeedTier } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import { type Allocation } from "@storefront/domain/rules/Allocation"
import { isShippingFree, shippingCharge } from "@storefront/domain/rules/Loyalty"
import { Array } from "effect"
import { termName, termNote } from "../../platform/effects/TermText.ts"
import { type PricedCart, type StoredLine } from "./CartContents.ts"
import { type Destination } from "./Destination.ts"

/** Returns the shipping cost and time of an order. The time is that of its slowest parcel. */
export const shippingOf = ({ cost, shipments }: Allocation, speed: SpeedTier, { facts, priced }: PricedCart) => {
  return {
    carrier: shipments[0].rate.carrier,
    speed_tier: speed,
    cost: shippingCharge(facts.tier, speed, cost)(priced.total),
    free_shipping: isShippingFree(facts.tier, speed, priced.total),
    shipments: shipments.length,
    estimated_days_min: Math.max(...shipments.map(({ rate }) => rate.estimated_days_min)),
    estimated_days_max: Math.max(...shipments.map(({ rate }) => rate.estimated_days_max))
  }
}

/** Returns the terms that a customer agrees to when ordering a cart. */
export const termsOf = (
  lines: Array.NonEmptyReadonlyArray<StoredLine>,
  { priced }: PricedCart,
  rest: RestOfCart | undefined,
  shipping: ReturnType<typeof shippingOf>,
  { billingAddress, deliveryAddress, recipient }: Destination,
  { howToPay, note }: { readonly note: string | null; readonly howToPay: string | undefined }
): CheckoutTerms => ({
  act: "checkout",
  lines: Array.map(lines, ({ name, price, product_id, quantity }) => ({
    productId: product_id,
    name: termName(name),
    quantity,
    unitPrice: price,
    subtotal: Money.make(price * quantity)
  })),
  subtotal: priced.subtotal,
  discounts: priced.savings.map(({ amount, label, type }) => ({
    label: termName(label),
    amount,
    isOfTier: type === "loyalty_discount"
  })),
  couponCode: priced.coupon?.code ?? null,
  ...(rest === undefined ? {} : { rest }),
  shipping: {
    carrier: shipping.carrier,
    speedTier: shipping.speed_tier,
    estimatedDaysMin: shipping.estimated_days_min,
    estimatedDaysMax: shipping.estimated_days_max,
    cost: shipping.cost
  },
  amount: Money.make(priced.total + shipping.cost),
  recipient,
  deliveryAddress,
  billingAddress,
  note: termNote(note),
  ...(howToPay === undefined ? {} : { paymentNote: howToPay })
})
