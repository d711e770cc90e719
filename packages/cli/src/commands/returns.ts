import { Command, Options } from "@effect/cli"
import { money } from "@storefront/domain/EnglishWording"
import { ReturnId } from "@storefront/domain/Ids"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { ReturnStatus } from "@storefront/domain/Returns"
import { withOrderNumber } from "@storefront/domain/tools/OrderNumberField"
import { type ReturnInfo, ShownReturn } from "@storefront/domain/tools/ReturnFields"
import { type OperatorStep, ReturnOperations, ReturnTransition } from "@storefront/server/shop/returns/ReturnOperations"
import { DateTime, Effect, Option, Schema } from "effect"
import * as Confirmation from "../Confirmation.ts"
import * as Listing from "../Listing.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"

const Returns = Schema.Struct({ returns: Schema.Array(ShownReturn), count: Schema.Int })

const headings = ["return", "status", "requested", "refund", "shipping", "units", "order", "reason"]

const cells = ({
  created_at,
  lines,
  order_id,
  reason,
  refund_amount,
  return_id,
  shipping_refund,
  status
}: ReturnInfo) => [
  return_id,
  status,
  DateTime.formatIso(created_at).slice(0, 16),
  money(refund_amount),
  money(shipping_refund),
  String(lines.reduce((units, { quantity }) => units + quantity, 0)),
  orderNumberOf(order_id),
  Output.printable(reason)
]

const list = Command.make(
  "list",
  {
    status: Options.choice("status", ReturnStatus.literals).pipe(
      Options.withDescription("Only those in this status"),
      Options.optional
    ),
    ...Listing.paging,
    json: Output.json
  },
  Effect.fn("cli.returns.list")(function* ({ json, limit, offset, status }) {
    const operations = yield* ReturnOperations
    const page = yield* Listing.pageOf({ limit, offset }, (part) => operations.list(Option.getOrNull(status), part))
    yield* Output.print(Returns, { returns: page.rows, count: page.rows.length }, json, () =>
      Listing.lines(page, "No returns.", headings, cells, [3, 4, 5])
    )
  })
).pipe(Command.withDescription("List returns, newest first."))

const transitionLines = ({ note, order_id, previous_status, restocked, return_id, status }: ReturnTransition) => [
  `Return ${return_id} of order ${orderNumberOf(order_id)}: ${previous_status} -> ${status}`,
  ...(note === "" ? [] : [`  note     ${Output.printable(note)}`]),
  ...restocked.map(
    ({ name, quantity, warehouse }) => `  restock  ${quantity} x ${Output.printable(name)} in ${warehouse}`
  )
]

const returnId = Input.id("return-id", "Id of the return")

const note = Options.text("note").pipe(Options.withDescription("What the history of the return says about the step"))

const common = { returnId, note: Options.optional(note), json: Output.json }

/** Advances a return by one step; asks for confirmation only through `ask`. */
const advance = Effect.fn("cli.returns.advance")(function* <E = never, R = never>(
  typedId: string,
  typedNote: Option.Option<string>,
  isJson: boolean,
  stepOf: (note: string) => OperatorStep,
  ask: (id: ReturnId) => Effect.Effect<void, E, R> = () => Effect.void
) {
  const operations = yield* ReturnOperations
  const id = yield* Input.readId(ReturnId, typedId, "Find ids with: storefront returns list")
  const note = yield* Input.readOptionalText("note", 500, typedNote)
  yield* ask(id)
  const transition = yield* operations.advance(id, stepOf(note ?? ""))
  yield* Output.print(withOrderNumber(ReturnTransition), transition, isJson, transitionLines)
})

const approve = Command.make("approve", common, ({ json, note, returnId }) =>
  advance(returnId, note, json, (note) => ({ to: "approved", note }))
).pipe(Command.withDescription("Approve a requested return; an order of which nothing is left is then returned."))

const deny = Command.make("deny", { ...common, note, yes: Confirmation.yes }, ({ json, note, returnId, yes }) =>
  advance(
    returnId,
    Option.some(note),
    json,
    (note) => ({ to: "denied", note }),
    (id) => Confirmation.confirm(`The return ${id}`, "denied for good", yes)
  )
).pipe(Command.withDescription("Deny a requested return and say why (--note); its units cannot be sent back again."))

const shipBack = Command.make("ship-back", common, ({ json, note, returnId }) =>
  advance(returnId, note, json, (note) => ({ to: "shipped_back", note }))
).pipe(Command.withDescription("The parcel of an approved return is on its way back."))

const restock = Options.boolean("restock").pipe(
  Options.withDescription("Put the units back into the warehouses they came from")
)

const receive = Command.make("receive", { ...common, restock }, ({ json, note, restock, returnId }) =>
  advance(returnId, note, json, (note) => ({ to: "received", note, restock }))
).pipe(Command.withDescription("The parcel of a return has arrived."))

/** The return commands, on any database. */
export const commands = Command.make("returns").pipe(
  Command.withDescription("List returns, decide about them and take them back."),
  Command.withSubcommands([list, approve, deny, shipBack, receive])
)

/** The return commands, on the configured database. */
export const returns = Command.provide(commands, CommandDatabase.onDatabase(ReturnOperations.layer))
