import { Region } from "@storefront/domain/Inventory"
import { deliveryWindow } from "@storefront/domain/rules/Shipping"
import { calculateFulfillmentPlan, compareCarriers, getTrackingStatus } from "@storefront/domain/tools/FulfillmentTools"
import { estimateShipping } from "@storefront/domain/tools/InventoryTools"
import { dayOf, list, money, orderStatus, plural } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type Wish } from "../../Wish.ts"
import { meantProduct } from "../Picking.ts"
import { supply } from "../About.ts"
import { amountOf, bullets, listing, paragraph, phrases, theAmountOf, theProduct } from "../Blocks.ts"
import { type AnswerPart, call, each, known, told } from "../Steps.ts"
import { knownOrder } from "../Orders.ts"

/** Regions as customers say them, to follow "to" and "from". */
const places: Readonly<Record<Region, string>> = { east: "the East", central: "the Central region", west: "the West" }

type Options = (typeof estimateShipping.successSchema.Type)["shipping_options"]

/** Ways to send something, "- Acme (express): $12.00, 2-3 days"; only those of a certain speed if there are any. */
const ways = (lead: string, options: Options, speed: Wish["speed"]): string => {
  const ofSpeed = options.filter(({ speed_tier }) => speed_tier === speed)
  const shown = (ofSpeed.length > 0 ? ofSpeed : options).map(
    ({ carrier, delivery_window, price, speed_tier }) =>
      `${carrier} (${speed_tier}): ${money(price)}, ${delivery_window}`
  )
  return listing(`${lead}${speed === null || ofSpeed.length > 0 ? "" : `, none of it ${speed}`}`, bullets(shown))
}

/** What it costs to send a product somewhere; when it cannot be sent now, when more of it comes. */
export function* shippingEstimate({ product, quantity: said, region, speed }: Wish): AnswerPart {
  const found = yield* meantProduct(product)
  const { name, product_id } = found
  const quantity = said ?? 1
  const goods = theAmountOf({ name, quantity })
  if (region === null) {
    return `Where should ${theProduct(name)} go? The state, or a city, is enough.`
  }
  const { available, ships_from, shipping_options, split_possible } = yield* known(
    call(estimateShipping, { product_id, destination_region: region, quantity }),
    {
      invalid_argument: `I can estimate the delivery of 1 to 999 units at once. How many units of ${theProduct(name)} shall it be?`
    }
  )
  return available && ships_from !== null
    ? ways(`Delivery of ${goods} to ${places[region]}, sent from ${ships_from.warehouse}`, shipping_options, speed)
    : split_possible
      ? `No single warehouse has ${goods}, so it would go to ${places[region]} in several parcels. For fewer units I can give the price and the days.`
      : `I cannot send ${goods} to ${places[region]} now. ${yield* supply(found)}`
}

/** Compares the carriers on one route; from every region when only the destination was said. */
export function* carriers({ fromRegion, region, speed }: Wish): AnswerPart {
  if (region === null) {
    return "Where should the parcel go, and where does it start? The states, or the cities, are enough."
  }
  const routes = yield* each(fromRegion === null ? Region.literals : [fromRegion], (from) =>
    known(call(compareCarriers, { region_from: from, region_to: region }))
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
export const deliveryStatus = ({ order }: Wish, turn: TurnView) => {
  const id = knownOrder(turn, order)
  return id === undefined
    ? "Which order is it about? Please tell me its full id."
    : told(
        call(getTrackingStatus, { order_id: id }),
        ({ carrier, history, message, order_id, tracking_number: number }) =>
          paragraph(
            `Order ${order_id}: ${message}${history.length === 0 ? "" : ` Carrier: ${phrases(carrier, number === null ? null : `tracking number ${number}`)}.`}`,
            bullets(
              history.map(
                ({ location, notes, status, timestamp }) =>
                  `${phrases(dayOf(timestamp), location)}: ${notes === "" ? orderStatus[status] : status === "returned" ? `returned, “${notes}”` : notes}`
              )
            )
          ),
        { not_found: `I found no order ${id} among yours. Please check its id.` }
      )
}

/** Plans the delivery of all products that were named together. */
export function* plan({ items, product, quantity, region }: Wish): AnswerPart {
  const wanted = items.length > 0 || product === null ? items : [{ product, quantity }]
  if (wanted.length === 0) {
    return "Which products shall I plan for, and how many of each?"
  }
  if (region === null) {
    return `Where should ${list(wanted.map(({ product }) => product.name))} go? The state, or a city, is enough.`
  }
  const goods = yield* each(wanted, function* ({ product, quantity }) {
    return { product_id: (yield* meantProduct(product)).product_id, quantity: quantity ?? 1 }
  })
  const found = yield* known(call(calculateFulfillmentPlan, { items: goods, destination_region: region }), {
    forbidden:
      "Only sellers can plan deliveries of several products. I can estimate the delivery of one product at a time: tell me which, and where it should go.",
    invalid_argument: "A plan can be for 1 to 20 products, and 1 to 999 units of each. Which of them shall I plan for?"
  })
  const shipments = found.shipments.map(
    ({ carrier, items, shipping_cost, speed_tier, warehouse, ...days }) =>
      `${warehouse}: ${list(items.map(amountOf))}, with ${carrier} (${speed_tier}), ${money(shipping_cost)}, ${deliveryWindow(days)}`
  )
  const missing = found.unavailable.map(
    ({ available, name, requested }) => `${name}: ${requested} wanted, ${available} there`
  )
  return paragraph(
    listing(
      `To ${places[region]} in ${plural(found.total_shipments, "shipment")}, ${money(found.total_shipping_cost)} together`,
      bullets(shipments)
    ),
    missing.length === 0 ? null : listing("Not enough in stock, and left out", bullets(missing))
  )
}
