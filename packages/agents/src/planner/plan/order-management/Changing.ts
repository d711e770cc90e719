import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { modifyOrder } from "@storefront/domain/tools/OrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { allows, call, isUnagreed } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type FoundOrder, type Resolution, settle } from "../References.ts"
import { type Wish } from "../../Wish.ts"
import { type AnswerPart } from "../AnswerParts.ts"
import * as Wording from "./ChangeWording.ts"
import {
  aboutMeant,
  aboutOrder,
  isPointed,
  lookUp,
  meantAmong,
  newest,
  referenceByProduct,
  withDetails
} from "./Finding.ts"
import { readAddress } from "./ReadAddress.ts"

/** Sends an order to another address, once the address is whole and the customer has told us to. */
function* sendElsewhere(turn: TurnView, wish: Wish, { order_id, status }: FoundOrder): AnswerPart {
  const { missing, whole } = readAddress(wish.address)
  if (status !== null && !modifiable.includes(status)) {
    return Wording.tooLate(order_id, status)
  }
  if (whole === null) {
    return status === null
      ? yield* withDetails(order_id, (order) =>
          order.can_modify ? Wording.whichAddress(order_id, missing) : Wording.tooLate(order_id, order.status)
        )
      : Wording.whichAddress(order_id, missing)
  }
  if (!wish.isExplicit) {
    return Wording.proposal(order_id, whole)
  }
  yield* lookUp(turn, modifyOrder, order_id)
  const result = yield* call(modifyOrder, { order_id, new_address: whole })
  if (result instanceof ToolFailure && isUnagreed(result)) {
    return Wording.proposal(order_id, whole)
  }
  return result instanceof ToolFailure ? Wording.notChanged(order_id, result) : Wording.changed(result)
}

/** The only order that can still be changed is the one that is meant. */
const settled = (meant: Resolution<FoundOrder>): Resolution<FoundOrder> =>
  meant._tag === "Several" && meant.candidates.length === 1 ? settle(meant.candidates) : meant

/** Changes where an order goes; asks once for whatever is missing. */
export function* changeAddress(turn: TurnView, wish: Wish): AnswerPart {
  const reference = referenceByProduct(wish)
  const isAllowed = allows(modifyOrder, turn)
  const isReady = wish.isExplicit && isPointed(reference) && readAddress(wish.address).whole !== null
  if (!isAllowed && !isReady) {
    return Wording.refused
  }
  return yield* aboutMeant(reference, settled(yield* meantAmong(turn, reference, modifiable)), {
    one: (order) => sendElsewhere(turn, wish, order),
    choice: (candidates) => (isAllowed ? Wording.whichToChange(candidates) : Wording.refused),
    noneHolds: Wording.noneHolds
  })
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
