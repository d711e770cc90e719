import { Array, type Record } from "effect"
import { type RefundTerms, type ReturnTerms, type Terms } from "../confirmation/Terms.ts"
import { type OrderId } from "../Ids.ts"
import { numberOf } from "../OrderNumber.ts"
import { type Locale } from "./Locale.ts"
import { addressLine, units } from "./Summary.ts"
import { type TextKey } from "./texts/en.ts"
import { type Words, wordsOf } from "./Texts.ts"

/** Sentences about one action after the customer has answered, on one line each. */

/** Names what is sent back, or was to be. */
const linesTold = ({ lines }: Pick<ReturnTerms, "lines">, words: Words): string =>
  words.say("done.lines", { lines: words.list(units(lines, words)) })

/** Tells of the shipping that is paid back besides the goods. */
const shippingTold = ({ shippingRefund }: Pick<RefundTerms, "shippingRefund">, { amount, say }: Words) =>
  shippingRefund === 0 ? [] : [say("done.shipping", { amount: amount(shippingRefund) })]

/** The parts of an act's result that the words about it need. */
export interface DoneResult {
  /** The order that it made. */
  readonly order?: OrderId
  /** Where the shop's rules on returns are. */
  readonly policyUrl?: string
}

/** Tells what the customer has to do for a return that was approved. It ends in an address, so it is told last. */
const sendBack = (policyUrl: string | undefined, { say }: Words) =>
  say("done.send_back", { hasRules: String(policyUrl !== undefined), url: policyUrl ?? "" })

const doneIn = (terms: Terms, { order, policyUrl }: DoneResult, words: Words): string => {
  const { amount, join, say } = words
  switch (terms.act) {
    case "checkout":
      return say("done.checkout", {
        hasNumber: String(order !== undefined),
        number: order === undefined ? "" : numberOf(order),
        amount: amount(terms.amount),
        recipient: terms.recipient,
        address: addressLine(terms.deliveryAddress)
      })
    case "cancel_order":
      return say("done.cancel_order", { number: numberOf(terms.orderId), amount: amount(terms.refundAmount) })
    case "modify_order":
      return say("done.modify_order", {
        number: numberOf(terms.orderId),
        recipient: terms.recipient,
        address: addressLine(terms.addressAfter)
      })
    case "initiate_return":
      return join([
        say("done.initiate_return", {
          number: numberOf(terms.orderId),
          isApproved: String(terms.isApprovedAtOnce),
          method: terms.refundMethod,
          amount: amount(terms.refundAmount)
        }),
        ...shippingTold(terms, words),
        linesTold(terms, words),
        ...(terms.replaces === undefined ? [] : [say("done.replaces")]),
        ...(terms.isApprovedAtOnce ? [sendBack(policyUrl, words)] : [])
      ])
    case "process_refund":
      return join([
        say("done.process_refund", {
          number: numberOf(terms.orderId),
          method: terms.refundMethod,
          amount: amount(terms.refundAmount)
        }),
        ...shippingTold(terms, words)
      ])
    case "withdraw_return":
      return join([say("done.withdraw_return", { number: numberOf(terms.orderId) }), linesTold(terms, words)])
    case "place_backorder":
      return say("done.place_backorder", { quantity: terms.quantity, name: terms.name, person: terms.forWhom })
    case "forget_preference":
      return say("done.forget_preference", { content: terms.content })
  }
}

/** Tells that an act was done, and what follows from it. */
export const done = (terms: Terms, result: DoneResult, locale: Locale): string => doneIn(terms, result, wordsOf(locale))

/** Tells which act was not done. */
const notDone = (terms: Terms, { say }: Words): string =>
  say("notDone", {
    act: terms.act,
    number: "orderId" in terms ? numberOf(terms.orderId) : "",
    name: "name" in terms ? terms.name : "content" in terms ? terms.content : ""
  })

type Field = { readonly [Act in Terms["act"]]: keyof Extract<Terms, { readonly act: Act }> }[Terms["act"]]

/** What may change between showing and doing, in the order in which it is told. Several fields may be one change. */
const changes: ReadonlyArray<readonly [TextKey, ReadonlyArray<Field>]> = [
  ["changed.total", ["amount"]],
  ["changed.refund", ["refundAmount"]],
  ["changed.lines", ["lines", "subtotal", "productId", "name", "quantity"]],
  ["changed.shipping", ["shipping"]],
  ["changed.discounts", ["discounts", "couponCode", "couponReleased"]],
  ["changed.address", ["deliveryAddress", "addressBefore", "addressAfter", "recipient", "recipientBefore"]],
  ["changed.billing", ["billingAddress"]],
  ["changed.method", ["refundMethod"]],
  ["changed.approval", ["isApprovedAtOnce"]],
  ["changed.date", ["expectedOn"]]
]

/** Whether terms differ in one of these fields. Both are of one schema, so that their keys are in one order. */
const differ = (before: Terms, after: Terms, fields: ReadonlyArray<Field>): boolean => {
  const told = (terms: Record.ReadonlyRecord<string, unknown>) =>
    JSON.stringify(fields.map((field) => terms[field] ?? null))
  return told(before) !== told(after)
}

/** All that the sentences about changes may need of terms. */
const amountIn = (terms: Terms, { amount }: Words): string =>
  "amount" in terms ? amount(terms.amount) : "refundAmount" in terms ? amount(terms.refundAmount) : ""

/** Tells that the terms have changed since they were shown, and what first: they are proposed anew below. */
export const changed = (before: Terms, after: Terms, locale: Locale): string => {
  const words = wordsOf(locale)
  const values = {
    before: amountIn(before, words),
    after: amountIn(after, words),
    method: "refundMethod" in after ? after.refundMethod : "",
    isApproved: String("isApprovedAtOnce" in after && after.isApprovedAtOnce)
  }
  const keys = changes.filter(([, fields]) => differ(before, after, fields)).map(([key]) => key)
  const told = Array.isNonEmptyArray(keys) ? keys : (["changed.details"] as const)
  return words.join([...told.map((key) => words.say(key, values)), notDone(before, words)])
}

/** Why an act is not possible any more; the code of the tool's failure, or of its reason. */
export type Obstacle = string

/** Tells that the act is not possible any more. */
export const impossible = (terms: Terms, obstacle: Obstacle, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([words.say("obstacle", { code: obstacle }), notDone(terms, words)])
}

/** Tells that the proposal was shown too long ago; `isRenewed`: it is proposed anew below. */
export const expired = (terms: Terms, isRenewed: boolean, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([
    words.say("expired"),
    notDone(terms, words),
    words.say(isRenewed ? "expired.renewed" : "expired.gone")
  ])
}

/** Tells that the proposal was given up before. */
export const dropped = (terms: Terms, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([words.say("dropped"), notDone(terms, words), words.say("dropped.again")])
}

/** Tells that a proposal is not done, because the customer has said something else meanwhile. */
export const unasked = (terms: Terms, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([notDone(terms, words), words.say("dropped.later")])
}

/** Tells that something went wrong, that the act was not done, and that it is still open. */
export const stillOpen = (terms: Terms, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([words.say("failed"), notDone(terms, words), words.say("failed.open")])
}
