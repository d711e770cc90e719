import { OrderId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import * as ActionOutcomes from "@storefront/domain/words/ActionOutcomes"
import { Option, Schema } from "effect"
import { type PendingAction } from "./PendingActions.ts"

const decodePlaced = Schema.decodeUnknownOption(Schema.Struct({ order_id: OrderId }))
const decodeStarted = Schema.decodeUnknownOption(Schema.Struct({ policy_url: Schema.String }))

const resultOf = ({ result, terms }: Pick<PendingAction, "result" | "terms">): ActionOutcomes.DoneResult => {
  switch (terms.act) {
    case "checkout":
      return Option.match(decodePlaced(result), { onNone: () => ({}), onSome: (it) => ({ order: it.order_id }) })
    case "initiate_return":
      return Option.match(decodeStarted(result), { onNone: () => ({}), onSome: (it) => ({ policyUrl: it.policy_url }) })
    default:
      return {}
  }
}

/** Returns the sentence that reports a performed action, from its stored result. */
export const describeDone = (action: Pick<PendingAction, "result" | "terms">, locale: Locale): string =>
  ActionOutcomes.reportDone(action.terms, resultOf(action), locale)
