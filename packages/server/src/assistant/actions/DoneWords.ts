import { OrderId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import * as Outcomes from "@storefront/domain/words/Outcomes"
import { Option, Schema } from "effect"
import { type PendingAction } from "./PendingActions.ts"

const decodeOrder = Schema.decodeUnknownOption(Schema.Struct({ order_id: OrderId }))

/** Tells that an action was done, from its stored result. */
export const doneWords = ({ result, terms }: Pick<PendingAction, "result" | "terms">, locale: Locale): string => {
  const order = terms.act === "checkout" ? decodeOrder(result) : Option.none()
  return Outcomes.done(terms, Option.getOrNull(Option.map(order, ({ order_id }) => order_id)), locale)
}
