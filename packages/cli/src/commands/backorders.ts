import { Command, Options } from "@effect/cli"
import { money } from "@storefront/domain/EnglishWording"
import { BackorderId } from "@storefront/domain/Ids"
import { BackorderStatus } from "@storefront/domain/Inventory"
import {
  BackorderEntry,
  BackorderOperations,
  type BackorderResolution,
  BackorderTransition
} from "@storefront/server/shop/inventory/BackorderOperations"
import { Effect, Option, Schema } from "effect"
import * as Confirmation from "../Confirmation.ts"
import * as Listing from "../Listing.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"

const Backorders = Schema.Struct({ backorders: Schema.Array(BackorderEntry), count: Schema.Int })

const headings = ["backorder", "status", "total", "expected", "for", "what", "note"]

const cells = (entry: BackorderEntry) => [
  entry.backorder_id,
  entry.status,
  money(entry.estimated_total),
  entry.expected_date ?? "no date",
  entry.user_id,
  `${entry.quantity} × ${Output.printable(entry.product_name)}`,
  Output.printable(entry.note ?? "")
]

const list = Command.make(
  "list",
  {
    status: Options.choice("status", BackorderStatus.literals).pipe(
      Options.withDescription("Only those in this status"),
      Options.optional
    ),
    ...Listing.paging,
    json: Output.json
  },
  Effect.fn("cli.backorders.list")(function* ({ json, limit, offset, status }) {
    const operations = yield* BackorderOperations
    const page = yield* Listing.pageOf({ limit, offset }, (part) => operations.list(Option.getOrNull(status), part))
    yield* Output.print(Backorders, { backorders: page.rows, count: page.rows.length }, json, () =>
      Listing.lines(page, "No backorders.", headings, cells, [2])
    )
  })
).pipe(Command.withDescription("List backorders, newest first."))

const backorderId = Input.id("backorder-id", "Id of the backorder")

const resolve = Effect.fn("cli.backorders.resolve")(function* (
  typedId: string,
  to: BackorderResolution,
  options: { readonly isConfirmed: boolean; readonly isJson: boolean }
) {
  const operations = yield* BackorderOperations
  const id = yield* Input.readId(BackorderId, typedId, "Find ids with: storefront backorders list")
  yield* Confirmation.confirm(`The backorder ${id}`, "given up", options.isConfirmed)
  const transition = yield* operations.resolve(id, to)
  yield* Output.print(BackorderTransition, transition, options.isJson, ({ backorder_id, previous_status, status }) => [
    `Backorder ${backorder_id}: ${previous_status} -> ${status}`
  ])
})

const fulfil = Command.make("fulfil", { backorderId, json: Output.json }, ({ backorderId, json }) =>
  resolve(backorderId, "fulfilled", { isConfirmed: true, isJson: json })
).pipe(Command.withDescription("The units of an open backorder were delivered."))

const cancel = Command.make(
  "cancel",
  { backorderId, yes: Confirmation.yes, json: Output.json },
  ({ backorderId, json, yes }) => resolve(backorderId, "cancelled", { isConfirmed: yes, isJson: json })
).pipe(Command.withDescription("Nobody needs an open backorder any more."))

/** The backorder commands, on any database. */
export const commands = Command.make("backorders").pipe(
  Command.withDescription("List backorders, and close those that are settled."),
  Command.withSubcommands([list, fulfil, cancel])
)

/** The backorder commands, on the configured database. */
export const backorders = Command.provide(commands, CommandDatabase.onDatabase(BackorderOperations.layer))
