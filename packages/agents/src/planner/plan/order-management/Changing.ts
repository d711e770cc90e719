import { type Address } from "@storefront/domain/Address"
import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { modifyOrder } from "@storefront/domain/tools/OrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type FoundOrder } from "../References.ts"
import { type SaidAddress, type Wish } from "../../Wish.ts"
import { notAvailable, type AnswerPart } from "../AnswerParts.ts"
import {
  aboutOrder,
  allows,
  isPointed,
  type Meant,
  meantAmong,
  newest,
  referenceByProduct,
  withDetails
} from "./Finding.ts"
import * as Wording from "./ChangeWording.ts"
import { noOrder } from "./Wording.ts"

const needed = ["street", "city", "state", "zip"] as const

/** The address with the parts that were said, and the names of those that are missing. Without a country it is the US. */
const addressOf = (
  said: SaidAddress | null
): { readonly address: Address; readonly missing: ReadonlyArray<string> } => ({
  address: {
    street: said?.street ?? "",
    city: said?.city ?? "",
    state: said?.state ?? "",
    zip: said?.zip ?? "",
    country: said?.country ?? "US"
  },
  missing: needed.filter((part) => (said?.[part] ?? "").trim() === "").map((part) => Wording.partNames[part])
})

/** Sends an order that is clear elsewhere, once the address is whole and the customer has told us to. */
function* sendElsewhere(wish: Wish, { order_id, status }: FoundOrder): AnswerPart {
  const { address, missing } = addressOf(wish.address)
  if (status !== null && !modifiable.includes(status)) {
    return Wording.tooLate(order_id, status)
  }
  if (missing.length > 0) {
    return status === null
      ? yield* withDetails(order_id, (order) =>
          order.can_modify ? Wording.whichAddress(order_id, missing) : Wording.tooLate(order_id, order.status)
        )
      : Wording.whichAddress(order_id, missing)
  }
  if (!wish.isExplicit) {
    return Wording.proposal(order_id, address)
  }
  const result = yield* call(modifyOrder, { order_id, new_address: address })
  return result instanceof ToolFailure ? Wording.notChanged(order_id, result) : Wording.changed(result)
}

/** The only order that can still be changed is the one that is meant. */
const settled = (meant: Meant): Meant =>
  meant._tag === "Choice" && meant.candidates.length === 1 && meant.candidates[0] !== undefined
    ? { _tag: "One", order: meant.candidates[0] }
    : meant

/** Changes where an order goes; asks once for whatever is missing. */
export function* changeAddress(turn: TurnView, wish: Wish): AnswerPart {
  const reference = referenceByProduct(wish)
  const isAllowed = allows(modifyOrder, turn)
  const isReady = wish.isExplicit && isPointed(reference) && addressOf(wish.address).missing.length === 0
  if (!isAllowed && !isReady) {
    return Wording.refused
  }
  const meant = settled(yield* meantAmong(turn, reference, modifiable))
  switch (meant._tag) {
    case "One":
      return yield* sendElsewhere(wish, meant.order)
    case "Choice":
      return isAllowed ? Wording.whichToChange(meant.candidates) : Wording.refused
    case "NoneHolds":
      return Wording.noneHolds(meant.product)
    case "None":
      return noOrder(meant.reference)
    case "Failed":
      return notAvailable("your orders")
  }
}

/** Says what can be changed in an order, and what cannot. */
export function* changeOrder(turn: TurnView, wish: Wish): AnswerPart {
  const reference = referenceByProduct(wish)
  return reference === null
    ? Wording.whatCanBeChanged
    : yield* aboutOrder(turn, reference, newest, ({ order_id }) =>
        withDetails(order_id, (order) => Wording.changeability(order, allows(modifyOrder, turn)))
      )
}
