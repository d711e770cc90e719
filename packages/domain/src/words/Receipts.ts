import { Option, Record, Schema } from "effect"
import {
  BillingAddressChange,
  CartPricing,
  ChangedLine,
  CouponOnCart,
  RemovedLine,
  ShippingAddressChange,
  StoredAddition,
  TillLink
} from "../tools/CartTools.ts"
import { StoredCase } from "../tools/SupportTools.ts"
import { cutName } from "../confirmation/Terms.ts"
import { Money } from "../Money.ts"
import { type Locale } from "./Locale.ts"
import { addressLine } from "./ProposalText.ts"
import { type Words, wordsOf } from "./Texts.ts"

/** An immediate write: the tool and its stored result. */
export interface Write {
  readonly tool: string
  readonly result: unknown
}

type ReceiptFormatter = (result: unknown, words: Words) => Option.Option<string>

/** Builds a formatter for results of this shape; it returns none for others. */
const formatter = <A, I>(shape: Schema.Schema<A, I>, tell: (result: A, words: Words) => string): ReceiptFormatter => {
  const decode = Schema.decodeUnknownOption(shape)
  return (result, words) => Option.map(decode(result), (read) => tell(read, words))
}

/** Returns a product's name on one line, truncated as in terms. */
const short = (name: string): string => cutName(name.replace(/\s+/gu, " ").trim(), "…")

const inCart = (count: number, { say }: Words) => say("receipt.cart", { count })

const StoredMemory = Schema.Struct({ content: Schema.String, known: Schema.optional(Schema.Boolean) })

/** Reports the new shipping address and its effect on billing. */
const shippingSet = (set: typeof ShippingAddressChange.Type, { join, say }: Words): string =>
  join([
    say(set.for_this_order === true ? "receipt.set_order_address" : "receipt.set_shipping_address", {
      recipient: set.recipient_name,
      address: addressLine(set.shipping_address)
    }),
    ...(set.billing_address !== undefined
      ? [say("receipt.bill_stays", { address: addressLine(set.billing_address) })]
      : set.billing_same_as_shipping === true
        ? [say("receipt.bill_follows")]
        : [])
  ])

const formatters: Record.ReadonlyRecord<string, ReceiptFormatter> = {
  add_to_cart: formatter(StoredAddition, ({ delivery, item_count, name, quantity_added, subtotal }, words) =>
    words.join([
      words.say("receipt.add_to_cart", {
        article:
          quantity_added === undefined
            ? short(name)
            : words.say("line.units", { quantity: quantity_added, name: short(name) }),
        cart: inCart(item_count, words),
        amount: words.amount(subtotal)
      }),
      ...(delivery === undefined
        ? []
        : [
            words.say("receipt.set_shipping_address", {
              recipient: delivery.recipient_name,
              address: addressLine(delivery.shipping_address)
            })
          ])
    ])
  ),
  update_cart_quantity: formatter(ChangedLine, ({ cart_subtotal, name, quantity }, words) =>
    quantity === 0
      ? words.say("receipt.dropped_line", { name: short(name), amount: words.amount(cart_subtotal) })
      : words.say("receipt.update_cart_quantity", {
          article: words.say("line.units", { quantity, name: short(name) }),
          amount: words.amount(cart_subtotal)
        })
  ),
  remove_from_cart: formatter(RemovedLine, ({ item_count, name }, words) =>
    words.say("receipt.remove_from_cart", { name: short(name), cart: inCart(item_count, words) })
  ),
  set_shipping_address: formatter(ShippingAddressChange, shippingSet),
  set_billing_address: formatter(BillingAddressChange, ({ billing_address }, { say }) =>
    say("receipt.set_billing_address", { address: addressLine(billing_address) })
  ),
  set_billing_same_as_shipping: formatter(
    BillingAddressChange,
    ({ billing_address, billing_same_as_shipping }, { say }) =>
      say(billing_same_as_shipping ? "receipt.set_billing_same_as_shipping" : "receipt.set_billing_address", {
        address: addressLine(billing_address)
      })
  ),
  apply_coupon_to_cart: formatter(CouponOnCart, ({ coupon, coupon_code, saves, total }, { amount, say }) =>
    say("receipt.apply_coupon_to_cart", {
      code: coupon_code,
      discount: amount(saves ?? coupon?.discount ?? Money.make(0)),
      amount: amount(total)
    })
  ),
  remove_coupon_from_cart: formatter(CartPricing, ({ total }, { amount, say }) =>
    say("receipt.remove_coupon_from_cart", { amount: amount(total) })
  ),
  // The link comes last, as punctuation behind it would be taken for a part of it.
  checkout: formatter(TillLink.pick("checkout_url"), ({ checkout_url: url }, { say }) =>
    say("receipt.checkout", { url })
  ),
  remember_preference: formatter(StoredMemory, ({ content, known = false }, { say }) =>
    say("receipt.remember_preference", { content, isKnown: String(known) })
  ),
  forget_preference: formatter(StoredMemory, ({ content }, { say }) => say("receipt.forget_preference", { content })),
  open_support_case: formatter(StoredCase, ({ is_new, number }, { say }) =>
    say("receipt.open_support_case", { isNew: String(is_new), number })
  )
}

/** Returns the receipt line of a write. If the result cannot be decoded, the line only says that the write was done. */
export const receipt = ({ result, tool }: Write, locale: Locale): string => {
  const words = wordsOf(locale)
  return Record.get(formatters, tool).pipe(
    Option.flatMap((tell) => tell(result, words)),
    Option.getOrElse(() => words.say("receipt.plain", { tool }))
  )
}
