import { rule } from "@storefront/domain/api/Fields"
import { Config, type Option, Schema } from "effect"
import { isLoopback } from "./NetworkAddress.ts"

/** Placeholders of a checkout link. */
export const placeholder = /\{(items|coupon|cart_id)\}/g

/** An address that is reached encrypted, or that does not leave this machine. */
const isProtected = (address: string): boolean => {
  const { hostname, password, protocol, username } = new URL(address)
  return username + password === "" && (protocol === "https:" || (protocol === "http:" && isLoopback(hostname)))
}

const isTemplate = (text: string): boolean => {
  const address = text.replaceAll(placeholder, "1")
  return (
    // The host has no placeholder, so that no cart chooses where its link leads.
    /^https?:\/\/[^/{}\s]+\/\S*$/i.test(text) &&
    /\{(?:items|cart_id)\}/.test(text) &&
    !/[{}]/.test(address) &&
    URL.canParse(address) &&
    isProtected(address)
  )
}

/** A checkout link with placeholders for the cart's content. */
export const CheckoutTemplate = Schema.Trim.pipe(
  Schema.maxLength(2000),
  Schema.filter(isTemplate),
  Schema.brand("CheckoutTemplate")
).annotations(
  rule(
    "must be an https address (http only to this machine) with {items} or {cart_id}, for example https://shop.example/cart/{items}?discount={coupon}"
  )
)
export type CheckoutTemplate = typeof CheckoutTemplate.Type

/** Link to the shop's till; none: orders are placed here. */
export const checkoutUrl: Config.Config<Option.Option<CheckoutTemplate>> = Config.option(
  Schema.Config("CHECKOUT_URL", CheckoutTemplate)
)

/** One line without control and format characters, since customers read it as the shop's own words. */
const PaymentNote = Schema.Trim.pipe(Schema.pattern(/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u)).annotations(
  rule('must be one line of 1 to 200 characters, for example "You pay by invoice."')
)

/** The shop's sentence on how an order is paid that is placed here. */
export const paymentNote = Config.option(Schema.Config("PAYMENT_NOTE", PaymentNote))
