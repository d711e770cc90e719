import type { OrderStatus } from "@storefront/domain/Orders"
import { Array } from "effect"
import { type SeededAccount, account } from "./Accounts.ts"
import { productAt } from "./Catalogue.ts"
import { coupons, type SeededCoupon } from "./Coupons.ts"
import type { Rows } from "./Loader.ts"
import { type PricedLine, type AppliedDiscount, applyCoupon } from "./OrderDiscount.ts"
import { orderHistoryRows, returnRows } from "./OrderHistory.ts"
import { orderPlans } from "./OrderPlans.ts"
import type { OrderPlan } from "./OrderScripts.ts"
import { orderSteps, returnSteps, type TimelineStep } from "./OrderTimeline.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { carrierId, carriers, rateCents, warehouseId, warehouses } from "./Fulfilment.ts"
import type { OrderFacts } from "./ToolSteps.ts"
import { amount, iso, randomOf, type World } from "./World.ts"

/** Number of orders that may use coupons with a usage limit; keeps large seeds below every limit. */
const lastWithLimitedCoupon = 500

/** Returns the discount of a plan's coupon; draws one of the valid coupons for `any`. */
const drawDiscount = (
  random: SeededRandom,
  offers: ReadonlyArray<SeededCoupon>,
  index: number,
  couponChoice: string | undefined,
  lines: ReadonlyArray<PricedLine>,
  buyer: SeededAccount,
  atMillis: number
): AppliedDiscount | undefined => {
  const valid = offers
    .filter(({ code, usageLimit }) => {
      const matchesChoice = couponChoice === "any" || code === couponChoice
      return matchesChoice && (usageLimit === null || index < lastWithLimitedCoupon)
    })
    .flatMap((coupon) => applyCoupon(coupon, lines, buyer, atMillis) ?? [])
  return Array.isNonEmptyReadonlyArray(valid) ? random.pick(valid) : undefined
}

/** Draws the warehouses that ship a line: usually the nearest one, sometimes two. */
const allocate = (random: SeededRandom, nearest: number, quantity: number) => {
  const first = random.chance(0.85) ? nearest : random.int(0, warehouses.length - 1)
  return quantity > 1 && random.chance(0.25)
    ? [
        { warehouse: first, quantity: quantity - 1 },
        { warehouse: (first + 1) % warehouses.length, quantity: 1 }
      ]
    : [{ warehouse: first, quantity }]
}

/** Total from which standard shipping is free: the threshold of the bronze tier. */
const freeShippingCents = 10_000

/** Returns the shipping cost of one parcel per warehouse, all with the same carrier. */
const shippingCents = (carrier: number, origins: Iterable<number>, buyer: SeededAccount, totalCents: number) => {
  const chosen = carriers[carrier] ?? carriers[0]
  return chosen.speed === "standard" && totalCents >= freeShippingCents
    ? 0
    : Array.reduce(origins, 0, (sum, origin) => {
        const { region } = warehouses[origin] ?? warehouses[0]
        return sum + rateCents(chosen, region, buyer.region)
      })
}

const hasTracking = (status: OrderStatus) => status !== "placed" && status !== "confirmed" && status !== "cancelled"

interface SharedData {
  readonly offers: ReadonlyArray<SeededCoupon>
  readonly carrierIds: ReadonlyArray<string>
  readonly warehouseIds: ReadonlyArray<string>
}

/** Draws carrier, steps and id of an order. Further draws for its rows continue with the returned `random`. */
const orderHeader = (world: World, index: number, plan: OrderPlan) => {
  const random = randomOf(world, "order", index)
  const carrier = random.pick([0, 0, 0, 0, 0, 0, 1, 1, 1, 2])
  const steps = orderSteps(world, random, plan, carrier)
  return { random, carrier, steps, id: random.uuid(steps[0].atMillis) }
}

/** Returns the summary of the order that the plan at this position becomes. */
export const orderFacts = (world: World, index: number, plan: OrderPlan): OrderFacts => {
  const { id, steps } = orderHeader(world, index, plan)
  return { id, status: plan.status, placedMillis: steps[0].atMillis }
}

/** Makes all rows of an order. The sequence of draws must not change, or every seeded order would. */
const orderRows = (world: World, shop: SharedData, index: number, plan: OrderPlan): Rows => {
  const { carrier, id, random, steps } = orderHeader(world, index, plan)
  const buyer = account(world, plan.customer)
  const placedMillis = steps[0].atMillis

  const lines = plan.lines.map(({ product: position, quantity }): PricedLine => {
    const product = productAt(world, position)
    return { product, quantity, subtotalCents: product.priceCents * quantity }
  })
  const discount = drawDiscount(random, shop.offers, index, plan.coupon, lines, buyer, placedMillis)
  const subtotal = lines.reduce((sum, line) => sum + line.subtotalCents, 0)
  const total = subtotal - (discount?.cents ?? 0)

  const nearest = warehouses.findIndex(({ region }) => region === buyer.region)
  const items = lines.map((line) => ({
    id: random.uuid(placedMillis),
    line,
    sources: allocate(random, nearest, line.quantity)
  }))
  const origins = new Set(items.flatMap(({ sources }) => sources.map(({ warehouse }) => warehouse)))
  const [firstOrigin = nearest] = origins

  const shipping = shippingCents(carrier, origins, buyer, total)

  const delivered = Array.lastNonEmpty(steps)
  const orderReturn =
    plan.returnStatus === undefined || lines[0] === undefined
      ? undefined
      : returnRows(
          random,
          id,
          buyer,
          lines[0],
          {
            totalCents: total,
            shippingCents: shipping,
            lines: items.map(({ id: itemId, line }, position) => ({
              itemId,
              quantity: line.quantity,
              paidCents: line.subtotalCents - (discount?.shares[position] ?? 0)
            }))
          },
          returnSteps(random, delivered.atMillis, plan.returnStatus, total)
        )
  const history: ReadonlyArray<TimelineStep<OrderStatus>> =
    orderReturn?.approvedMillis === undefined
      ? steps
      : [...steps, { status: "returned", atMillis: orderReturn.approvedMillis }]
  const placed = iso(placedMillis)
  const updatedAt = iso(history.at(-1)?.atMillis ?? placedMillis)

  return {
    orders: [
      {
        id,
        user_id: buyer.id,
        status: plan.status,
        subtotal: amount(subtotal),
        discount_amount: amount(discount?.cents ?? 0),
        total: amount(total),
        shipping_cost: amount(shipping),
        carrier_id: shop.carrierIds[carrier] ?? "",
        tracking_number: hasTracking(plan.status) ? `SF${random.code(12)}` : null,
        coupon_code: discount?.coupon.code ?? null,
        recipient_name: buyer.name,
        shipping_address: buyer.address,
        billing_address: buyer.address,
        delivery_region: buyer.region,
        note: plan.note ?? null,
        created_at: placed,
        updated_at: updatedAt
      }
    ],
    order_items: items.map(({ id: itemId, line }, position) => ({
      id: itemId,
      order_id: id,
      line_no: position + 1,
      product_id: line.product.id,
      product_name: line.product.name,
      quantity: line.quantity,
      unit_price: amount(line.product.priceCents),
      subtotal: amount(line.subtotalCents),
      discount_share: amount(discount?.shares[position] ?? 0)
    })),
    order_item_allocations: items.flatMap(({ id: itemId, sources }) =>
      sources.map(({ quantity, warehouse }) => ({
        order_item_id: itemId,
        warehouse_id: shop.warehouseIds[warehouse] ?? "",
        quantity
      }))
    ),
    order_status_history: orderHistoryRows(
      id,
      buyer,
      plan,
      history,
      warehouses[firstOrigin]?.location ?? warehouses[0].location,
      orderReturn?.reason
    ),
    coupon_redemptions: Array.fromNullable(discount).map(({ cents, coupon }) => ({
      id: random.uuid(placedMillis),
      coupon_id: coupon.id,
      order_id: id,
      user_id: buyer.id,
      amount: amount(cents),
      redeemed_at: placed,
      released_at: plan.status === "cancelled" ? updatedAt : null
    })),
    returns: orderReturn?.returns ?? [],
    return_lines: orderReturn?.lines ?? [],
    return_status_history: orderReturn?.history ?? []
  }
}

/** Generates the rows of all orders, with lines, allocations, history, redemption and return. */
export function* orderGroups(world: World): Generator<Rows> {
  const shop: SharedData = {
    offers: coupons(world),
    carrierIds: carriers.map((_, carrier) => carrierId(world, carrier)),
    warehouseIds: warehouses.map((_, warehouse) => warehouseId(world, warehouse))
  }
  let index = 0
  for (const plan of orderPlans(world)) {
    yield orderRows(world, shop, index, plan)
    index += 1
  }
}
