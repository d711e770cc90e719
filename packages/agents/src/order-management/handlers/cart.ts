import { CurrentUser, type UserId } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { CouponCode } from "@storefront/domain/Pricing"
import { type ShippingAddressChange } from "@storefront/domain/tools/CartTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { CartAddresses } from "@storefront/server/shop/cart/CartAddresses"
import { CartCoupons, CouponRefused } from "@storefront/server/shop/cart/CartCoupons"
import { type ProductReference } from "@storefront/server/shop/cart/CartLineChanges"
import { CartLines } from "@storefront/server/shop/cart/CartLines"
import { Carts } from "@storefront/server/shop/cart/Carts"
import { cartView } from "@storefront/server/shop/cart/CartView"
import { Checkout } from "@storefront/server/shop/cart/Checkout"
import { Till } from "@storefront/server/shop/cart/Till"
import { NearestProducts } from "@storefront/server/shop/catalog/NearestProducts"
import { ProductFinder } from "@storefront/server/shop/catalog/ProductFinder"
import { Effect, Option, Schema } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { proposing } from "../../tools/Propose.ts"
import { variantNotChosen } from "../../tools/VariantFailures.ts"
import { reportedByShop, writeResult } from "../../tools/WriteResults.ts"
import * as Refusals from "./cart-failures.ts"
import { cartTools, orderingTools, tillTools } from "../toolkit.ts"
import { addressIncomplete, notDeliverable } from "./failures.ts"

/** Products suggested for an unknown name. */
const maxCandidates = 5

const decodeCode = Schema.decodeOption(CouponCode)

/** Returns the product reference; fails unless either an id or a name is given. */
const productReference = (
  id: ProductId | undefined,
  name: string | undefined
): Effect.Effect<ProductReference, ToolFailure> =>
  id !== undefined && name === undefined
    ? Effect.succeed({ product_id: id })
    : id === undefined && name !== undefined
      ? Effect.succeed({ product_name: name })
      : Effect.fail(Refusals.needsIdOrName())

/** Explains to the model how an address change affected delivery and billing. */
const shippingMessage = ({
  billing_same_as_shipping: isBilledThere,
  for_this_order: isForThisOrder
}: typeof ShippingAddressChange.Type): string => {
  if (isForThisOrder === true) {
    return isBilledThere === true
      ? "The next order goes there, later ones do not. The bill goes there too, as there is no other address: ask whether it shall."
      : "The next order goes there, later ones where the cart went before. The bill did not move: it goes to billing_address."
  }
  return isBilledThere === false
    ? "The cart will be delivered there. The bill did not move: it goes to billing_address."
    : "The cart will be delivered there, and the bill goes there too."
}

export const cartHandlers = Effect.gen(function* () {
  const carts = yield* Carts
  const lines = yield* CartLines
  const addresses = yield* CartAddresses
  const coupons = yield* CartCoupons
  const finder = yield* ProductFinder
  const nearest = yield* NearestProducts
  const failNotFound = yield* productNotFound

  const notFound = (wanted: ProductReference) =>
    "product_id" in wanted
      ? failNotFound(wanted.product_id)
      : Effect.flatMap(finder.find(wanted.product_name, maxCandidates), (found) =>
          Effect.fail(Refusals.nameNotFound(found))
        )

  const notInCart = (owner: UserId, line: ProductReference) =>
    "product_id" in line
      ? Effect.flatMap(nearest.inCart(owner, line.product_id), (candidates) =>
          Effect.fail(Refusals.notInCart(candidates, line.product_id))
        )
      : Effect.fail(Refusals.notInCart([]))

  return cartTools.of({
    add_to_cart: Effect.fnUntraced(function* ({ options, product_id, product_name, quantity }) {
      const user = yield* CurrentUser
      const wanted = yield* productReference(product_id, product_name)
      const added = yield* lines.add(user.id, wanted, quantity, options).pipe(
        writeResult,
        Effect.catchTags({
          ProductNotFound: () => notFound(wanted),
          AmbiguousName: ({ candidates }) => Effect.fail(Refusals.nameIsAmbiguous(candidates)),
          VariantNotChosen: (error) => Effect.fail(variantNotChosen(error)),
          CartLimit: (limit) => Effect.fail(Refusals.cartLimit(limit))
        })
      )
      const isNew = added.delivery === undefined ? "" : " The cart is new and goes where the last order went."
      return {
        ...added,
        message: reportedByShop(`The product is in the cart.${isNew} Prices are current; nothing is reserved.`)
      }
    }),

    get_cart: Effect.fnUntraced(function* () {
      const user = yield* CurrentUser
      return cartView(yield* carts.quote(user))
    }),

    update_cart_quantity: Effect.fnUntraced(function* ({ product_id, product_name, quantity }) {
      const user = yield* CurrentUser
      const line = yield* productReference(product_id, product_name)
      const changed = yield* lines.change(user.id, line, quantity).pipe(
        writeResult,
        Effect.catchTags({
          ProductNotFound: () => notInCart(user.id, line),
          AmbiguousName: ({ candidates }) => Effect.fail(Refusals.lineIsAmbiguous(candidates)),
          LineNotPurchasable: () => Effect.fail(Refusals.lineNotPurchasable()),
          CartLimit: (limit) => Effect.fail(Refusals.cartLimit(limit))
        })
      )
      return {
        ...changed,
        message: reportedByShop(quantity === 0 ? "The product was removed from the cart." : "The quantity is changed.")
      }
    }),

    remove_from_cart: Effect.fnUntraced(function* ({ product_id, product_name }) {
      const user = yield* CurrentUser
      const line = yield* productReference(product_id, product_name)
      const removed = yield* lines.remove(user.id, line).pipe(
        writeResult,
        Effect.catchTags({
          ProductNotFound: () => notInCart(user.id, line),
          AmbiguousName: ({ candidates }) => Effect.fail(Refusals.lineIsAmbiguous(candidates))
        })
      )
      return { ...removed, message: reportedByShop("The product was removed from the cart.") }
    }),

    set_shipping_address: Effect.fnUntraced(function* ({ for_this_order, phone, recipient_name, ...address }) {
      const user = yield* CurrentUser
      const recipient = { name: recipient_name, phone: phone ?? null, address, isForThisOrder: for_this_order }
      const changed = yield* addresses.ship(user.id, recipient).pipe(
        writeResult,
        Effect.catchTags({
          AddressIncomplete: (error) => Effect.fail(addressIncomplete(error)),
          AddressNotDeliverable: (error) => Effect.fail(notDeliverable(error))
        })
      )
      return { ...changed, message: reportedByShop(shippingMessage(changed)) }
    }),

    set_billing_address: Effect.fnUntraced(function* (address) {
      const user = yield* CurrentUser
      const changed = yield* addresses.bill(user.id, address).pipe(
        writeResult,
        Effect.catchTag("AddressIncomplete", (error) => Effect.fail(addressIncomplete(error)))
      )
      return { ...changed, message: reportedByShop("The bill goes there, wherever the parcel goes.") }
    }),

    set_billing_same_as_shipping: Effect.fnUntraced(function* () {
      const user = yield* CurrentUser
      const changed = yield* addresses.billToShipping(user.id).pipe(
        writeResult,
        Effect.catchTag("NoShippingAddress", () => Effect.fail(Refusals.noShippingAddress()))
      )
      return {
        ...changed,
        message: reportedByShop(
          changed.billing_same_as_shipping
            ? "The bill goes where the parcel goes."
            : "The bill goes to the cart's own address. The one for the next order only does not move it: for that, set_billing_address."
        )
      }
    }),

    apply_coupon_to_cart: Effect.fnUntraced(
      function* ({ code }) {
        const user = yield* CurrentUser
        const known = yield* Option.match(decodeCode(code.toUpperCase()), {
          onNone: () => new CouponRefused({ reason: "unknown" }),
          onSome: Effect.succeed
        })
        const applied = yield* writeResult(coupons.apply(user, known))
        return {
          ...applied,
          message: reportedByShop("The coupon is on the cart. It counts as used only once the order is placed.")
        }
      },
      Effect.catchTag("CouponRefused", ({ reason }) => Effect.fail(Refusals.couponRefused(reason)))
    ),

    remove_coupon_from_cart: Effect.fnUntraced(function* () {
      const user = yield* CurrentUser
      const removed = yield* writeResult(coupons.remove(user))
      return { ...removed, message: reportedByShop("There is no coupon on the cart.") }
    })
  })
})

/** Proposes an order of the cart. */
export const orderingHandlers = Effect.gen(function* () {
  const checkout = yield* Checkout
  const propose = yield* proposing
  return orderingTools.of({
    checkout: Effect.fnUntraced(
      function* ({ note, product_ids, speed_tier }) {
        return yield* propose(checkout.act, { speed: speed_tier, note: note ?? null, productIds: product_ids })
      },
      Effect.catchTag("CheckoutRefused", (error) => Effect.fail(Refusals.checkoutRefused(error)))
    )
  })
})

/** Sends the customer to the shop's till. */
export const tillHandlers = Effect.gen(function* () {
  const till = yield* Till
  return tillTools.of({
    checkout: Effect.fnUntraced(
      function* ({ product_ids }) {
        const given = yield* writeResult(till.giveLink(yield* CurrentUser, product_ids))
        return {
          ...given,
          message:
            "Nothing is ordered yet: address, delivery and payment are asked at the shop's till, and the cart is kept. The shop shows the link below your answer: do not repeat it."
        }
      },
      Effect.catchTag("CheckoutRefused", (error) => Effect.fail(Refusals.checkoutRefused(error)))
    )
  })
})
