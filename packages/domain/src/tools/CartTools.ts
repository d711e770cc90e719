import { Schema } from "effect"
import { AddressResult, addressParameters } from "../Address.ts"
import { Category } from "../Catalog.ts"
import { LoyaltyTier } from "../Identity.ts"
import { CartId, OrderId, ProductId } from "../Ids.ts"
import { Region, SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { CouponCode } from "../Pricing.ts"
import { OrderLine } from "./OrderTools.ts"
import { flag, oneOf, productId, productIds, text, whole, wholeOr } from "./Parameters.ts"
import { PricingFields, Saving } from "./PricingFields.ts"
import { Proposed, proposes } from "./Proposed.ts"
import { Shows, showsAct } from "./Shows.ts"
import { tool, writeFields } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

/** A tool that changes the cart shows it, and the product that it was about. */
const changedCart = [{ kind: "cart" }] as const

/** The most units of one product in a cart. */
export const maxQuantity = 99

/** The most different products in a cart. */
export const maxLines = 50

/** Where a new cart goes: where the last order went. */
export const TakenDelivery = Schema.Struct({ recipient_name: UserText, shipping_address: AddressResult })

/** A product after it was put into the cart. */
export const AddedLine = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  price: MoneyFromNumber,
  quantity_in_cart: Schema.Int,
  /** Units in all warehouses together. */
  available_quantity: Schema.Int,
  /** Different products in the cart. */
  item_count: Schema.Int,
  /** Of the whole cart, before any discount. */
  subtotal: MoneyFromNumber,
  /** Of a cart that was made for it; absent for any other. */
  delivery: Schema.optional(TakenDelivery)
})

/** The same as it is stored, for the line that tells of it; older ones lack the units that were put in. */
export const StoredAddition = Schema.Struct({ ...AddedLine.fields, quantity_added: Schema.optional(Schema.Int) })

export const addToCart = tool("add_to_cart", {
  description: "Put a product into the cart, or more of it, by product_id or by product_name.",
  parameters: {
    product_id: Schema.optional(productId),
    product_name: Schema.optional(text(1, 200, "A name that only one product has")),
    quantity: wholeOr(1, maxQuantity, 1, "Units")
  },
  success: Schema.Struct({ ...AddedLine.fields, ...writeFields })
}).annotate(Shows, changedCart)

/** A coupon with which the cart would cost less than it does now, or none. */
const BestCoupon = Schema.Struct({
  /** Null: without the cart's coupon, because shipping is free then. */
  code: Schema.NullOr(CouponCode),
  /** Off what the cart costs now, both with its cheapest shipping. */
  saves: MoneyFromNumber,
  /** Null when it cannot be sent yet: then `saves` is without shipping. */
  total_with_shipping: Schema.NullOr(MoneyFromNumber)
})

export const getCart = tool("get_cart", {
  description: "The cart as it costs now: items, discounts, total without shipping, shipping, best coupon, addresses.",
  parameters: {},
  success: Schema.Struct({
    /** Null as long as nothing was ever put in. */
    cart_id: Schema.NullOr(CartId),
    /** In the order in which they were put in. */
    items: Schema.Array(
      Schema.Struct({
        product_id: ProductId,
        name: UserText,
        brand: UserText,
        category: Category,
        price: MoneyFromNumber,
        quantity: Schema.Int,
        subtotal: MoneyFromNumber,
        available_quantity: Schema.Int,
        /** False: the product is not sold any more, and counts for nothing. */
        purchasable: Schema.Boolean
      })
    ),
    item_count: Schema.Int,
    ...PricingFields,
    savings: Schema.Array(Saving.omit("product_ids")),
    /** By speed, as checkout would send it; `message` says why there are none. */
    shipping_options: Schema.Array(
      Schema.Struct({
        speed_tier: SpeedTier,
        cost: MoneyFromNumber,
        free_shipping: Schema.Boolean,
        estimated_days: Schema.String
      })
    ),
    /** The total from which standard shipping costs this customer nothing. */
    free_shipping_from: MoneyFromNumber,
    /** Null when the cart could not cost less. */
    best_coupon: Schema.NullOr(BestCoupon),
    shipping_address: Schema.NullOr(AddressResult),
    /** Null when it is the shipping address, or there is none. */
    billing_address: Schema.NullOr(AddressResult),
    billing_same_as_shipping: Schema.Boolean,
    recipient_name: Schema.NullOr(UserText),
    /** Where the cart goes when the address above is for the next order only; absent otherwise. */
    usual_delivery: Schema.optional(Schema.Struct({ recipient_name: UserText, shipping_address: AddressResult })),
    message: Schema.String
  })
}).annotate(Shows, [{ kind: "cart", at: "items" }])

/** A line of the cart after its quantity was set; 0 when it is gone. */
export const ChangedLine = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  price: MoneyFromNumber,
  quantity: Schema.Int,
  /** Of the line. */
  subtotal: MoneyFromNumber,
  cart_subtotal: MoneyFromNumber
})

export const updateCartQuantity = tool("update_cart_quantity", {
  description: "Set how many of a product are in the cart; 0 removes it.",
  parameters: { product_id: productId, quantity: whole(0, maxQuantity, "Units from now on") },
  success: Schema.Struct({ ...ChangedLine.fields, ...writeFields })
}).annotate(Shows, changedCart)

/** What was taken out of the cart, and how many products are left in it. */
export const RemovedLine = Schema.Struct({ product_id: ProductId, name: UserText, item_count: Schema.Int })

export const removeFromCart = tool("remove_from_cart", {
  description: "Take all units of a product out of the cart.",
  parameters: { product_id: productId },
  success: Schema.Struct({ ...RemovedLine.fields, ...writeFields })
}).annotate(Shows, changedCart)

/** Where the cart will be delivered, and what became of the bill; older ones do not tell of it. */
export const ShippingSet = Schema.Struct({
  shipping_address: AddressResult,
  recipient_name: UserText,
  region: Region,
  /** Then the cart has its own address again. */
  for_this_order: Schema.optional(Schema.Boolean),
  billing_same_as_shipping: Schema.optional(Schema.Boolean),
  /** Where the bill goes when not there. */
  billing_address: Schema.optional(AddressResult)
})

export const setShippingAddress = tool("set_shipping_address", {
  description:
    "Set where the cart is delivered and to whom, in the United States. The bill follows while it is the same.",
  parameters: {
    recipient_name: text(1, 100, "Who receives it"),
    ...addressParameters,
    country: Schema.optionalWith(addressParameters.country, { default: () => "US" }),
    phone: Schema.optional(text(3, 30, "For the carrier")),
    for_this_order: flag("true: a gift, the next order only; the bill stays")
  },
  success: Schema.Struct({ ...ShippingSet.fields, ...writeFields })
}).annotate(Shows, changedCart)

/** Where the bill of the cart goes. */
export const BillingSet = Schema.Struct({ billing_address: AddressResult, billing_same_as_shipping: Schema.Boolean })

export const setBillingAddress = tool("set_billing_address", {
  description: "Set where the bill goes when not to the shipping address. Any country.",
  parameters: addressParameters,
  success: Schema.Struct({ ...BillingSet.fields, ...writeFields })
}).annotate(Shows, changedCart)

export const setBillingSameAsShipping = tool("set_billing_same_as_shipping", {
  description: "Bill the shipping address, now and whenever it changes.",
  parameters: {},
  success: Schema.Struct({ ...BillingSet.fields, ...writeFields })
}).annotate(Shows, changedCart)

/** The coupon that is on the cart now, and what the cart costs with it. */
export const CouponOnCart = Schema.Struct({
  coupon_code: CouponCode,
  description: Schema.String,
  ...PricingFields,
  /** Off the total without a coupon, and so less than the discount where a tier gives less then; older ones lack it. */
  saves: Schema.optional(MoneyFromNumber)
})

export const applyCouponToCart = tool("apply_coupon_to_cart", {
  description: "Put a coupon on the cart, in place of another. It counts as used only at checkout.",
  parameters: { code: text(1, 40, "The coupon code") },
  success: Schema.Struct({ ...CouponOnCart.fields, ...writeFields })
}).annotate(Shows, changedCart)

/** What the cart costs without a coupon. */
export const CartPricing = Schema.Struct(PricingFields)

export const removeCouponFromCart = tool("remove_coupon_from_cart", {
  description: "Take the coupon off the cart.",
  parameters: {},
  success: Schema.Struct({ ...CartPricing.fields, ...writeFields })
}).annotate(Shows, changedCart)

/** An order as it was just placed. */
export const PlacedOrder = Schema.Struct({
  order_id: OrderId,
  status: Schema.Literal("placed"),
  items: Schema.Array(OrderLine),
  ...PricingFields,
  shipping: Schema.Struct({
    carrier: Schema.String,
    speed_tier: SpeedTier,
    /** Part of the amount that the order costs: 0 when it is free. */
    cost: MoneyFromNumber,
    free_shipping: Schema.Boolean,
    /** Parcels, one from each warehouse that sends something. */
    shipments: Schema.Int,
    /** Until the last parcel is there. */
    estimated_days_min: Schema.Int,
    estimated_days_max: Schema.Int
  }),
  /** `total` plus the cost of shipping. */
  amount_charged: MoneyFromNumber,
  loyalty_tier: LoyaltyTier,
  total_spend: MoneyFromNumber
})

export const checkout = tool("checkout", {
  description: `Order the cart, or some products of it; the rest stays in it. ${proposes}`,
  parameters: {
    product_ids: Schema.optional(productIds(1, maxLines, "Only these; default the whole cart")),
    speed_tier: Schema.optionalWith(oneOf(SpeedTier.literals, "Default standard"), {
      default: () => "standard" as const
    }),
    note: Schema.optional(text(0, 500, "For delivery or choice (a size), in the customer's words"))
  },
  success: Proposed
}).annotate(Shows, showsAct)
