import { cartChanges, type Intent, intentOwner, ofOrder, ofProduct, writing } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { reasonIntents } from "./SlotCarryover.ts"

/** Resolves conflicts between the wishes of a message. */

/** Moves a checkout behind the cart changes of the message: "check out, and ship it to …". */
const withCheckoutLast = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> => {
  const index = wishes.findIndex(({ intent }) => intent === "checkout")
  const checkout = wishes[index]
  const last = wishes.findLastIndex(({ intent }) => cartChanges.has(intent))
  return checkout === undefined || last < index
    ? wishes
    : [...wishes.slice(0, index), ...wishes.slice(index + 1, last + 1), checkout, ...wishes.slice(last + 1)]
}

/** Returns whether an intent, beside a problem, only describes it. */
const onlyDescribes = (intent: Intent): boolean =>
  (["find_products", "list_orders", "purchase_history"].includes(intent) ||
    ((ofOrder.has(intent) || ofProduct.has(intent)) && !writing.has(intent))) &&
  !reasonIntents.has(intent) &&
  intentOwner[intent] !== "review-sentiment"

/** Drops wishes that only describe a problem; beside an act, the problem becomes its reason. */
const withProblemJoined = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> => {
  const problem = wishes.find(({ intent }) => intent === "order_problem")
  const others = wishes.filter(({ intent }) => intent !== "order_problem")
  const isOnlyDescribed = others.every(({ intent }) => onlyDescribes(intent))
  const order = others.find((wish) => wish.order !== null)?.order ?? problem?.order ?? null
  return problem === undefined
    ? wishes
    : isOnlyDescribed
      ? [{ ...problem, order }]
      : others.map((wish) => (reasonIntents.has(wish.intent) ? { ...wish, reason: wish.reason ?? problem.text } : wish))
}

const mentionsOwn =
  /\b(?:mine|I|(?:my|our)(?: \w+)? (?:cart|basket|orders?|parcels?|packages?|account|address|coupons?|returns?))\b/i

/** Pairs of predicates: a wish matching the first one drops those matching the second, even if it is dropped itself. */
const overrides: ReadonlyArray<readonly [overriding: (wish: Wish) => boolean, overridden: (wish: Wish) => boolean]> = [
  // "the one with the shirts, cancel that": the request replaces a question about it.
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
  // "number 2 and number 4, add them": an entry that is not listed must not become an earlier product.
  [({ intent }) => intent === "not_listed", ({ fromHistory, intent }) => fromHistory && cartChanges.has(intent)],
  // "my sister ordered a jacket, where is her parcel?", "log in as Carol and show the cart"
  [
    ({ intent }) => intent === "others_data",
    ({ intent, text }) =>
      ["find_products", "product_details"].includes(intent) ||
      ((cartChanges.has(intent) || (intentOwner[intent] !== null && !ofProduct.has(intent))) && !mentionsOwn.test(text))
  ]
]

const withoutOverridden = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> =>
  wishes.filter((wish) => !overrides.some(([overriding, overridden]) => overridden(wish) && wishes.some(overriding)))

/** Drops overridden wishes first, so that they become neither a checkout nor the act that a problem is joined to. */
export const resolveConflicts = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> =>
  withProblemJoined(withCheckoutLast(withoutOverridden(wishes)))
