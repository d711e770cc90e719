import { type OrderDetail } from "@storefront/domain/api/OrdersApi"
import { type AuditEntry } from "@storefront/domain/api/AdminApi"
import * as StorefrontClient from "@storefront/domain/api/StorefrontClient"
import { type OrderId } from "@storefront/domain/Ids"
import { Cache, Clock, Data, Effect, Redacted, Schema } from "effect"
import { type OrderKind } from "./everyTool.ts"

/** Nobody has an order of this kind that was not used yet. */
class NoSuchOrder extends Data.TaggedError("NoSuchOrder")<{ readonly kind: OrderKind }> {}

/** A message with what became of it. */
export interface Exchange {
  readonly response: string
  readonly conversation: string
  /** What the audit log has about it, in the order of the work. */
  readonly entries: ReadonlyArray<AuditEntry>
}

const decodeListed = Schema.decodeUnknownSync(
  Schema.Struct({ products: Schema.Array(Schema.Struct({ name: Schema.String, review_count: Schema.Int })) })
)

const day = 24 * 60 * 60 * 1000

/** Whether an order is of a kind at a moment. The window for returns is 30 days. */
const isOf = (kind: OrderKind, now: number, order: OrderDetail): boolean => {
  switch (kind) {
    case "returned":
      return order.return !== null
    case "refundable":
      return order.return?.status === "received"
    case "returnable": {
      const arrived = order.status_history.findLast(({ status }) => status === "delivered")
      return (
        order.status === "delivered" &&
        order.return === null &&
        arrived !== undefined &&
        now - arrived.timestamp.epochMillis < 29 * day
      )
    }
    default:
      return order.status === kind
  }
}

/** The people of a running suite, as they use it from outside. */
export const make = Effect.fnUntraced(function* (url: string) {
  const door = yield* StorefrontClient.make({ baseUrl: url })

  const clients = yield* Cache.make({
    capacity: 100,
    timeToLive: "5 minutes",
    lookup: (email: string) =>
      Effect.gen(function* () {
        const session = yield* door.auth.logIn({ payload: { email, password: Redacted.make("storefront-demo") } })
        return yield* StorefrontClient.make({ baseUrl: url, accessToken: session.access_token })
      })
  })

  const admin = clients.get("admin@example.com")

  /** Everybody the audit log knows. */
  const emails = yield* Effect.cached(
    Effect.gen(function* () {
      const client = yield* admin
      const pages = yield* Effect.forEach([0, 200, 400, 600, 800], (offset) =>
        client.admin.audit({ urlParams: { limit: 200, offset } })
      )
      return [...new Set(pages.flatMap(({ entries }) => entries.map(({ user_email }) => user_email)))].toSorted()
    })
  )

  const ordersOf = yield* Cache.make({
    capacity: 100,
    timeToLive: "5 minutes",
    lookup: (email: string) =>
      Effect.gen(function* () {
        const client = yield* clients.get(email)
        const { orders } = yield* client.orders.list({ urlParams: { limit: 100, offset: 0 } })
        return yield* Effect.forEach(orders, ({ id }) => client.orders.detail({ path: { order_id: id } }))
      }).pipe(Effect.orElseSucceed((): ReadonlyArray<OrderDetail> => []))
  })

  const used = new Set<OrderId>()

  /** Somebody with an order of a kind; every order is given out once. */
  const having = Effect.fnUntraced(function* (kind: OrderKind) {
    const now = yield* Clock.currentTimeMillis
    for (const email of yield* emails) {
      const order = (yield* ordersOf.get(email)).find((order) => !used.has(order.id) && isOf(kind, now, order))
      if (order !== undefined) {
        used.add(order.id)
        return { email, order: order.id }
      }
    }
    return yield* new NoSuchOrder({ kind })
  })

  const say = Effect.fnUntraced(function* (email: string, message: string, conversation: string | null) {
    const client = yield* clients.get(email)
    const [answer, response] = yield* client.chat.send({
      payload: { message, conversation_id: conversation },
      withResponse: true
    })
    const log = yield* Effect.flatMap(admin, ({ admin }) => admin.audit({ urlParams: { limit: 30, offset: 0 } }))
    const entries = log.entries.filter(({ trace_id }) => trace_id === response.headers["x-trace-id"]).toReversed()
    return { response: answer.response, conversation: answer.conversation_id, entries } satisfies Exchange
  })

  /** Names of all products by id. */
  const productNames = yield* Effect.cached(
    Effect.gen(function* () {
      const client = yield* admin
      const { products } = yield* client.products.list({ urlParams: { sort: "name", limit: 100, offset: 0 } })
      return new Map<string, string>(products.map(({ id, name }) => [id, name]))
    })
  )

  /** Name of a product that a seller offers and customers have reviewed. */
  const soldBy = Effect.fnUntraced(function* (email: string) {
    const { entries } = yield* say(email, "List the products I sell", null)
    const listed = entries
      .flatMap(({ steps }) => steps)
      .filter(({ tool_name }) => tool_name === "get_my_products")
      .flatMap(({ tool_output }) => decodeListed(tool_output).products)
    return yield* Effect.fromNullable(listed.find(({ review_count }) => review_count > 0)?.name)
  })

  return { having, productNames, say, soldBy }
})
