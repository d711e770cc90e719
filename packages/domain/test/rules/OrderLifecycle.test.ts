import { assert, it } from "@effect/vitest"
import { OrderStatus } from "../../src/Orders.ts"
import { canBecome, cancellable, modifiable, transitions } from "../../src/rules/OrderLifecycle.ts"

it("lets an order go only along the table of transitions", () => {
  const allowed = OrderStatus.literals.flatMap((from) =>
    OrderStatus.literals.filter((to) => canBecome(from, to)).map((to) => `${from} > ${to}`)
  )
  assert.sameMembers(allowed, [
    "placed > confirmed",
    "placed > cancelled",
    "confirmed > shipped",
    "confirmed > cancelled",
    "shipped > out_for_delivery",
    "out_for_delivery > delivered",
    "delivered > returned"
  ])
})

it("reaches every status from placed and never comes back to one", () => {
  const reached = (from: OrderStatus): ReadonlyArray<OrderStatus> => [from, ...transitions[from].flatMap(reached)]
  assert.sameMembers([...new Set(reached("placed"))], [...OrderStatus.literals])
  for (const status of OrderStatus.literals) {
    assert.notInclude(transitions[status].flatMap(reached), status)
  }
})

it("allows to cancel and to change only what has not left a warehouse", () => {
  assert.deepStrictEqual([...cancellable], ["placed", "confirmed"])
  assert.deepStrictEqual([...modifiable], ["placed", "confirmed"])
})
