import { type SpeedTier } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import { speeds } from "@storefront/domain/rules/consent/Choices"
import { deliveryWindow } from "@storefront/domain/rules/Shipping"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { checkout, getCart } from "@storefront/domain/tools/CartTools"
import { list, money, plural } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { saysPart } from "../../text/ClauseWords.ts"
import { type Wish } from "../../Wish.ts"
import { amountOf, paragraph, sentences, theProduct } from "../Blocks.ts"
import { pickProduct } from "../Picking.ts"
import { type AnswerPart, call, known, told } from "../Steps.ts"
import { refused, spokenOf } from "./Acting.ts"
import { type Cart, costs, deliveryOf, emptyCart, itemLines, lastQuestion } from "./Cart.ts"

const shallI = (total: Money, speed: SpeedTier, isFree: boolean): string =>
  `Shall I place the order for your cart for ${money(total)} ${isFree ? "with free" : "plus"} ${speed} shipping?`

const namedTotal = /^place the order for my cart for \$([\d,]+)\.(\d\d)(?!\d)/

/** The total in our question about an order; the question comes as the instruction that a yes turns it into. */
const askedTotal = (instruction: string): Money | null => {
  const [, dollars, cents] = namedTotal.exec(instruction) ?? []
  return dollars === undefined || cents === undefined ? null : Money.make(Number(dollars.replaceAll(",", "") + cents))
}

const whereTo = "To order it I need to know the delivery address: the recipient, street, city, state and ZIP code."

/** What has to be done before a cart can be ordered; if nothing, the question whether to order it. */
const nextStep = (cart: Cart, speed: SpeedTier, isFree: boolean): string => {
  const { coupon, items, total } = cart
  const delivery = deliveryOf(cart)
  return items.some(({ available_quantity, purchasable, quantity }) => !purchasable || available_quantity < quantity)
    ? "Before it can be ordered, remove what is not sold any more, and take fewer of what is short in stock."
    : coupon !== null && !coupon.valid
      ? `Say "remove the coupon", and it can be ordered without it.`
      : delivery === null
        ? whereTo
        : `${delivery} ${shallI(total, speed, isFree)}`
}

/** Tells what an order of the cart would be and what stands in its way; if nothing does, asks for it. */
function* ask(wish: Wish, turn: TurnView, lead: string | null = null): AnswerPart {
  const { isExplicit, product, speed: said, text } = wish
  const speed = said ?? spokenOf(speeds, turn) ?? speeds.usual
  const cart = yield* known(call(getCart, {}))
  if (!isExplicit && saysPart(text) && cart.items.length > 1) {
    return `An order takes all that your cart holds: ${list(cart.items.map(({ name }) => name))}. Take out what you do not want, or tell me to order everything. Nothing is ordered yet.`
  }
  // "What if I order the vacuum now?" is not about what the cart holds.
  if (!isExplicit && product?.source === "message" && pickProduct(product.name, cart.items).length === 0) {
    return `Your cart does not hold ${theProduct(product.name)}. Shall I put ${theProduct(product.name)} into your cart?`
  }
  if (cart.items.length === 0) {
    return emptyCart
  }
  const tier = speed === "standard" ? (yield* known(call(getUserProfile, {}))).tier_benefits : null
  const isFree = tier !== null && cart.total >= tier.free_shipping_threshold
  return paragraph(lead, "You would order:", itemLines(cart.items), costs(cart), nextStep(cart, speed, isFree))
}

/** Orders the cart at the total that was agreed to; if the cart costs something else by now, asks again. */
const orderAt = (agreed: Money, wish: Wish, turn: TurnView): AnswerPart =>
  told(
    call(checkout, {
      speed_tier: wish.speed ?? "standard",
      expected_total: agreed / 100,
      note: wish.note === null ? null : cut(wish.note, 500)
    }),
    ({ amount_charged, items, order_id, replayed, shipping, total }) =>
      sentences(
        `Order ${order_id} ${replayed === true ? "was placed already" : "is placed"}: ${list(items.map(amountOf))}.`,
        `Goods ${money(total)}, ${shipping.free_shipping ? `free ${shipping.speed_tier} shipping` : `${shipping.speed_tier} shipping ${money(shipping.cost)}`}: ${money(amount_charged)} in total. This demonstration shop takes no payment.`,
        `${shipping.carrier} brings it in ${deliveryWindow(shipping)}, in ${plural(shipping.shipments, "parcel")}.`
      ),
    {
      consent_missing: () => ask(wish, turn),
      conflict: () => ask(wish, turn, "Nothing was ordered: this is how your cart stands now."),
      total_changed: () => ask(wish, turn, "Nothing was ordered, because the total has changed."),
      no_address: `Nothing was ordered. ${whereTo}`,
      out_of_stock: ({ lines = [] }) =>
        `Nothing was ordered: not enough is in stock that could be sent to you. ${list(lines.map(({ available, name, requested }) => `${name}: ${available} of ${requested}`))}. Tell me a smaller quantity, and I try again.`,
      speed_not_possible: ({ possible_speeds: possible = [] }) =>
        sentences(
          `Nothing was ordered: your cart cannot go to its address with ${wish.speed ?? "standard"} shipping, only with ${list(possible, "or")}.`,
          ...possible.slice(0, 1).map((other) => shallI(agreed, other, false))
        ),
      forbidden: refused("placed"),
      invalid_argument:
        "Nothing was ordered: an order of this size cannot be placed in this chat. Please contact our support."
    },
    "place the order"
  )

/** Orders the cart at the total we named last, or after a plain "check out" (decision 16); otherwise asks. */
export const order = (wish: Wish, turn: TurnView): AnswerPart => {
  const asked = askedTotal(lastQuestion(turn))
  return !wish.isExplicit
    ? ask(wish, turn)
    : asked !== null
      ? orderAt(asked, wish, turn)
      : told(call(getCart, {}), (cart) =>
          cart.items.length > 0 && deliveryOf(cart) === null
            ? `Nothing was ordered. ${whereTo}`
            : orderAt(cart.total, wish, turn)
        )
}
