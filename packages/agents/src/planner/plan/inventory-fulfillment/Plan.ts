import { type Region } from "@storefront/domain/Inventory"
import { day, dayOf, list, money, orderStatus, plural } from "@storefront/domain/EnglishWording"
import { deliveryWindow } from "@storefront/domain/rules/Shipping"
import { listNames } from "@storefront/domain/ShopNames"
import * as FulfillmentTools from "@storefront/domain/tools/FulfillmentTools"
import { estimateShipping } from "@storefront/domain/tools/InventoryTools"
import { getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { Array } from "effect"
import { orderName } from "../../text/OrderNames.ts"
import { regionPhrases } from "../../text/WordLists.ts"
import { type Wish } from "../../Wish.ts"
import { account, shopRule, stock, restocks, warehouses } from "../SharedAnswers.ts"
import {
  amountOf,
  bullets,
  itemOf,
  listing,
  paragraph,
  phrases,
  theAmountOf,
  theProduct,
  asWords,
  withUnusedWords
} from "../Formatting.ts"
import { expectedDelivery, knownOrderId, orderResult } from "../OrderResolution.ts"
import { resolveProduct } from "../ProductResolution.ts"
import { chooseFrom, soldProduct } from "../Variants.ts"
import { type Answers, specialist } from "../Specialist.ts"
import {
  type AnswerPart,
  askFor,
  call,
  callAll,
  endWith,
  type Flow,
  forEach,
  keepState,
  resultOf,
  resultsOf,
  proposeOrDo,
  sayList
} from "../Flows.ts"

const asPlace = (region: Region): string => regionPhrases.get(region) ?? `the region ${region}`

/** Lists shipping options: "- Acme (express): $12.00, 2-3 days". */
const optionList = (options: (typeof estimateShipping.successSchema.Type)["shipping_options"]): string | null =>
  bullets(
    options,
    ({ carrier, delivery_window, price, speed_tier }) =>
      `${carrier} (${speed_tier}): ${money(price)}, ${delivery_window}`
  )

/** Returns the destination, the only one there is if none was stated; asks for it if there are several. */
function* destinationOf({ region }: Wish, { shop: { regions } }: TurnView): Flow<Region> {
  const [first, ...others] = regions
  const destination = region ?? (others.length === 0 ? first : undefined)
  return (
    destination ??
    (yield* endWith(
      askFor(
        regions.some((known) => regionPhrases.has(known))
          ? "Where should it go? The state, or a city, is enough."
          : `Where should it go? These are the regions: ${listNames(regions)}.`
      )
    ))
  )
}

/** Lists shipping options of a product, or its restocks if it cannot be sent now. */
function* shippingEstimate(wish: Wish, turn: TurnView): AnswerPart {
  const found = yield* resolveProduct(wish.product)
  const { meant, quantity: requested, unknown } = yield* chooseFrom(found, wish)
  const { product_id } = meant
  const quantity = requested ?? 1
  const products = theAmountOf({ ...meant, quantity })
  const region = yield* destinationOf(wish, turn)
  const { available, ships_from, shipping_options } = yield* resultOf(
    call(estimateShipping, { product_id, destination_region: region, quantity })
  )
  const place = turn.shop.regions.length > 1 ? ` to ${asPlace(region)}` : ""
  const text =
    available && ships_from !== null
      ? `${listing(`Delivery of ${products}${place}, sent from ${ships_from.warehouse}`, optionList(shipping_options))}\nThese are the carriers' prices, before any free shipping that you get.`
      : shipping_options.length === 0
        ? `No carrier delivers ${products}${place}.`
        : `I cannot send ${products}${place} in one parcel now. ${yield* restocks(product_id)}`
  return withUnusedWords(unknown, text)
}

/** Maximum number of regions from which carriers are compared, each with a call of its own. */
const maxOrigins = 8

function* carriers(wish: Wish, turn: TurnView): AnswerPart {
  const regions = Array.take(turn.shop.regions, maxOrigins)
  const region = yield* destinationOf(wish, turn)
  const routes = yield* resultsOf(
    callAll(
      FulfillmentTools.compareCarriers,
      regions.map((region_from) => ({ region_from, region_to: region }))
    )
  )
  return paragraph(
    ...Array.zipWith(regions, routes, (from, { carriers }) =>
      listing(`A parcel from ${asPlace(from)} to ${asPlace(region)}`, optionList(carriers))
    )
  )
}

/** Lists what the carrier recorded, newest first. This agent cannot list orders, so the id must be known. */
function* deliveryStatus({ order }: Wish, turn: TurnView): AnswerPart {
  const id = knownOrderId(turn, order)
  if (id === undefined) {
    return yield* askFor("Which order is it about? Please tell me its number.", "order")
  }
  const found = yield* orderResult(id, call(getOrderTracking, { order_id: id }))
  const { carrier, status, timeline, tracking_number } = found
  yield* keepState({ orders: [id] })
  return paragraph(
    `Order ${orderName(id)} is ${orderStatus[status]}.`,
    expectedDelivery(found),
    tracking_number === null ? null : `Carrier: ${phrases(carrier, tracking_number)}.`,
    bullets(timeline.toReversed(), ({ notes, status, timestamp }) =>
      phrases(`${dayOf(timestamp)}: ${asWords(status)}`, notes === "" ? null : `“${notes}”`)
    )
  )
}

function* fulfillmentPlan(wish: Wish, turn: TurnView): AnswerPart {
  const { items } = wish
  if (items.length === 0) {
    return yield* askFor("Which products shall I plan for, and how many of each?")
  }
  const region = yield* destinationOf(wish, turn)
  const products = yield* forEach(items, function* ({ product, quantity }) {
    const sold = yield* soldProduct(yield* resolveProduct(product), { ...wish, quantity })
    return { product_id: sold.product_id, quantity: sold.quantity ?? 1 }
  })
  const found = yield* resultOf(
    call(FulfillmentTools.calculateFulfillmentPlan, { items: products, destination_region: region })
  )
  const shipments = bullets(
    found.shipments,
    ({ carrier, items, shipping_cost, speed_tier, warehouse, ...days }) =>
      `${warehouse}: ${list(items.map(amountOf))}, with ${carrier} (${speed_tier}), ${money(shipping_cost)}, ${deliveryWindow(days)}`
  )
  const parcels = `${plural(found.total_shipments, "shipment")}, ${money(found.total_shipping_cost)} together`
  return paragraph(
    listing(`To ${asPlace(region)} in ${parcels}`, shipments),
    ...found.unavailable.map(
      ({ available, name, requested }) => `Left out: ${name}, ${requested} wanted, ${available} there.`
    )
  )
}

function* backorder(wish: Wish): AnswerPart {
  const { name, product_id, quantity, unused } = yield* soldProduct(yield* resolveProduct(wish.product), wish)
  if (quantity === null) {
    return yield* askFor(`How many units of ${theProduct(name)} shall I put on backorder?`)
  }
  const text = yield* proposeOrDo(
    call(FulfillmentTools.placeBackorder, { product_id, quantity }),
    {
      forbidden: "Only sellers can place backorders.",
      conflict: `No backorder is needed for ${theProduct(name)}: there are units in stock, or one is open already.`
    },
    `place a backorder for ${theProduct(name)}`
  )
  return withUnusedWords(unused, text)
}

function* sellerStock({ limit, lowStockOnly }: Wish): AnswerPart {
  const parameters = { low_stock_only: lowStockOnly, limit: limit ?? 10 }
  const { items } = yield* resultOf(call(FulfillmentTools.getSellerInventory, parameters))
  return yield* sayList(
    `${lowStockOnly ? "Running low" : "The stock"}, the lowest first, at most ${parameters.limit}`,
    items,
    ({ name, next_restock, total_quantity, warehouses }) =>
      `${name}: ${plural(total_quantity, "unit")}, ${list(warehouses.map(({ quantity, warehouse }) => `${warehouse} ${quantity}`))}${next_restock === null ? "" : `; next delivery ${day(next_restock)}`}`,
    ({ name }) => itemOf({ name })
  )
}

const offer = () =>
  askFor(
    "I can look up what is in stock and where, when new units come, and what delivery costs with which carrier. Which product is it about?"
  )

const answers: Answers = {
  shop_rule: shopRule,
  stock: stock(resolveProduct),
  profile: account,
  restock: function* ({ product }) {
    return yield* restocks((yield* resolveProduct(product)).product_id)
  },
  shipping_estimate: shippingEstimate,
  warehouse_availability: warehouses(resolveProduct),
  carriers,
  delivery_status: deliveryStatus,
  fulfillment_plan: fulfillmentPlan,
  backorder,
  seller_stock: sellerStock
}

/** Answers about stock, restocks and delivery. */
export const { answer, playbook } = specialist("inventory-fulfillment", answers, offer)
