import { Schema } from "effect"
import { AddressResult, addressParameters } from "../Address.ts"
import { Category } from "../Catalog.ts"
import { LoyaltyTier } from "../Identity.ts"
import { CartId, OrderId, ProductId } from "../Ids.ts"
import { Region, SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { CouponCode } from "../Pricing.ts"
import { OrderLine } from "./OrderTools.ts"
import { flag, oneOf, OptionValues, productId, productIds, text, whole, wholeOr } from "./Parameters.ts"
import { PricingFields, Saving } from "./PricingFields.ts"
import { ProposalResult, proposalSuffix } from "./ProposalResult.ts"
import { Shows, showsAct } from "./Shows.ts"
import { tool, writeFields } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"
import { AllowedRoles, everybody } from "./RolePolicy.ts"

/** Objects shown by tools that change the cart: the cart, with the product concerned. */
const showsCart = [{ kind: "cart" }] as const

/** Maximum units of one product in a cart. */
export const maxQuantity = 99

/** Maximum number of different products in a cart. */
export const maxLines = 50

/** Delivery of a new cart, taken over from the last order. */
export const InheritedDelivery = Schema.Struct({ recipient_name: UserText, shipping_address: AddressResult })

/** A cart line after adding a product. */
export const AddedLine = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  price: MoneyFromNumber,
  quantity_in_cart: Schema.Int,
  /** Units in all warehouses. */
  available_quantity: Schema.Int,
  /** Number of different products in the cart. */
  item_count: Schema.Int,
  /** Subtotal of the whole cart before discounts. */
  subtotal: MoneyFromNumber,
  /** Present only if the cart was created by this addition. */
  delivery: Schema.optional(InheritedDelivery)
})

/** The stored form of an addition, for its receipt; old rows lack `quantity_added`. */
export const StoredAddition = Schema.Struct({ ...AddedLine.fields, quantity_added: Schema.optional(Schema.Int) })

/** A product by exactly one of id and name. Of lines of a cart, a name is words of the line's, and an id may be a group's. */
const namedProduct = {
  product_id: Schema.optional(productId),
  product_name: Schema.optional(text(1, 200, "A name that only one product has"))
}

export const addToCart = tool("add_to_cart", {
  description: "Put a product into the cart, or more of it, by product_id or by product_name.",
  parameters: {
    ...namedProduct,
    options: Schema.optional(OptionValues),
    quantity: wholeOr(1, maxQuantity, 1, "Units")
  },
  success: Schema.Struct({ ...AddedLine.fields, ...writeFields })
})
  .annotate(Shows, showsCart)
  .annotate(AllowedRoles, everybody)

/** A change of coupon that makes the cart cheaper. */
const BestCoupon = Schema.Struct({
  /** Null: removing the cart's coupon, because shipping is free then. */
  code: Schema.NullOr(CouponCode),
  /** Difference from the present price, both with their cheapest shipping. */
  saves: MoneyFromNumber,
  /** Null if the cart cannot be shipped yet; `saves` then excludes shipping. */
  total_with_shipping: Schema.NullOr(MoneyFromNumber)
})

export const getCart = tool("get_cart", {
  description: "The cart as it costs now: items, discounts, total without shipping, shipping, best coupon, addresses.",
  parameters: {},
  success: Schema.Struct({
    /** Null until a product is added. */
    cart_id: Schema.NullOr(CartId),
    /** In the order in which they were added. */
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
        /** False: no longer on sale, and excluded from the price. */
        purchasable: Schema.Boolean
      })
    ),
    item_count: Schema.Int,
    ...PricingFields,
    savings: Schema.Array(Saving.omit("product_ids")),
    /** One option per speed, as checkout would ship; `message` explains an empty list. */
    shipping_options: Schema.Array(
      Schema.Struct({
        speed_tier: SpeedTier,
        cost: MoneyFromNumber,
        free_shipping: Schema.Boolean,
        estimated_days: Schema.String
      })
    ),
    /** Total from which standard shipping is free for this customer. */
    free_shipping_from: MoneyFromNumber,
    /** Null if no change of coupon makes the cart cheaper. */
    best_coupon: Schema.NullOr(BestCoupon),
    shipping_address: Schema.NullOr(AddressResult),
    /** Null if it is the shipping address, or missing. */
    billing_address: Schema.NullOr(AddressResult),
    billing_same_as_shipping: Schema.Boolean,
    recipient_name: Schema.NullOr(UserText),
    /** The cart's own delivery, if the address above is for the next order only. */
    usual_delivery: Schema.optional(Schema.Struct({ recipient_name: UserText, shipping_address: AddressResult })),
    /** Link that takes the whole cart to the shop's till; null if orders are placed here, or if it cannot go there now. */
    checkout_url: Schema.NullOr(Schema.String),
    /** The last link that the customer was given; present once there was one. */
    checkout_link: Schema.optional(
      Schema.Struct({
        given_at: Schema.DateTimeUtc,
        /** False: the cart was other then, or the link was for a part of it. */
        is_current: Schema.Boolean
      })
    ),
    message: Schema.String
  })
})
  .annotate(Shows, [{ kind: "cart", at: "items" }])
  .annotate(AllowedRoles, everybody)

/** A cart line after its quantity was set; 0 if it was removed. */
export const ChangedLine = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  price: MoneyFromNumber,
  quantity: Schema.Int,
  /** Subtotal of the line. */
  subtotal: MoneyFromNumber,
  cart_subtotal: MoneyFromNumber
})

export const updateCartQuantity = tool("update_cart_quantity", {
  description: "Set how many of a product are in the cart; 0 removes it.",
  parameters: { ...namedProduct, quantity: whole(0, maxQuantity, "Units from now on") },
  success: Schema.Struct({ ...ChangedLine.fields, ...writeFields })
})
  .annotate(Shows, showsCart)
  .annotate(AllowedRoles, everybody)

/** A product removed from the cart, and the number of products left. */
export const RemovedLine = Schema.Struct({ product_id: ProductId, name: UserText, item_count: Schema.Int })

export const removeFromCart = tool("remove_from_cart", {
  description: "Take all units of a product out of the cart.",
  parameters: namedProduct,
  success: Schema.Struct({ ...RemovedLine.fields, ...writeFields })
})
  .annotate(Shows, showsCart)
  .annotate(AllowedRoles, everybody)

/** The cart's new shipping address and its effect on billing, which old rows lack. */
export const ShippingAddressChange = Schema.Struct({
  shipping_address: AddressResult,
  recipient_name: UserText,
  region: Region,
  /** True for the next order only; the cart's own address applies again after it. */
  for_this_order: Schema.optional(Schema.Boolean),
  billing_same_as_shipping: Schema.optional(Schema.Boolean),
  /** Present if it differs from the shipping address. */
  billing_address: Schema.optional(AddressResult)
})

export const setShippingAddress = tool("set_shipping_address", {
  description: "Set where the cart is delivered and to whom. The bill follows while it is the same.",
  parameters: {
    recipient_name: text(1, 100, "Who receives it"),
    ...addressParameters,
    phone: Schema.optional(text(3, 30, "For the carrier")),
    for_this_order: flag("true: a gift, the next order only; the bill stays")
  },
  success: Schema.Struct({ ...ShippingAddressChange.fields, ...writeFields })
}).annotate(Shows, showsCart)

/** The cart's billing address after a change. */
export const BillingAddressChange = Schema.Struct({
  billing_address: AddressResult,
  billing_same_as_shipping: Schema.Boolean
})

export const setBillingAddress = tool("set_billing_address", {
  description: "Set where the bill goes when not to the shipping address. Any country.",
  parameters: addressParameters,
  success: Schema.Struct({ ...BillingAddressChange.fields, ...writeFields })
}).annotate(Shows, showsCart)

export const setBillingSameAsShipping = tool("set_billing_same_as_shipping", {
  description: "Bill the shipping address, now and whenever it changes.",
  parameters: {},
  success: Schema.Struct({ ...BillingAddressChange.fields, ...writeFields })
}).annotate(Shows, showsCart)

/** The cart's coupon after it was applied, and the resulting price. */
export const CouponOnCart = Schema.Struct({
  coupon_code: CouponCode,
  description: Schema.String,
  ...PricingFields,
  /** Reduction of the total; below the coupon's discount if the tier's discount shrinks with it. Old rows lack it. */
  saves: Schema.optional(MoneyFromNumber)
})

export const applyCouponToCart = tool("apply_coupon_to_cart", {
  description: "Put a coupon on the cart, in place of another. It counts as used only at checkout.",
  parameters: { code: text(1, 40, "The coupon code") },
  success: Schema.Struct({ ...CouponOnCart.fields, ...writeFields })
})
  .annotate(Shows, showsCart)
  .annotate(AllowedRoles, everybody)

/** Price of the cart after its coupon was removed. */
export const CartPricing = Schema.Struct(PricingFields)

export const removeCouponFromCart = tool("remove_coupon_from_cart", {
  description: "Take the coupon off the cart.",
  parameters: {},
  success: Schema.Struct({ ...CartPricing.fields, ...writeFields })
})
  .annotate(Shows, showsCart)
  .annotate(AllowedRoles, everybody)

/** A newly placed order. */
export const PlacedOrder = Schema.Struct({
  order_id: OrderId,
  status: Schema.Literal("placed"),
  items: Schema.Array(OrderLine),
  ...PricingFields,
  shipping: Schema.Struct({
    carrier: Schema.String,
    speed_tier: SpeedTier,
    /** Shipping included in `amount_charged`: 0 if free. */
    cost: MoneyFromNumber,
    free_shipping: Schema.Boolean,
    /** Number of parcels: one per sending warehouse. */
    shipments: Schema.Int,
    /** Days until the last parcel arrives. */
    estimated_days_min: Schema.Int,
    estimated_days_max: Schema.Int
  }),
  /** `total` plus the cost of shipping. */
  amount_charged: MoneyFromNumber,
  loyalty_tier: LoyaltyTier,
  total_spend: MoneyFromNumber
})

export const checkout = tool("checkout", {
  description: `Order the cart, or some products of it; the rest stays in it. ${proposalSuffix}`,
  parameters: {
    product_ids: Schema.optional(productIds(1, maxLines, "Only these; default the whole cart")),
    speed_tier: Schema.optionalWith(oneOf(SpeedTier.literals, "Default standard"), {
      default: () => "standard" as const
    }),
    note: Schema.optional(text(0, 500, "For delivery or choice (a size), in the customer's words"))
  },
  success: ProposalResult
}).annotate(Shows, showsAct)

/** A link that takes a cart, or some lines of it, to the shop's till. */
export const TillLink = Schema.Struct({
  checkout_url: Schema.String,
  items: Schema.Array(OrderLine),
  ...PricingFields
})

/** `checkout` of a shop with a till of its own: it acts at once, since it orders nothing. */
export const checkoutAtTill = tool("checkout", {
  description: "Give the link to the shop's till for the cart, or for some products of it. The cart is kept.",
  parameters: { product_ids: checkout.parametersSchema.fields.product_ids },
  success: Schema.Struct({ ...TillLink.fields, ...writeFields })
})
  .annotate(Shows, showsCart)
  .annotate(AllowedRoles, everybody)
