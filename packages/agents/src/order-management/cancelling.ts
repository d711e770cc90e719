import { type Role } from "@storefront/domain/Identity"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { cancellable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, getOrderDetails } from "@storefront/domain/tools/OrderTools"
import { AllowedRoles } from "@storefront/domain/tools/RolePolicy"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type ToolCall, type ToolOutcome, type TurnView } from "@storefront/server/model/Playbook"
import { Context, DateTime } from "effect"
import { type FoundOrder, pickProduct, resolveOrder } from "../language/References.ts"
import { type Wish } from "../language/Wish.ts"
import { notAvailable, type Part } from "../shared/Parts.ts"
import { aboutOrder, maxListed, newest, orders, referenceOf, withDetails } from "./finding.ts"
import * as Wording from "./wording.ts"

/** The reason that is recorded when the customer gives none. */
const unspecified = "Cancelled at the customer's request"

/** How many orders are opened to look for a product in them. */
const opened = 4

/** Whether a person of this role may cancel through an assistant. */
export const mayCancel = (role: Role): boolean => Context.get(cancelOrder.annotations, AllowedRoles).includes(role)

type Calls<A> = Generator<ToolCall, A, ToolOutcome>

/** Every order of the customer that can still be cancelled, newest first. */
function* cancellableOrders(): Calls<ReadonlyArray<FoundOrder> | ToolFailure> {
  const found = []
  for (const status of cancellable) {
    const page = yield* orders(maxListed, status)
    if (page instanceof ToolFailure) {
      return page
    }
    found.push(...page.orders)
  }
  return found
    .toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
    .map((order) => ({ ...order, date: DateTime.formatIso(order.created_at).slice(0, 10) }))
}

/** The orders that hold a product: every word of its name has to fit, for what is cancelled stays cancelled. */
function* holding(
  product: string,
  candidates: ReadonlyArray<FoundOrder>
): Calls<ReadonlyArray<FoundOrder> | ToolFailure> {
  const words = contentWords(product)
  const holding: Array<FoundOrder> = []
  for (const order of candidates) {
    const details = yield* call(getOrderDetails, { order_id: order.order_id })
    if (details instanceof ToolFailure) {
      return details
    }
    const fits = (item: (typeof details.items)[number]) =>
      words.every((word) => pickProduct(word, [item])._tag === "Found")
    if (words.length > 0 && details.items.some(fits)) {
      holding.push(order)
    }
  }
  return holding
}

function* cancelById(turn: TurnView, { reason }: Wish, orderId: string): Part {
  const result = yield* call(cancelOrder, {
    order_id: orderId,
    reason: reason === null || reason.trim() === "" ? unspecified : reason.slice(0, 500)
  })
  return result instanceof ToolFailure
    ? Wording.notCancelled(orderId, result)
    : Wording.cancelled(result, turn.context.customer.loyalty_tier)
}

/** Asks which of the orders that can still be cancelled is meant. */
function* ask(): Part {
  const candidates = yield* cancellableOrders()
  return candidates instanceof ToolFailure ? notAvailable("your orders") : Wording.whichToCancel(candidates)
}

/** Cancels the order that holds a product, when only one of those that can still be cancelled does. */
function* cancelWith(turn: TurnView, wish: Wish, product: string): Part {
  const candidates = yield* cancellableOrders()
  if (candidates instanceof ToolFailure) {
    return notAvailable("your orders")
  }
  if (candidates.length > opened) {
    return Wording.whichToCancel(candidates)
  }
  const meant = yield* holding(product, candidates)
  if (meant instanceof ToolFailure) {
    return notAvailable("your orders")
  }
  const [only, ...others] = meant
  if (only === undefined) {
    return Wording.noneToCancelWith(product)
  }
  return others.length > 0 ? Wording.whichToCancel(meant) : yield* cancelById(turn, wish, only.order_id)
}

/** Cancels the one order that was clearly meant; whenever there is a choice it asks and changes nothing. */
export function* cancel(turn: TurnView, wish: Wish): Part {
  const isAllowed = mayCancel(turn.context.customer.role)
  const reference = referenceOf(wish)
  if (reference?.kind === "product") {
    return isAllowed ? yield* cancelWith(turn, wish, reference.name) : Wording.cancellingRefused
  }
  const order = yield* resolveOrder(turn, reference)
  switch (order._tag) {
    case "Found":
      return yield* cancelById(turn, wish, order.value.order_id)
    case "Several":
      return !isAllowed
        ? Wording.cancellingRefused
        : reference === null
          ? yield* ask()
          : Wording.whichToCancel(
              order.candidates.filter(({ status }) => status === null || cancellable.includes(status))
            )
    case "None":
      return Wording.noOrder(reference)
    case "Failed":
      return notAvailable("your orders")
  }
}

/** Answers without changing anything, even when the order is clear. */
export function* cancelQuestion(turn: TurnView, wish: Wish): Part {
  const { customer, recent_orders } = turn.context
  const isAllowed = mayCancel(customer.role)
  // "How does cancelling work" may read like a word about cancelled orders.
  if (wish.order === null || (wish.order.kind === "status" && wish.order.status === "cancelled")) {
    return Wording.cancellationPolicy(
      recent_orders.filter(({ status }) => cancellable.includes(status)),
      isAllowed
    )
  }
  return yield* aboutOrder(turn, wish.order, newest, ({ order_id }) =>
    withDetails(order_id, (order) => Wording.cancellability(order, isAllowed))
  )
}
