import { Command, Options } from "@effect/cli"
import { money } from "@storefront/domain/EnglishWording"
import { OrderId } from "@storefront/domain/Ids"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { OrderStatus } from "@storefront/domain/Orders"
import { withOrderNumber } from "@storefront/domain/tools/OrderNumberField"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import {
  OrderEntry,
  OrderOperations,
  OrderTransition,
  type OperatorStatus
} from "@storefront/server/shop/orders/OrderOperations"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import * as Listing from "../Listing.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"

const Orders = Schema.Struct({ orders: Schema.Array(withOrderNumber(OrderEntry)), count: Schema.Int })

const headings = ["order", "status", "placed", "total", "units", "carrier", "tracking number", "customer's note"]

/** Code points of a note in a list; steps and `--json` show all of it. */
const shownNote = 40

const noteOf = (note: string) => {
  const letters = [...Output.printable(note)]
  return letters.length > shownNote ? `${letters.slice(0, shownNote - 1).join("")}…` : letters.join("")
}

const cells = ({
  carrier,
  created_at,
  customer_note,
  external_id,
  order_id,
  status,
  total,
  tracking_number,
  units
}: OrderEntry) => [
  external_id === null ? orderNumberOf(order_id) : Output.printable(external_id),
  status,
  DateTime.formatIso(created_at).slice(0, 16),
  money(total),
  String(units),
  carrier,
  tracking_number ?? "",
  noteOf(customer_note ?? "")
]

const list = Command.make(
  "list",
  {
    status: Options.choice("status", OrderStatus.literals).pipe(
      Options.withDescription("Only those in this status"),
      Options.optional
    ),
    ...Listing.paging,
    json: Output.json
  },
  Effect.fn("cli.orders.list")(function* ({ json, limit, offset, status }) {
    const operations = yield* OrderOperations
    const page = yield* Listing.pageOf({ limit, offset }, (part) => operations.list(Option.getOrNull(status), part))
    yield* Output.print(Orders, { orders: page.rows, count: page.rows.length }, json, () =>
      Listing.lines(page, "No orders.", headings, cells, [3, 4])
    )
  })
).pipe(Command.withDescription("List orders, newest first."))

const transitionLines = ({
  customer_note,
  location,
  notes,
  order_id,
  previous_status,
  status,
  tracking_number
}: OrderTransition) => [
  `Order ${orderNumberOf(order_id)}: ${previous_status} -> ${status}`,
  ...(tracking_number === null ? [] : [`  tracking number  ${tracking_number}`]),
  ...(location === null ? [] : [`  location         ${Output.printable(location)}`]),
  `  note             ${Output.printable(notes)}`,
  ...(customer_note === null ? [] : [`  customer's note  ${Output.printable(customer_note)}`])
]

const stepOptions = {
  orderId: Input.id("order", "Number or id of the order"),
  note: Options.text("note").pipe(
    Options.withDescription("What the history says about the step; the customer can read it"),
    Options.optional
  ),
  location: Options.text("location").pipe(
    Options.withDescription('Where the parcel is, for example "Boston, MA"; the customer can read it'),
    Options.optional
  ),
  json: Output.json
}

/** Reads an order by its id, its short number, or the key that it has where it was placed. */
const readOrder = Effect.fnUntraced(function* (typed: string) {
  const { find } = yield* OrderNumbers
  const found = (yield* find(null, typed)).map(({ order_id }) => order_id)
  const [only, ...others] = found
  return only !== undefined && others.length === 0
    ? only
    : yield* Input.readNumbered(typed, {
        what: "order",
        where: "Find numbers with: storefront orders list, and ids with --json",
        id: OrderId,
        find: () => Effect.succeed(found)
      })
})

const step = (name: string, to: OperatorStatus, description: string) =>
  Command.make(
    name,
    stepOptions,
    Effect.fn("cli.orders.advance")(function* ({ json, location, note, orderId }) {
      const operations = yield* OrderOperations
      const id = yield* readOrder(orderId)
      const transition = yield* operations.advance(id, to, {
        notes: yield* Input.readOptionalText("note", 500, note),
        location: yield* Input.readOptionalText("location", 200, location)
      })
      yield* Output.print(withOrderNumber(OrderTransition), transition, json, transitionLines)
    })
  ).pipe(Command.withDescription(description))

/** The order commands, on any database. */
export const commands = Command.make("orders").pipe(
  Command.withDescription("List orders and move them along."),
  Command.withSubcommands([
    list,
    step("confirm", "confirmed", "A placed order can be sent."),
    step("ship", "shipped", "A confirmed order leaves the warehouse and gets its tracking number."),
    step("out-for-delivery", "out_for_delivery", "A shipped order is on the van."),
    step("deliver", "delivered", "An order that was out for delivery has arrived.")
  ])
)

/** The order commands, on the configured database. */
export const orders = Command.provide(
  commands,
  CommandDatabase.onDatabase(Layer.merge(OrderOperations.layer, OrderNumbers.layer))
)
