import { Region } from "@storefront/domain/Inventory"
import { day, dayOf, freeShipping, lines, list, money, orderStatus, plural } from "@storefront/domain/Wording"
import { deliveryWindow } from "@storefront/domain/rules/Shipping"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import * as FulfillmentTools from "@storefront/domain/tools/FulfillmentTools"
import { estimateShipping } from "@storefront/domain/tools/InventoryTools"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { arrivals, available, levelsOf, newUnits, scheduleOf, stocked, supply } from "../About.ts"
import { amountOf, bullets, listing, paragraph, phrases, theAmountOf, theProduct } from "../Blocks.ts"
import { knownOrder } from "../Orders.ts"
import { meantProduct } from "../Picking.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { allows, type AnswerPart, call, each, known, leftToShop, told } from "../Steps.ts"

/** Regions as customers say them, to follow "to" and "from". */
const places: Readonly<Record<Region, string>> = { east: "the East", central: "the Central region", west: "the West" }

type Options = (typeof estimateShipping.successSchema.Type)["shipping_options"]

/** Ways to send something, "- Acme (express): $12.00, 2-3 days"; only those of a certain speed if there are any. */
const ways = (lead: string, options: Options, speed: Wish["speed"]): string => {
  const ofSpeed = options.filter(({ speed_tier }) => speed_tier === speed)
  const title = `${lead}${speed === null || ofSpeed.length > 0 ? "" : `, none of it ${speed}`}`
  const tell = ({ carrier, delivery_window, price, speed_tier }: Options[number]) =>
    `${carrier} (${speed_tier}): ${money(price)}, ${delivery_window}`
  return listing(title, bullets(ofSpeed.length > 0 ? ofSpeed : options, tell))
}

/** What it costs to send a product somewhere; when it cannot be sent now, when more of it comes. */
function* shippingEstimate({ product, quantity: said, region, speed }: Wish): AnswerPart {
  const found = yield* meantProduct(product)
  const { name, product_id } = found
  const quantity = said ?? 1
  const goods = theAmountOf({ name, quantity })
  if (region === null) {
    return `Where should ${theProduct(name)} go? The state, or a city, is enough.`
  }
  const { available, ships_from, shipping_options, split_possible } = yield* known(
    call(estimateShipping, { product_id, destination_region: region, quantity })
  )
  if (available && ships_from !== null) {
    const { tier_benefits: tier } = yield* known(call(getUserProfile, {}))
    return paragraph(
      ways(`Delivery of ${goods} to ${places[region]}, sent from ${ships_from.warehouse}`, shipping_options, speed),
      `These are the carriers' prices. You get ${freeShipping(tier)}.`
    )
  }
  return split_possible
    ? `No single warehouse has ${goods}, so it would go to ${places[region]} in several parcels. For fewer units I can give the price and the days.`
    : `I cannot send ${goods} to ${places[region]} now. ${yield* supply(found)}`
}

/** Compares the carriers on one route; from every region when only the destination was said. */
function* carriers({ fromRegion, region, speed }: Wish): AnswerPart {
  if (region === null) {
    return "Where should the parcel go, and where does it start? The states, or the cities, are enough."
  }
  const routes = yield* each(fromRegion === null ? Region.literals : [fromRegion], (from) =>
    known(call(FulfillmentTools.compareCarriers, { region_from: from, region_to: region }))
  )
  return routes
    .map(({ best_value, carriers, fastest, region_from }) =>
      paragraph(
        ways(`A parcel from ${places[region_from]} to ${places[region]}`, carriers, speed),
        best_value === null ? null : `${best_value} is the cheapest, ${fastest} the fastest.`
      )
    )
    .join("\n\n")
}

/** What the carrier recorded, newest first. Orders cannot be looked up here, only the one whose id is known. */
const deliveryStatus = ({ order }: Wish, turn: TurnView) => {
  const id = knownOrder(turn, order)
  return id === undefined
    ? "Which order is it about? Please tell me its full id."
    : told(
        call(FulfillmentTools.getTrackingStatus, { order_id: id }),
        ({ carrier, history, message, order_id, tracking_number: number }) =>
          paragraph(
            `Order ${orderName(order_id)}: ${message}${history.length === 0 ? "" : ` Carrier: ${phrases(carrier, number === null ? null : `tracking number ${number}`)}.`}`,
            bullets(
              history,
              ({ location, notes, status, timestamp }) =>
                `${phrases(dayOf(timestamp), location)}: ${notes === "" ? orderStatus[status] : status === "returned" ? `returned, “${notes}”` : notes}`
            )
          ),
        { not_found: `I found no order ${orderName(id)} among yours. Please check its number.` }
      )
}

/** Plans the delivery of all products that were named together. */
function* plan({ items, region }: Wish): AnswerPart {
  if (items.length === 0) {
    return "Which products shall I plan for, and how many of each?"
  }
  if (region === null) {
    return `Where should ${list(items.map(({ product }) => product.name))} go? The state, or a city, is enough.`
  }
  const goods = yield* each(items, function* ({ product, quantity }) {
    return { product_id: (yield* meantProduct(product)).product_id, quantity: quantity ?? 1 }
  })
  const found = yield* known(
    call(FulfillmentTools.calculateFulfillmentPlan, { items: goods, destination_region: region })
  )
  const shipments = bullets(
    found.shipments,
    ({ carrier, items, shipping_cost, speed_tier, warehouse, ...days }) =>
      `${warehouse}: ${list(items.map(amountOf))}, with ${carrier} (${speed_tier}), ${money(shipping_cost)}, ${deliveryWindow(days)}`
  )
  const missing = bullets(
    found.unavailable,
    ({ available, name, requested }) => `${name}: ${requested} wanted, ${available} there`
  )
  const parcels = `${plural(found.total_shipments, "shipment")}, ${money(found.total_shipping_cost)} together`
  return paragraph(
    listing(`To ${places[region]} in ${parcels}`, shipments),
    missing === null ? null : listing("Not enough in stock, and left out", missing)
  )
}

const variant =
  /\b(?:in (?:black|white|red|blue|green|gr[ea]y|yellow|pink|purple|brown|orange|beige|navy|x*[sml]|\d\d)|sizes? (?:x*[sml]|\d+)|(?:sizes|colou?rs?))\b/iu

/** How much there is, of all sizes and colours together; when there is nothing, also when there will be. */
function* stock({ product, quantity, text }: Wish): AnswerPart {
  const found = yield* meantProduct(product)
  const levels = yield* levelsOf(found)
  const answer = stocked(levels, quantity, variant.test(text) ? "Of all sizes and colours together we have" : undefined)
  return levels.in_stock ? answer : `${answer} ${newUnits(arrivals(yield* scheduleOf(found)))}`
}

function* restock({ product }: Wish): AnswerPart {
  return yield* supply(yield* meantProduct(product))
}

/** Proposes a backorder. */
function* backorder({ note, product, quantity }: Wish, turn: TurnView): AnswerPart {
  const found = yield* meantProduct(product)
  const { product_id } = found
  const name = theProduct(found.name)
  const refused = function* (): AnswerPart {
    return `Only sellers can place backorders. ${yield* supply(found)}`
  }
  if (quantity === null) {
    return allows(FulfillmentTools.placeBackorder, turn)
      ? `How many units of ${name} shall I put on backorder?`
      : yield* refused()
  }
  return yield* leftToShop(
    call(FulfillmentTools.placeBackorder, { product_id, quantity, note }),
    {
      forbidden: refused,
      not_found: `${found.name} is no longer sold.`,
      conflict: ({ backorder_id: id, current_stock: held }) =>
        held === undefined
          ? `No other backorder for ${name} was placed: ${id ?? "one"} is open already.`
          : `No backorder is needed for ${name}: ${plural(held, "unit")} in stock, so it can be ordered now.`
    },
    `place a backorder for ${name}`
  )
}

/** The stock of the seller who asks, lowest first. */
const sellerStock = ({ limit, lowStockOnly }: Wish) =>
  told(call(FulfillmentTools.getSellerInventory, { low_stock_only: lowStockOnly, limit: limit ?? 10 }), ({ items }) =>
    listing(
      `${lowStockOnly ? "Running low" : "The stock"}, the lowest first, at most ${limit ?? 10}`,
      lines(items, ({ name, next_restock, total_quantity, warehouses }) => {
        const levels = warehouses.map(
          ({ quantity, reorder_threshold: threshold, warehouse }) =>
            `${warehouse} ${quantity}${threshold === null || quantity <= threshold ? " (low)" : ""}`
        )
        const next = next_restock === null ? "" : `; next delivery ${day(next_restock)}`
        return `${name}: ${plural(total_quantity, "unit")}, ${list(levels)}${next}`
      })
    )
  )

const offer = () =>
  "I can look up what is in stock and where, when new units come, and what delivery costs with which carrier. Which product is it about?"

const answers: Answers = {
  stock,
  restock,
  shipping_estimate: shippingEstimate,
  warehouse_availability: function* ({ product }) {
    return yield* available(yield* meantProduct(product))
  },
  carriers,
  delivery_status: deliveryStatus,
  fulfillment_plan: plan,
  backorder,
  seller_stock: sellerStock
}

/** Answers where a product is, when more of it comes, and how it is delivered. */
export const { answer, playbook } = specialist("inventory-fulfillment", answers, offer)
