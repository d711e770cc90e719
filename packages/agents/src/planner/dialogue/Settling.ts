import { cartChanges, type Intent, intentOwner, ofOrder, ofProduct, writing } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { reasonIntents } from "./Completing.ts"

/** Moves a checkout behind the cart changes of the message: "check out, and ship it to …". */
const withCheckoutLast = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> => {
  const index = wishes.findIndex(({ intent }) => intent === "checkout")
  const checkout = wishes[index]
  const last = wishes.findLastIndex(({ intent }) => cartChanges.has(intent))
  return checkout === undefined || last < index
    ? wishes
    : [...wishes.slice(0, index), ...wishes.slice(index + 1, last + 1), checkout, ...wishes.slice(last + 1)]
}

/** Returns whether an intent only describes what went wrong, without asking for an act. */
const onlyDescribes = (intent: Intent): boolean =>
  (["find_products", "list_orders", "purchase_history"].includes(intent) ||
    ((ofOrder.has(intent) || ofProduct.has(intent)) && !writing.has(intent))) &&
  !reasonIntents.has(intent) &&
  intentOwner[intent] !== "review-sentiment"

/** Reduces "one item was broken, what can I do?" to the problem; beside an act, the problem is its reason. */
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

/** Pairs of predicates: a wish matching the first one drops the wishes matching the second. */
const overrides: ReadonlyArray<readonly [overriding: (wish: Wish) => boolean, overridden: (wish: Wish) => boolean]> = [
  // "the one with the shirts, cancel that": a requested act is not asked about as well.
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
  // "number 2 and number 4, add them": a missing list entry does not stand for a product mentioned before.
  [({ intent }) => intent === "not_listed", ({ fromHistory, intent }) => fromHistory && cartChanges.has(intent)],
  // "my sister ordered a jacket, where is her parcel?", "log in as Carol and show the cart": all is somebody else's.
  [
    ({ intent }) => intent === "others_data",
    ({ intent, text }) =>
      ["find_products", "product_details"].includes(intent) ||
      ((cartChanges.has(intent) || (intentOwner[intent] !== null && !ofProduct.has(intent))) && !mentionsOwn.test(text))
  ]
]

const withoutOverridden = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> =>
  wishes.filter((wish) => !overrides.some(([overriding, overridden]) => overridden(wish) && wishes.some(overriding)))

/** Settles the wishes of a message: drops overruled ones, moves the checkout last, joins a problem to its act. */
export const resolveConflicts = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Wish> =>
  withProblemJoined(withCheckoutLast(withoutOverridden(wishes)))
