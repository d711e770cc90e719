import { SqlClient } from "@effect/sql"
import { Email, User, UserId } from "@storefront/domain/Identity"
import { type BackorderId, OrderId, ProductId, ReturnId, ReviewId } from "@storefront/domain/Ids"
import { SpeedTier } from "@storefront/domain/Inventory"
import { OrderStatus } from "@storefront/domain/Orders"
import { CouponCode } from "@storefront/domain/Pricing"
import { canBecome } from "@storefront/domain/rules/ReturnLifecycle"
import { ReturnStatus } from "@storefront/domain/Returns"
import { Array, Data, Effect, Layer, Random, Schema } from "effect"
import { EffectKey } from "../../src/platform/effects/EffectKey.ts"
import { ToolEffects } from "../../src/platform/effects/ToolEffects.ts"
import { CartAddresses } from "../../src/shop/cart/CartAddresses.ts"
import { CartCoupons } from "../../src/shop/cart/CartCoupons.ts"
import { CartLines } from "../../src/shop/cart/CartLines.ts"
import * as CartServices from "../../src/shop/cart/CartServices.ts"
import { Checkout } from "../../src/shop/cart/Checkout.ts"
import { BackorderOperations } from "../../src/shop/inventory/BackorderOperations.ts"
import { Backorders } from "../../src/shop/inventory/Backorders.ts"
import { DeliveryAreas } from "../../src/shop/inventory/DeliveryAreas.ts"
import { OrderCancellation } from "../../src/shop/orders/OrderCancellation.ts"
import { OrderModification } from "../../src/shop/orders/OrderModification.ts"
import { OrderOperations } from "../../src/shop/orders/OrderOperations.ts"
import { Refunds } from "../../src/shop/returns/Refunds.ts"
import { ReturnOperations } from "../../src/shop/returns/ReturnOperations.ts"
import { ReturnRequests } from "../../src/shop/returns/ReturnRequests.ts"
import { Withdrawals } from "../../src/shop/returns/Withdrawals.ts"
import { actNow } from "../../src/testing/ActNow.ts"
import { ReviewOperations } from "../../src/shop/reviews/ReviewOperations.ts"

/** Everything that changes the shop: what customers and sellers do, and what operators do. */
export const ServicesLayer = Layer.mergeAll(
  CartServices.layer,
  OrderCancellation.layer,
  OrderModification.layer,
  OrderOperations.layer,
  ReturnRequests.layer,
  Refunds.layer,
  ReturnOperations.layer,
  Withdrawals.layer,
  ReviewOperations.layer,
  Backorders.layer,
  BackorderOperations.layer
).pipe(Layer.provide([DeliveryAreas.layer, ToolEffects.layer]))

/** How often what happens, in parts of the whole. */
const frequencies = {
  add: 26,
  change: 5,
  remove: 3,
  applyCoupon: 7,
  removeCoupon: 1,
  checkout: 13,
  checkoutPart: 8,
  gift: 3,
  cancel: 6,
  move: 4,
  advance: 17,
  initiateReturn: 8,
  advanceReturn: 4,
  refund: 3,
  withdraw: 2,
  flag: 3,
  placeBackorder: 2,
  closeBackorder: 1
}
export type Kind = keyof typeof frequencies

export const kinds = Object.keys(frequencies) as ReadonlyArray<Kind>

const draw: ReadonlyArray<Kind> = kinds.flatMap((kind) => Array.replicate(kind, frequencies[kind]))

/** Something that happens, with the numbers from 0 to 1 that decide about its details. */
export interface Operation {
  readonly index: number
  readonly kind: Kind
  readonly lots: Lots
}

type Lots = readonly [number, number, number, number]

const pick = <A>(items: ReadonlyArray<A>, chance: number): A | undefined => items[Math.floor(chance * items.length)]

const drawOperation = (index: number): Effect.Effect<Operation> =>
  Effect.gen(function* () {
    const kind = pick(draw, yield* Random.next) ?? "add"
    return { index, kind, lots: [yield* Random.next, yield* Random.next, yield* Random.next, yield* Random.next] }
  })

/** The same operations for the same seed. */
export const operations = (count: number, seed: number): Effect.Effect<ReadonlyArray<Operation>> =>
  Effect.withRandom(Effect.forEach(Array.range(0, count - 1), drawOperation), Random.make(seed))

const Placed = Schema.Struct({ id: OrderId, owner: UserId, status: OrderStatus })
const Item = Schema.Struct({ productId: ProductId, quantity: Schema.Int })
const Sent = Schema.Struct({ id: ReturnId, owner: UserId, status: ReturnStatus })

/** What the operations know of the shop: who is there, and what became of what they did. */
export interface Life {
  readonly customers: ReadonlyArray<User>
  readonly sellers: ReadonlyArray<User>
  readonly products: ReadonlyArray<ProductId>
  readonly reviews: ReadonlyArray<ReviewId>
  readonly orders: Map<OrderId, typeof Placed.Type>
  readonly returns: Map<ReturnId, typeof Sent.Type>
  readonly backorders: Set<BackorderId>
  /** Units that operators put back from returns. */
  readonly restocked: Map<ProductId, number>
  /** How often every operation ended how. */
  readonly outcomes: Map<string, number>
}

const states = ["CA", "NY", "TX", "OR"]

const addressIn = (state: string) => ({ street: "7 Mill Lane", city: "Somewhere", state, zip: "97201", country: "US" })

const decodeRows = <A, I>(schema: Schema.Schema<A, I>) => Schema.decodeUnknownSync(Schema.Array(schema))

/** The demonstration shop as the operations find it: its scarcest products, and customers who can be delivered to. */
export const begin = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const addresses = yield* CartAddresses
  const users = decodeRows(User)(
    yield* sql`SELECT id, email, name, role FROM users WHERE is_active AND email ~ '^(alice|bob|carol|power|seller|seller2)@'
      ORDER BY email`
  )
  const customers = users.filter(({ role }) => role !== "seller")
  yield* Effect.forEach(customers, (customer, index) =>
    addresses.ship(customer.id, { name: customer.name, phone: null, address: addressIn(states[index] ?? "CA") })
  )
  const products = yield* sql`
    SELECT p.id FROM products p JOIN warehouse_inventory i ON i.product_id = p.id
    WHERE p.is_active GROUP BY p.id HAVING sum(i.quantity) > 0 ORDER BY sum(i.quantity), p.id LIMIT 8`
  const orders = yield* sql`SELECT id, user_id AS owner, status FROM orders ORDER BY id`
  const returns = yield* sql`SELECT id, user_id AS owner, status FROM returns ORDER BY id`
  const reviews = yield* sql`SELECT id FROM reviews ORDER BY id LIMIT 40`
  const life: Life = {
    customers,
    sellers: users.filter(({ role }) => role === "seller"),
    products: decodeRows(Schema.Struct({ id: ProductId }))(products).map(({ id }) => id),
    reviews: decodeRows(Schema.Struct({ id: ReviewId }))(reviews).map(({ id }) => id),
    orders: new Map(decodeRows(Placed)(orders).map((order) => [order.id, order])),
    returns: new Map(decodeRows(Sent)(returns).map((sent) => [sent.id, sent])),
    backorders: new Set(),
    restocked: new Map(),
    outcomes: new Map()
  }
  return life
})

const stepAfter = {
  placed: "confirmed",
  confirmed: "shipped",
  shipped: "out_for_delivery",
  out_for_delivery: "delivered"
} as const

const isUnderWay = (status: OrderStatus): status is keyof typeof stepAfter => status in stepAfter

const canChange = ({ status }: typeof Placed.Type) => status === "placed" || status === "confirmed"

const underWay: ReadonlySet<ReturnStatus> = new Set(["requested", "approved", "shipped_back"])

const codes = ["HELLO10", "FIRST10", "TAKE25", "ALICE15", "POWER50", "GADGET15", "NONELEFT5", "NOSUCHCODE"]

/** There is nothing yet that it could be done with. */
class NothingThere extends Data.TaggedError("NothingThere") {}

const some = <A>(items: Iterable<A>, chance: number): Effect.Effect<A, NothingThere> => {
  const picked = pick(Array.fromIterable(items), chance)
  return picked === undefined ? new NothingThere() : Effect.succeed(picked)
}

/** Mostly one of those that it can be done with, now and then any. */
const likely = <A>(items: Iterable<A>, isFit: (item: A) => boolean, [first, second]: Lots) => {
  const all = Array.fromIterable(items)
  const fit = all.filter(isFit)
  return some(second < 0.85 && fit.length > 0 ? fit : all, first)
}

const Services = Effect.all({
  lines: CartLines,
  addresses: CartAddresses,
  coupons: CartCoupons,
  checkout: Checkout,
  cancellation: OrderCancellation,
  modification: OrderModification,
  orders: OrderOperations,
  requests: ReturnRequests,
  returns: ReturnOperations,
  refunds: Refunds,
  withdrawals: Withdrawals,
  reviews: ReviewOperations,
  backorders: Backorders,
  resolutions: BackorderOperations
})

type Action = (lots: Lots) => Effect.Effect<unknown, { readonly _tag: string }, SqlClient.SqlClient>

/** The person with this id: acts on orders and returns ask for no more. */
const personOf = (id: UserId): User =>
  User.make({ id, email: Email.make("somebody@example.com"), name: "Somebody", role: "customer" })

/** What every kind of operation does; the first of its lots is used for whom or what it is about. */
const actionsOf = (life: Life, shop: Effect.Effect.Success<typeof Services>): Readonly<Record<Kind, Action>> => {
  const customer = ([first]: Lots) => some(life.customers, first)
  const product = ([, second]: Lots) => some(life.products, second)
  /** Mostly one to three, now and then more than there may be. */
  const units = ([, , third]: Lots) => (third < 0.9 ? 1 + Math.floor(third * 3) : 30)
  return {
    add: (lots) =>
      Effect.flatMap(Effect.all([customer(lots), product(lots)]), ([{ id }, product]) =>
        shop.lines.add(id, { product_id: product }, units(lots))
      ),

    change: (lots) =>
      Effect.flatMap(Effect.all([customer(lots), product(lots)]), ([{ id }, product]) =>
        shop.lines.change(id, { product_id: product }, units(lots) - 1)
      ),

    remove: (lots) =>
      Effect.flatMap(Effect.all([customer(lots), product(lots)]), ([{ id }, product]) =>
        shop.lines.remove(id, { product_id: product })
      ),

    applyCoupon: (lots) =>
      Effect.flatMap(Effect.all([customer(lots), some(codes, lots[1])]), ([customer, code]) =>
        shop.coupons.apply(customer, CouponCode.make(code))
      ),

    removeCoupon: (lots) => Effect.flatMap(customer(lots), shop.coupons.remove),

    checkout: (lots) =>
      Effect.gen(function* () {
        const buyer = yield* customer(lots)
        const speed = yield* some(SpeedTier.literals, lots[1])
        const { order_id: id } = yield* actNow(shop.checkout.act, buyer, { speed, note: null })
        life.orders.set(id, { id, owner: buyer.id, status: "placed" })
      }),

    checkoutPart: (lots) =>
      Effect.gen(function* () {
        const buyer = yield* customer(lots)
        const productIds = Array.dedupe([yield* product(lots), yield* some(life.products, lots[2])])
        const { order_id: id } = yield* actNow(shop.checkout.act, buyer, {
          speed: "standard",
          note: null,
          productIds: lots[3] < 0.7 ? productIds.slice(0, 1) : productIds
        })
        life.orders.set(id, { id, owner: buyer.id, status: "placed" })
      }),

    gift: (lots) =>
      Effect.flatMap(Effect.all([customer(lots), some(states, lots[1])]), ([{ id }, state]) =>
        shop.addresses.ship(id, { name: "A friend", phone: null, address: addressIn(state), isForThisOrder: true })
      ),

    cancel: (lots) =>
      Effect.gen(function* () {
        const order = yield* likely(life.orders.values(), canChange, lots)
        const owner = lots[2] < 0.05 ? (yield* customer(lots)).id : order.owner
        yield* actNow(shop.cancellation.act, personOf(owner), { orderId: order.id, reason: "Changed my mind" })
        life.orders.set(order.id, { ...order, status: "cancelled" })
      }),

    move: (lots) =>
      Effect.gen(function* () {
        const order = yield* likely(life.orders.values(), canChange, lots)
        const state = yield* some([...states, "ZZ"], lots[2])
        const wish = {
          orderId: order.id,
          address: addressIn(state),
          ...(lots[3] < 0.3 ? { recipient: "A friend" } : {})
        }
        yield* actNow(shop.modification.act, personOf(order.owner), wish)
      }),

    advance: (lots) =>
      Effect.gen(function* () {
        const order = yield* likely(life.orders.values(), ({ status }) => isUnderWay(status), lots)
        const to = isUnderWay(order.status) ? stepAfter[order.status] : "confirmed"
        yield* shop.orders.advance(order.id, to, { notes: null, location: null })
        life.orders.set(order.id, { ...order, status: to })
      }),

    initiateReturn: (lots) =>
      Effect.gen(function* () {
        const order = yield* likely(life.orders.values(), ({ status }) => status === "delivered", lots)
        const sql = yield* SqlClient.SqlClient
        const items = decodeRows(Item)(
          yield* sql`SELECT product_id AS "productId", quantity FROM order_items WHERE order_id = ${order.id} ORDER BY line_no`
        )
        // All that is left, or some units of one product, now and then more than there are.
        const one = lots[3] < 0.3 ? undefined : pick(items, (lots[3] - 0.3) / 0.7)
        const result = yield* actNow(shop.requests.act, personOf(order.owner), {
          orderId: order.id,
          lines: one && [{ ...one, quantity: Math.ceil(lots[2] * (one.quantity + 0.2)) }],
          reason: "Too small",
          method: lots[2] < 0.5 ? "store_credit" : "original_payment"
        })
        life.orders.set(order.id, { ...order, status: result.order_status })
        life.returns.set(result.return_id, { id: result.return_id, owner: order.owner, status: result.status })
      }),

    advanceReturn: (lots) =>
      Effect.gen(function* () {
        const sent = yield* likely(life.returns.values(), ({ status }) => underWay.has(status), lots)
        const { restocked, status } = yield* shop.returns.advance(
          sent.id,
          sent.status === "requested"
            ? { to: lots[2] < 0.7 ? "approved" : "denied", note: "Looked at" }
            : sent.status === "approved" && lots[2] < 0.6
              ? { to: "shipped_back", note: "" }
              : { to: "received", note: "", restock: lots[2] < 0.8 }
        )
        life.returns.set(sent.id, { ...sent, status })
        for (const { product_id, quantity } of restocked) {
          life.restocked.set(product_id, (life.restocked.get(product_id) ?? 0) + quantity)
        }
      }),

    refund: (lots) =>
      Effect.gen(function* () {
        const sent = yield* likely(life.returns.values(), ({ status }) => status === "received", lots)
        yield* actNow(shop.refunds.act, personOf(sent.owner), { returnId: sent.id })
        life.returns.set(sent.id, { ...sent, status: "refunded" })
      }),

    withdraw: (lots) =>
      Effect.gen(function* () {
        const sent = yield* likely(life.returns.values(), ({ status }) => canBecome(status, "withdrawn"), lots)
        const result = yield* actNow(shop.withdrawals.act, personOf(sent.owner), { returnId: sent.id })
        life.orders.set(result.order_id, { id: result.order_id, owner: sent.owner, status: result.order_status })
        life.returns.set(sent.id, { ...sent, status: "withdrawn" })
      }),

    flag: (lots) =>
      Effect.flatMap(some(life.reviews, lots[0]), (review) => shop.reviews.setFlagged(review, lots[1] < 0.5)),

    placeBackorder: (lots) =>
      Effect.gen(function* () {
        const seller = yield* some(life.sellers, lots[0])
        const result = yield* actNow(shop.backorders.act, seller, {
          productId: yield* product(lots),
          quantity: 1 + Math.floor(lots[2] * 300),
          note: null
        })
        life.backorders.add(result.backorder_id)
      }),

    closeBackorder: (lots) =>
      Effect.flatMap(some(life.backorders, lots[0]), (backorder) =>
        shop.resolutions.resolve(backorder, lots[1] < 0.5 ? "fulfilled" : "cancelled")
      )
  }
}

/** How many operations run at the same time. */
const concurrency = 8

/**
 * Lets operations happen, several at a time, and counts how they end: refusals are ends like others, defects are not.
 * Every tenth is attempted twice at once, under the same effect key.
 */
export const live = Effect.fnUntraced(function* (life: Life, operations: ReadonlyArray<Operation>) {
  const actions = actionsOf(life, yield* Services)
  yield* Effect.forEach(
    operations,
    ({ index, kind, lots }) => {
      const attempt = actions[kind](lots).pipe(
        Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: () => "done" }),
        Effect.tap((end) =>
          Effect.sync(() => life.outcomes.set(`${kind}: ${end}`, (life.outcomes.get(`${kind}: ${end}`) ?? 0) + 1))
        ),
        Effect.provideService(EffectKey, `operation ${index}`)
      )
      return Effect.all(index % 10 === 0 ? [attempt, attempt] : [attempt], { concurrency, discard: true })
    },
    { concurrency, discard: true }
  )
})
