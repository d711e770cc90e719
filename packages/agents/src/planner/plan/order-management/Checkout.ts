import { checkout } from "@storefront/domain/tools/CartTools"
import { list } from "@storefront/domain/Wording"
import { cut } from "@storefront/server/text/Text"
import { plainWish, type Wish } from "../../Wish.ts"
import { paragraph } from "../Blocks.ts"
import { type AnswerPart, call, leftToShop, spoken } from "../Steps.ts"
import { refused } from "./Acting.ts"
import { cartAnswers, emptyCart } from "./Cart.ts"

const nothing = "Nothing was ordered"

/** Shows the cart, for what stands in the way of ordering it. */
function* asItStands(why: string): AnswerPart {
  return paragraph(`${nothing}: ${why}`, yield* spoken(cartAnswers.cart(plainWish("cart", ""))))
}

/** Proposes to order the cart. */
export const order = ({ note, speed }: Wish): AnswerPart =>
  leftToShop(
    call(checkout, { speed_tier: speed, note: note === null ? null : cut(note, 500) }),
    {
      empty_cart: emptyCart,
      inactive_product: () => asItStands("remove what is not sold any more first."),
      coupon_invalid: () => asItStands('say "remove the coupon", and it can be ordered without it.'),
      no_address: `${nothing}. To order it I need to know the delivery address: the recipient, street, city, state and ZIP code.`,
      out_of_stock: ({ lines = [] }) =>
        `${nothing}: not enough is in stock that could be sent to you. ${list(lines.map(({ available, name, requested }) => `${name}: ${available} of ${requested}`))}. Tell me a smaller quantity, and I try again.`,
      speed_not_possible: ({ possible_speeds: possible = [] }) =>
        `${nothing}: your cart cannot go to its address with ${speed ?? "standard"} shipping, only with ${list(possible, "or")}. Tell me to order it that way.`,
      forbidden: refused("placed"),
      invalid_argument: `${nothing}: an order of this size cannot be placed in this chat. Please contact our support.`
    },
    "order your cart"
  )
