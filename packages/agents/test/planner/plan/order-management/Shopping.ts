import { SqlClient } from "@effect/sql"
import { type OrderStatus } from "@storefront/domain/Orders"
import { TurnContext } from "@storefront/server/assistant/agent/TurnContext"
import { Effect, Layer, Schema } from "effect"
import { ada, lamp, orderId, placeOrder, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type Wish } from "../../../../src/planner/Wish.ts"
import * as Handlers from "../../../../src/order-management/handlers.ts"
import { answer } from "../../../../src/planner/plan/order-management/Plan.ts"
import { toolkit } from "../../../../src/order-management/toolkit.ts"
import { perform, turnOf } from "../../support/Perform.ts"
import { layerPreviewing } from "../../../support/Proposing.ts"
import { withTools } from "../../../support/WithTools.ts"
import * as Shop from "@storefront/server/shop/Shop"

/** Places an order of Ada on a day of February: `n` lamps, unless something is changed. */
export const place = (n: number, status: OrderStatus, changes: object = {}) =>
  placeOrder({
    id: orderId(n),
    owner: ada,
    status,
    lines: [{ product: lamp, east: n }],
    createdAt: `2026-02-0${n}T10:00:00Z`,
    history: [
      ["placed", "Order received"],
      [status, "Noted"]
    ],
    ...changes
  })

/** Ada's orders, oldest first: delivered, shipped, confirmed, placed. */
const orders = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* place(1, "delivered", { lines: [{ product: shoes, west: 1 }], note: "Ring twice" })
    yield* place(2, "out_for_delivery")
    yield* place(3, "shipped")
    yield* place(4, "confirmed")
    yield* place(5, "placed", {
      lines: [
        { product: lamp, east: 1 },
        { product: shoes, west: 2 }
      ],
      discount: 20
    })
  })
)

/** The order tools over those orders. */
export const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provideMerge(Layer.provideMerge(orders, shop)),
  Layer.provideMerge(TestDatabase.layer)
)

/** A wish with some of its slots filled. */
export const wish = (intent: Intent, slots: Partial<Wish> = {}): Wish => ({
  ...wishOf(intent, intent),
  ...slots
})

const encodeContext = Schema.encodeSync(TurnContext)

/** How order-management answers a wish, with real tools. */
export const reply = (asked: Wish, turn = turnOf(asked.text), user = ada) =>
  perform(answer(turn, asked), withTools(toolkit, user), [encodeContext(turn.context), asked])

/** Names of the tools that were called. */
export const toolsOf = ({ calls }: { readonly calls: ReadonlyArray<readonly [string, unknown]> }) =>
  calls.map(([name]) => name)

/** The status of an order of Ada. */
export const statusOf = (n: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly status: OrderStatus }>`SELECT status FROM orders WHERE id = ${orderId(n)}`,
      (rows) => rows[0]?.status
    )
  )
