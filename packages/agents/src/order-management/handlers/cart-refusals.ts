import { type ProductId } from "@storefront/domain/Ids"
import { type CouponProblem } from "@storefront/domain/Pricing"
import { maxLines, maxQuantity } from "@storefront/domain/tools/CartTools"
import { invalidArgument, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type NamedProduct } from "@storefront/server/cart/CartLineChanges"
import { type CartLimit } from "@storefront/server/cart/CartLines"
import { type CheckoutRefused } from "@storefront/server/cart/Checkout"

/** `invalid_argument`: neither or both of the ways to name a product were used. */
export const oneName = () => invalidArgument("product_id", "give either product_id or product_name, and not both")

/** `not_found` for a line: the product is not in the cart. The candidates are some of what is. */
export const notInCart = (id: ProductId, candidates: ToolFailure["candidates"]) =>
  new ToolFailure({
    error: "not_found",
    message:
      "This product is not in the customer's cart. If one of the candidates is what is meant, call the tool again with its id; otherwise call get_cart to see what is in it.",
    entity: "cart_item",
    id,
    candidates
  })

const candidatesOf = (products: ReadonlyArray<NamedProduct>) =>
  products.map(({ name, price, product_id }) => ({ product_id, name, price }))

/** `not_found` for a name, with the products that come closest to it. */
export const nameNotFound = (nearest: ReadonlyArray<NamedProduct>) =>
  new ToolFailure({
    error: "not_found",
    message:
      nearest.length === 0
        ? "No product on sale is called like this. Ask the customer for another wording."
        : "No product on sale is called exactly like this. If one of the candidates is meant, call the tool with its product_id; else ask.",
    entity: "product",
    candidates: candidatesOf(nearest)
  })

/** `conflict` for a name that several products have. */
export const nameIsAmbiguous = (products: ReadonlyArray<NamedProduct>) =>
  new ToolFailure({
    error: "conflict",
    message: "Several products are called like this. Ask which of the candidates is meant, then use its product_id.",
    reason: "ambiguous_name",
    candidates: candidatesOf(products)
  })

const limits: { readonly [R in CartLimit["reason"]]: string } = {
  out_of_stock:
    "There are fewer units in stock than the cart would hold. Offer what is available, or the next delivery.",
  max_quantity: `A cart holds at most ${maxQuantity} units of one product. Offer that many.`,
  max_products: `A cart holds at most ${maxLines} different products. Offer to remove one, or to order these first.`
}

/** `conflict`: the cart would hold too much. */
export const cartLimit = ({ availableQuantity, nextRestock, reason }: CartLimit) =>
  new ToolFailure({
    error: "conflict",
    message: limits[reason],
    reason,
    available_quantity: availableQuantity,
    next_restock: nextRestock
  })

/** `conflict`: the product is in the cart, but not sold any more. */
export const lineNotPurchasable = () =>
  new ToolFailure({
    error: "conflict",
    message: "This product is not sold any more. It can only be removed from the cart.",
    reason: "inactive_product"
  })

/** `conflict`: the bill cannot go where the parcel goes as long as that is not known. */
export const noShippingAddress = () =>
  new ToolFailure({
    error: "conflict",
    message: "The cart has no shipping address yet. Ask for it and call set_shipping_address first.",
    reason: "no_address"
  })

const couponProblems: { readonly [P in CouponProblem | "empty_cart"]: string } = {
  unknown: "There is no such coupon for this customer. Ask to check the code; get_active_deals knows valid ones.",
  inactive: "The coupon is not active. Say so.",
  not_started: "The coupon is not valid yet. Say so.",
  expired: "The coupon has expired. Say so.",
  usage_limit: "The coupon was used as often as it can be. Say so.",
  category: "Nothing in the cart is in a category the coupon is for. Say so.",
  min_spend: "The cart does not reach the minimum spend of the coupon. Say so.",
  empty_cart: "There is nothing in the cart that a coupon could be used on. Offer to find something."
}

/** `conflict`: the coupon was not put on the cart. */
export const couponRefused = (reason: CouponProblem | "empty_cart") =>
  new ToolFailure({ error: "conflict", message: couponProblems[reason], reason })

/** Nothing was ordered, and why: a `conflict`, or an `invalid_argument` for a speed at which the cart cannot be sent. */
export const checkoutRefused = ({ obstacle }: CheckoutRefused) => {
  switch (obstacle.reason) {
    case "empty_cart":
      return new ToolFailure({ error: "conflict", message: "The cart is empty. Say so.", reason: obstacle.reason })
    case "no_address":
      return new ToolFailure({
        error: "conflict",
        message:
          "The cart has no recipient or no address that can be delivered to. Ask for both, then call set_shipping_address.",
        reason: obstacle.reason
      })
    case "inactive_product":
      return new ToolFailure({
        error: "conflict",
        message: "The lines listed are not sold any more. Offer to remove them from the cart.",
        reason: obstacle.reason,
        lines: obstacle.lines
      })
    case "out_of_stock":
      return new ToolFailure({
        error: "conflict",
        message: "Of the lines listed fewer units can be sent there than the cart holds. Offer a smaller quantity.",
        reason: obstacle.reason,
        lines: obstacle.lines
      })
    case "speed_not_possible":
      return new ToolFailure({
        error: "invalid_argument",
        message:
          "The cart cannot be sent to its address that fast. Offer the possible speeds, and ask before you order.",
        reason: obstacle.reason,
        field_errors: [{ field: "speed_tier", message: `must be ${obstacle.possible.join(" or ")} for this cart` }],
        possible_speeds: obstacle.possible
      })
    case "coupon_invalid":
      return new ToolFailure({
        error: "conflict",
        message: "The coupon of the cart is not valid any more. Offer to order without it: remove_coupon_from_cart.",
        reason: obstacle.reason,
        coupon_problem: obstacle.problem
      })
    case "total_changed":
      return new ToolFailure({
        error: "conflict",
        message: "The total is another one now. Tell the new total and ask again before you order.",
        reason: obstacle.reason,
        new_total: obstacle.total
      })
  }
}
