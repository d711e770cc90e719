import { cartChanges, type Intent, intentOwner, ofOrder, ofProduct, writing } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { reasoned } from "./Completing.ts"

/** "check out, and ship it to …": the cart is ready before it is paid. */
const paidLast = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> => {
  const at = wishes.findIndex(({ intent }) => intent === "checkout")
  const checkout = wishes[at]
  const last = wishes.findLastIndex(({ intent }) => cartChanges.has(intent))
  return checkout === undefined || last < at
    ? wishes
    : [...wishes.slice(0, at), ...wishes.slice(at + 1, last + 1), checkout, ...wishes.slice(last + 1)]
}

/** Returns true for an intent that only describes what went wrong, when nothing is asked to be done about it. */
const onlyTells = (intent: Intent): boolean =>
  (["find_products", "list_orders", "purchase_history"].includes(intent) ||
    ((ofOrder.has(intent) || ofProduct.has(intent)) && !writing.has(intent))) &&
  !reasoned.has(intent) &&
  intentOwner[intent] !== "review-sentiment"

/** "one item was broken, what can I do?" is one thing, unless it is said what is to be done. */
const problemOf = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> => {
  const problem = wishes.find(({ intent }) => intent === "order_problem")
  const others = wishes.filter(({ intent }) => intent !== "order_problem")
  const isOnlyTold = others.every(({ intent }) => onlyTells(intent))
  const order = others.find((wish) => wish.order !== null)?.order ?? problem?.order ?? null
  return problem === undefined
    ? wishes
    : isOnlyTold
      ? [{ ...problem, order }]
      : others.map((wish) => (reasoned.has(wish.intent) ? { ...wish, reason: wish.reason ?? problem.text } : wish))
}

const isOwn =
  /\b(?:mine|I|(?:my|our)(?: \w+)? (?:cart|basket|orders?|parcels?|packages?|account|address|coupons?|returns?))\b/i

/** Pairs of wishes: where the first is present, the second is not answered. */
const overruling: ReadonlyArray<readonly [by: (wish: Wish) => boolean, overruled: (wish: Wish) => boolean]> = [
  // "the one with the shirts, cancel that": what is told to be done is not asked about as well.
  [
    ({ intent }) => intent === "cancel_order",
    ({ intent, text }) =>
      (intent === "cancel_question" && !/cancel.*\?/isu.test(text)) ||
      (intent === "track_order" && !/\?|\bwhe(?:re|n)\b/iu.test(text))
  ],
  // "it never came, open a case"
  [({ intent }) => intent === "order_problem", ({ intent }) => intent === "human"],
  // "send it back, I want my money"
  [({ intent }) => intent === "return", ({ intent }) => intent === "refund"],
  // "number 2 and number 4, add them": what is not in the list is not what was spoken of before.
  [({ intent }) => intent === "not_listed", ({ fromHistory, intent }) => fromHistory && cartChanges.has(intent)],
  // "my sister ordered a jacket, where is her parcel?", "log in as Carol and show the cart": all of it is somebody else's.
  [
    ({ intent }) => intent === "others_data",
    ({ intent, text }) =>
      ["find_products", "product_details"].includes(intent) ||
      ((cartChanges.has(intent) || (intentOwner[intent] !== null && !ofProduct.has(intent))) && !isOwn.test(text))
  ]
]

const withoutOverruled = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> =>
  wishes.filter((wish) => !overruling.some(([by, overruled]) => overruled(wish) && wishes.some(by)))

/** Settles the wishes of a message: drops those that others overrule, moves the checkout behind the cart, joins a problem to its act. */
export const settled = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> =>
  problemOf(paidLast(withoutOverruled(wishes)))
