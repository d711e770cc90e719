import { CurrentUser, type UserId } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { CouponCode } from "@storefront/domain/Pricing"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { Money } from "@storefront/domain/Money"
import { CartAddresses } from "@storefront/server/shop/cart/CartAddresses"
import { CartCoupons, CouponRefused } from "@storefront/server/shop/cart/CartCoupons"
import { type Wanted } from "@storefront/server/shop/cart/CartLineChanges"
import { CartLines } from "@storefront/server/shop/cart/CartLines"
import { Carts } from "@storefront/server/shop/cart/Carts"
import { Checkout } from "@storefront/server/shop/cart/Checkout"
import { NearestProducts } from "@storefront/server/shop/catalog/NearestProducts"
import { ProductFinder } from "@storefront/server/shop/catalog/ProductFinder"
import { Effect, Option, Schema } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/UnknownProducts"
import { proposing } from "../../tools/Proposing.ts"
import { toldByShop, writeResult } from "../../tools/WriteResults.ts"
import * as Refusals from "./cart-refusals.ts"
import { cartTools } from "../toolkit.ts"
import { notDeliverable } from "./refusals.ts"

/** The most products that are suggested for a name that none has. */
const maxCandidates = 5

const asCode = Schema.decodeOption(CouponCode)

/** The one way in which a product was named. */
const wantedOf = (id: ProductId | undefined, name: string | undefined): Effect.Effect<Wanted, ToolFailure> =>
  id !== undefined && name === undefined
    ? Effect.succeed({ product_id: id })
    : id === undefined && name !== undefined
      ? Effect.succeed({ product_name: name })
      : Effect.fail(Refusals.oneName())

/** The handlers of the cart and its checkout. */
export const cartHandlers = Effect.gen(function* () {
  const carts = yield* Carts
  const lines = yield* CartLines
  const addresses = yield* CartAddresses
  const coupons = yield* CartCoupons
  const checkout = yield* Checkout
  const finder = yield* ProductFinder
  const nearest = yield* NearestProducts
  const unknown = yield* productNotFound
  const propose = yield* proposing

  const notFound = (wanted: Wanted) =>
    "product_id" in wanted
      ? unknown(wanted.product_id)
      : Effect.flatMap(finder.find(wanted.product_name, maxCandidates), (found) =>
          Effect.fail(Refusals.nameNotFound(found))
        )

  const notInCart = (owner: UserId, id: ProductId) =>
    Effect.flatMap(nearest.inCart(owner, id), (candidates) => Effect.fail(Refusals.notInCart(id, candidates)))

  return cartTools.of({
    add_to_cart: Effect.fnUntraced(function* ({ product_id, product_name, quantity }) {
      const user = yield* CurrentUser
      const wanted = yield* wantedOf(product_id, product_name)
      const added = yield* lines.add(user.id, wanted, quantity).pipe(
        writeResult,
        Effect.catchTags({
          ProductNotFound: () => notFound(wanted),
          AmbiguousName: ({ candidates }) => Effect.fail(Refusals.nameIsAmbiguous(candidates)),
          CartLimit: (limit) => Effect.fail(Refusals.cartLimit(limit))
        })
      )
      return { ...added, message: toldByShop("The product is in the cart. Prices are current; nothing is reserved.") }
    }),

    get_cart: Effect.fnUntraced(function* () {
      const user = yield* CurrentUser
      const { contents: cart, priced } = yield* carts.find(user)
      const items = (cart?.lines ?? []).map((line) => ({ ...line, subtotal: Money.make(line.price * line.quantity) }))
      return {
        cart_id: cart?.id ?? null,
        items,
        item_count: items.length,
        ...pricingFields(priced),
        shipping_address: cart?.shipping_address ?? null,
        billing_address: cart?.billing_address ?? null,
        billing_same_as_shipping: cart?.billing_same_as_shipping ?? true,
        recipient_name: cart?.recipient_name ?? null,
        message:
          items.length === 0
            ? "The cart is empty."
            : items.some(({ purchasable }) => !purchasable)
              ? "Something in the cart is no longer sold: it has to be removed before checkout."
              : cart?.shipping_address === null
                ? "Prices are current and do not include shipping. Checkout needs a shipping address."
                : "Prices are current and do not include shipping."
      }
    }),

    update_cart_quantity: Effect.fnUntraced(function* ({ product_id, quantity }) {
      const user = yield* CurrentUser
      const changed = yield* lines.change(user.id, product_id, quantity).pipe(
        writeResult,
        Effect.catchTags({
          ProductNotFound: () => notInCart(user.id, product_id),
          LineNotPurchasable: () => Effect.fail(Refusals.lineNotPurchasable()),
          CartLimit: (limit) => Effect.fail(Refusals.cartLimit(limit))
        })
      )
      return {
        ...changed,
        message: toldByShop(quantity === 0 ? "The product was removed from the cart." : "The quantity is changed.")
      }
    }),

    remove_from_cart: Effect.fnUntraced(function* ({ product_id }) {
      const user = yield* CurrentUser
      const removed = yield* lines.remove(user.id, product_id).pipe(
        writeResult,
        Effect.catchTag("ProductNotFound", () => notInCart(user.id, product_id))
      )
      return { ...removed, message: toldByShop("The product was removed from the cart.") }
    }),

    set_shipping_address: Effect.fnUntraced(function* ({ phone, recipient_name, ...address }) {
      const user = yield* CurrentUser
      const set = yield* addresses.ship(user.id, { name: recipient_name, phone: phone ?? null, address }).pipe(
        writeResult,
        Effect.catchTag("AddressNotDeliverable", () => Effect.fail(notDeliverable("state")))
      )
      return { ...set, message: toldByShop("The cart will be delivered there.") }
    }),

    set_billing_address: Effect.fnUntraced(function* (address) {
      const user = yield* CurrentUser
      const set = yield* writeResult(addresses.bill(user.id, address))
      return { ...set, message: toldByShop("The bill goes there, wherever the parcel goes.") }
    }),

    set_billing_same_as_shipping: Effect.fnUntraced(function* () {
      const user = yield* CurrentUser
      const set = yield* addresses.billToShipping(user.id).pipe(
        writeResult,
        Effect.catchTag("NoShippingAddress", () => Effect.fail(Refusals.noShippingAddress()))
      )
      return { ...set, message: toldByShop("The bill goes where the parcel goes.") }
    }),

    apply_coupon_to_cart: Effect.fnUntraced(
      function* ({ code }) {
        const user = yield* CurrentUser
        const known = yield* Option.match(asCode(code.toUpperCase()), {
          onNone: () => new CouponRefused({ reason: "unknown" }),
          onSome: Effect.succeed
        })
        const applied = yield* writeResult(coupons.apply(user, known))
        return {
          ...applied,
          message: toldByShop("The coupon is on the cart. It counts as used only once the order is placed.")
        }
      },
      Effect.catchTag("CouponRefused", ({ reason }) => Effect.fail(Refusals.couponRefused(reason)))
    ),

    remove_coupon_from_cart: Effect.fnUntraced(function* () {
      const user = yield* CurrentUser
      const removed = yield* writeResult(coupons.remove(user))
      return { ...removed, message: toldByShop("There is no coupon on the cart.") }
    }),

    checkout: ({ note, speed_tier }) =>
      Effect.catchTag(propose(checkout.act, { speed: speed_tier, note: note ?? null }), "CheckoutRefused", (error) =>
        Effect.fail(Refusals.checkoutRefused(error))
      )
  })
})
