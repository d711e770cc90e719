import { Array, type Record } from "effect"
import { type RefundTerms, type ReturnTerms, type Terms } from "../confirmation/Terms.ts"
import { type OrderId } from "../Ids.ts"
import { orderNumberOf } from "../OrderNumber.ts"
import { type Locale } from "./Locale.ts"
import { addressLine, units } from "./ProposalText.ts"
import { type TextKey } from "./texts/en.ts"
import { type Words, wordsOf } from "./Texts.ts"

/** Sentences about the outcome of an action, each on one line. */

/** Lists the units of a return. */
const linesSentence = ({ lines }: Pick<ReturnTerms, "lines">, words: Words): string =>
  words.say("done.lines", { lines: words.list(units(lines, words)) })

/** States the shipping refunded besides the goods. */
const shippingSentence = ({ shippingRefund }: Pick<RefundTerms, "shippingRefund">, { amount, say }: Words) =>
  shippingRefund === 0 ? [] : [say("done.shipping", { amount: amount(shippingRefund) })]

/** Parts of an act's result that its sentence needs. */
export interface DoneResult {
  /** The order created by checkout. */
  readonly order?: OrderId
  /** URL of the shop's policy on returns. */
  readonly policyUrl?: string
}

/** Explains how to send back an approved return. It ends in a URL, so it comes last. */
const sendBack = (policyUrl: string | undefined, { say }: Words) =>
  say("done.send_back", { hasRules: String(policyUrl !== undefined), url: policyUrl ?? "" })

const doneIn = (terms: Terms, { order, policyUrl }: DoneResult, words: Words): string => {
  const { amount, join, say } = words
  switch (terms.act) {
    case "checkout":
      return join([
        say("done.checkout", {
          hasNumber: String(order !== undefined),
          number: order === undefined ? "" : orderNumberOf(order),
          amount: amount(terms.amount),
          recipient: terms.recipient,
          address: addressLine(terms.deliveryAddress)
        }),
        ...(terms.paymentNote === undefined ? [] : [terms.paymentNote])
      ])
    case "cancel_order":
      return say("done.cancel_order", { number: orderNumberOf(terms.orderId), amount: amount(terms.refundAmount) })
    case "modify_order":
      return say("done.modify_order", {
        number: orderNumberOf(terms.orderId),
        recipient: terms.recipient,
        address: addressLine(terms.addressAfter)
      })
    case "initiate_return":
      return join([
        say("done.initiate_return", {
          number: orderNumberOf(terms.orderId),
          isApproved: String(terms.isApprovedAtOnce),
          method: terms.refundMethod,
          amount: amount(terms.refundAmount)
        }),
        ...shippingSentence(terms, words),
        linesSentence(terms, words),
        ...(terms.replaces === undefined ? [] : [say("done.replaces")]),
        ...(terms.isApprovedAtOnce ? [sendBack(policyUrl, words)] : [])
      ])
    case "process_refund":
      return join([
        say("done.process_refund", {
          number: orderNumberOf(terms.orderId),
          method: terms.refundMethod,
          amount: amount(terms.refundAmount)
        }),
        ...shippingSentence(terms, words)
      ])
    case "withdraw_return":
      return join([say("done.withdraw_return", { number: orderNumberOf(terms.orderId) }), linesSentence(terms, words)])
    case "place_backorder":
      return say("done.place_backorder", { quantity: terms.quantity, name: terms.name, person: terms.forWhom })
    case "forget_preference":
      return say("done.forget_preference", { content: terms.content })
  }
}

/** Reports that an act was done, and its consequences. */
export const reportDone = (terms: Terms, result: DoneResult, locale: Locale): string =>
  doneIn(terms, result, wordsOf(locale))

/** Reports that the act was not done. */
const notDone = (terms: Terms, { say }: Words): string =>
  say("notDone", {
    act: terms.act,
    number: "orderId" in terms ? orderNumberOf(terms.orderId) : "",
    name: "name" in terms ? terms.name : "content" in terms ? terms.content : ""
  })

type Field = { readonly [Act in Terms["act"]]: keyof Extract<Terms, { readonly act: Act }> }[Terms["act"]]

/** Terms that can change between proposal and confirmation, in reporting order. Several fields may be one change. */
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

/** Returns whether terms differ in any of these fields. As both have one schema, their keys have the same order. */
const differ = (before: Terms, after: Terms, fields: ReadonlyArray<Field>): boolean => {
  const encode = (terms: Record.ReadonlyRecord<string, unknown>) =>
    JSON.stringify(fields.map((field) => terms[field] ?? null))
  return encode(before) !== encode(after)
}

/** Formats the amount of an act for sentences about changes; empty for acts without one. */
const amountIn = (terms: Terms, { amount }: Words): string =>
  "amount" in terms ? amount(terms.amount) : "refundAmount" in terms ? amount(terms.refundAmount) : ""

/** Reports the terms that changed since the proposal was shown, and that it was not done; the new one follows below. */
export const reportChanged = (before: Terms, after: Terms, locale: Locale): string => {
  const words = wordsOf(locale)
  const values = {
    before: amountIn(before, words),
    after: amountIn(after, words),
    method: "refundMethod" in after ? after.refundMethod : "",
    isApproved: String("isApprovedAtOnce" in after && after.isApprovedAtOnce)
  }
  const keys = changes.filter(([, fields]) => differ(before, after, fields)).map(([key]) => key)
  const changedKeys = Array.isNonEmptyArray(keys) ? keys : (["changed.details"] as const)
  return words.join([...changedKeys.map((key) => words.say(key, values)), notDone(before, words)])
}

/** Reason why an act is no longer possible: the code of the tool's failure, or its reason. */
export type Obstacle = string

/** Reports that the act is no longer possible. */
export const reportImpossible = (terms: Terms, obstacle: Obstacle, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([words.say("obstacle", { code: obstacle }), notDone(terms, words)])
}

/** Reports that the proposal has expired; `isRenewed` if it is proposed anew below. */
export const reportExpired = (terms: Terms, isRenewed: boolean, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([
    words.say("expired"),
    notDone(terms, words),
    words.say(isRenewed ? "expired.renewed" : "expired.gone")
  ])
}

/** Reports that the proposal was dropped earlier. */
export const reportDropped = (terms: Terms, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([words.say("dropped"), notDone(terms, words), words.say("dropped.again")])
}

/** Reports that a proposal was not carried out, because the customer declined it. */
export const reportDeclined = (terms: Terms, locale: Locale): string => notDone(terms, wordsOf(locale))

/** Reports that a proposal was not carried out, because the customer said something else in the meantime. */
export const reportSuperseded = (terms: Terms, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([notDone(terms, words), words.say("dropped.later")])
}

/** Reports a failure: the act was not done, and its proposal is still open. */
export const reportFailed = (terms: Terms, locale: Locale): string => {
  const words = wordsOf(locale)
  return words.join([words.say("failed"), notDone(terms, words), words.say("failed.open")])
}
