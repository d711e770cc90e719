import { type ProductId } from "@storefront/domain/Ids"
import { type CouponProblem } from "@storefront/domain/Pricing"
import { couponProblem } from "@storefront/domain/EnglishWording"
import { maxLines, maxQuantity } from "@storefront/domain/tools/CartTools"
import { invalidArgument, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type NamedProduct } from "@storefront/server/shop/cart/CartLineChanges"
import { type CartLimit } from "@storefront/server/shop/cart/CartLines"
import { type CheckoutRefused } from "@storefront/server/shop/cart/CheckoutRefused"
import { Record } from "effect"

/** Failures of the cart tools, as the model reads them; each comment names the failure's `error`. */

/** `invalid_argument`: neither or both of id and name were given. */
export const needsIdOrName = () => invalidArgument("product_id", "give either product_id or product_name, and not both")

/** `not_found`: the product is not in the cart; the candidates are. */
export const notInCart = (candidates: ToolFailure["candidates"], id?: ProductId) =>
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

/** `not_found`: no product has this name. The candidates have the closest names. */
export const nameNotFound = (nearest: ReadonlyArray<NamedProduct>) =>
  new ToolFailure({
    error: "not_found",
    message:
      nearest.length === 0
        ? "No product on sale has a name like this. Ask the customer for another wording."
        : "No product on sale has exactly this name. If one of the candidates is meant, call the tool with its product_id; otherwise ask.",
    entity: "product",
    candidates: candidatesOf(nearest)
  })

/** `conflict`: several products have this name. */
export const nameIsAmbiguous = (products: ReadonlyArray<NamedProduct>) =>
  new ToolFailure({
    error: "conflict",
    message: "Several products have this name. Ask which of the candidates is meant, then use its product_id.",
    reason: "ambiguous_name",
    candidates: candidatesOf(products)
  })

/** `conflict`: several lines of the cart could be meant. */
export const lineIsAmbiguous = (lines: ReadonlyArray<NamedProduct>) =>
  new ToolFailure({
    error: "conflict",
    message: "Several lines of the cart could be meant. Ask which of the candidates is, then use its product_id.",
    reason: "ambiguous_name",
    candidates: candidatesOf(lines)
  })

const limitMessages: { readonly [R in CartLimit["reason"]]: string } = {
  out_of_stock:
    "There are fewer units in stock than the cart would hold. Offer what is available, or the next delivery.",
  max_quantity: `A cart holds at most ${maxQuantity} units of one product. Offer that many.`,
  max_products: `A cart holds at most ${maxLines} different products. Offer to remove one, or to order these first.`
}

/** `conflict`: the cart would exceed the stock or its own limits. */
export const cartLimit = ({ availableQuantity, nextRestock, reason }: CartLimit) =>
  new ToolFailure({
    error: "conflict",
    message: limitMessages[reason],
    reason,
    available_quantity: availableQuantity,
    next_restock: nextRestock
  })

/** `conflict`: the product is in the cart, but no longer sold. */
export const lineNotPurchasable = () =>
  new ToolFailure({
    error: "conflict",
    message: "This product is no longer sold. It can only be removed from the cart.",
    reason: "inactive_product"
  })

/** `conflict`: billing cannot follow a shipping address that is not set. */
export const noShippingAddress = () =>
  new ToolFailure({
    error: "conflict",
    message: "The cart has no shipping address yet. Ask for it and call set_shipping_address first.",
    reason: "no_address"
  })

const couponMessages: { readonly [P in CouponProblem | "empty_cart"]: string } = {
  ...Record.map(couponProblem, (problem) => `The coupon was not put on the cart: ${problem}. Say so.`),
  unknown: "This customer has no such coupon. Ask them to check the code.",
  empty_cart: "There is nothing in the cart that a coupon could be used on. Offer to find something."
}

/** `conflict`: the coupon was not applied. */
export const couponRefused = (reason: CouponProblem | "empty_cart") =>
  new ToolFailure({ error: "conflict", message: couponMessages[reason], reason })

/** Nothing was ordered: `not_found` for missing products, `invalid_argument` for the speed, otherwise `conflict`. */
export const checkoutRefused = ({ problem }: CheckoutRefused) => {
  switch (problem.reason) {
    case "empty_cart":
      return new ToolFailure({ error: "conflict", message: "The cart is empty. Say so.", reason: problem.reason })
    case "not_in_cart":
      return new ToolFailure({
        error: "not_found",
        message:
          "Some of these products are not in the customer's cart; the candidates are. Name those that are meant, or put the missing ones in first.",
        entity: "cart_item",
        missing_ids: problem.missing,
        candidates: problem.inCart.map(({ name, product_id }) => ({ product_id, name }))
      })
    case "no_address":
      return new ToolFailure({
        error: "conflict",
        message:
          "The cart has no recipient, or no address that can be delivered to. Ask for both, then call set_shipping_address.",
        reason: problem.reason
      })
    case "ordered_at_till":
      return new ToolFailure({
        error: "conflict",
        message: "Orders are placed at the shop's own till. Say so.",
        reason: problem.reason
      })
    case "no_checkout_key":
      return new ToolFailure({
        error: "conflict",
        message:
          "The shop's till does not know the products in the listed lines, so there is no link for them. Say so, and offer the link for the others, by their product_ids.",
        reason: problem.reason,
        lines: problem.lines
      })
    case "inactive_product":
      return new ToolFailure({
        error: "conflict",
        message: "The products in the listed lines are no longer sold. Offer to remove them from the cart.",
        reason: problem.reason,
        lines: problem.lines
      })
    case "out_of_stock":
      return new ToolFailure({
        error: "conflict",
        message: "Fewer units can be sent there than the listed lines of the cart hold. Offer a smaller quantity.",
        reason: problem.reason,
        lines: problem.lines
      })
    case "speed_not_possible":
      return new ToolFailure({
        error: "invalid_argument",
        message: "The cart cannot be sent to its address that fast. Offer the possible speeds.",
        reason: problem.reason,
        field_errors: [{ field: "speed_tier", message: `must be ${problem.possible.join(" or ")} for this cart` }],
        possible_speeds: problem.possible
      })
    case "coupon_invalid":
      return new ToolFailure({
        error: "conflict",
        message: "The coupon on the cart is no longer valid. Offer to order without it: remove_coupon_from_cart.",
        reason: problem.reason,
        coupon_problem: problem.problem
      })
  }
}
