import { type OrderNotFound, type ProductNotFound } from "@storefront/domain/Errors"
import { type Obstacle } from "@storefront/domain/words/ActionOutcomes"
import { Match } from "effect"
import { type CheckoutRefused } from "../../shop/cart/CheckoutRefused.ts"
import { type AlreadyBackordered, type StockSuffices } from "../../shop/inventory/Backorders.ts"
import { type AddressIncomplete, type AddressNotDeliverable } from "../../shop/inventory/DeliveryAreas.ts"
import { type MemoryNotFound } from "../../shop/memories/Memories.ts"
import { type OrderNotCancellable } from "../../shop/orders/OrderCancellation.ts"
import { type PlacedElsewhere } from "../../shop/orders/OrderFacts.ts"
import { type OrderNotModifiable } from "../../shop/orders/OrderModification.ts"
import { type ReturnNotFound, type ReturnNotRefundable } from "../../shop/returns/Refunds.ts"
import { type OrderNotReturnable, type UnitsNotReturnable } from "../../shop/returns/ReturnRequests.ts"
import { type ReturnNotWithdrawable } from "../../shop/returns/Withdrawals.ts"

/** Errors of binding acts. */
export type ActFailure =
  | CheckoutRefused
  | OrderNotFound
  | PlacedElsewhere
  | OrderNotCancellable
  | OrderNotModifiable
  | AddressIncomplete
  | AddressNotDeliverable
  | OrderNotReturnable
  | UnitsNotReturnable
  | ReturnNotFound
  | ReturnNotRefundable
  | ReturnNotWithdrawable
  | ProductNotFound
  | StockSuffices
  | AlreadyBackordered
  | MemoryNotFound

/** Returns the code of an error, which selects the server's sentence about it. */
export const obstacleOf: (failure: ActFailure) => Obstacle = Match.typeTags<ActFailure>()({
  CheckoutRefused: ({ problem }) => problem.reason,
  OrderNotFound: () => "not_found",
  PlacedElsewhere: () => "placed_elsewhere",
  OrderNotCancellable: ({ status }) => status,
  OrderNotModifiable: ({ status }) => status,
  AddressIncomplete: () => "not_deliverable",
  AddressNotDeliverable: () => "not_deliverable",
  OrderNotReturnable: ({ reason }) => reason,
  UnitsNotReturnable: () => "lines_not_returnable",
  ReturnNotFound: () => "not_found",
  ReturnNotRefundable: ({ found }) => found.status,
  ReturnNotWithdrawable: ({ status }) => status,
  ProductNotFound: () => "not_found",
  StockSuffices: () => "stock_suffices",
  AlreadyBackordered: () => "already_backordered",
  MemoryNotFound: () => "not_found"
})
