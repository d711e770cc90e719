import { type Subject, subjectOf as ofIntent } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { type Message, type State } from "./State.ts"

const saysCoupon = /\b(?:coupon|code|voucher|discount)\b/i

const ofWish = (wish: Wish): Subject | null =>
  wish.intent === "cart" && saysCoupon.test(wish.text) ? "coupon" : ofIntent(wish.intent)

/** A question of ours is open: "scrap that" answers it, unless it was whether to cancel. */
const isAskedElse = (pending: ReadonlyArray<Wish>): boolean =>
  pending.length > 0 && !pending.some(({ intent }) => intent === "cancel_order")

/** What a piece speaks of: what the message asked for before it, an order it has named, else what was asked last. */
export const subjectOf = (state: State, { focus, pending }: Message): Subject | null => {
  const [here, before] = [state.wishes.at(-1), focus.wishes.at(-1)]
  if (here !== undefined) {
    return ofWish(here) ?? (state.mentions.order === null ? null : "order")
  }
  if (state.mentions.order !== null) {
    return "order"
  }
  const isPlaced = before?.intent === "checkout" && pending.length === 0 && focus.orderId !== null
  const subject = before === undefined ? null : isPlaced ? "order" : ofWish(before)
  return subject === "order" && isAskedElse(pending) ? null : subject
}
