import { Command, Options } from "@effect/cli"
import { money } from "@storefront/domain/Wording"
import { BackorderId } from "@storefront/domain/Ids"
import { BackorderStatus } from "@storefront/domain/Inventory"
import {
  BackorderEntry,
  BackorderOperations,
  type BackorderResolution,
  BackorderTransition
} from "@storefront/server/inventory/BackorderOperations"
import { Effect, Option, Schema } from "effect"
import * as Operators from "../Operators.ts"

const Listing = Schema.Struct({ backorders: Schema.Array(BackorderEntry), count: Schema.Int })

const entryLine = (entry: BackorderEntry) =>
  [
    entry.backorder_id,
    entry.status.padEnd(9),
    money(entry.estimated_total).padStart(10),
    entry.expected_date ?? "no date   ",
    `for ${entry.user_id}`,
    `${entry.quantity} × ${Operators.printable(entry.product_name)}`,
    ...(entry.note === null ? [] : [`(${Operators.printable(entry.note)})`])
  ].join("  ")

const list = Command.make(
  "list",
  {
    status: Options.choice("status", BackorderStatus.literals).pipe(
      Options.withDescription("Only those in this status"),
      Options.optional
    ),
    limit: Operators.limit,
    json: Operators.json
  },
  Effect.fn("cli.backorders.list")(function* ({ json, limit, status }) {
    const operations = yield* BackorderOperations
    const backorders = yield* operations.list(Option.getOrNull(status), limit)
    yield* Operators.print(Listing, { backorders, count: backorders.length }, json, ({ backorders }) =>
      backorders.length === 0 ? ["No backorders."] : backorders.map(entryLine)
    )
  })
).pipe(Command.withDescription("List backorders, oldest first."))

const closing = (name: string, to: BackorderResolution, description: string) =>
  Command.make(
    name,
    { backorderId: Operators.id("backorder-id", "Id of the backorder"), json: Operators.json },
    Effect.fn("cli.backorders.resolve")(function* ({ backorderId, json }) {
      const operations = yield* BackorderOperations
      const id = yield* Operators.readId(BackorderId, backorderId, "Find ids with: storefront backorders list")
      const transition = yield* operations.resolve(id, to)
      yield* Operators.print(BackorderTransition, transition, json, ({ backorder_id, previous_status, status }) => [
        `Backorder ${backorder_id}: ${previous_status} -> ${status}`
      ])
    })
  ).pipe(Command.withDescription(description))

/** What operators do with backorders, on any database. */
export const commands = Command.make("backorders").pipe(
  Command.withDescription("List backorders, and close those that are settled."),
  Command.withSubcommands([
    list,
    closing("fulfil", "fulfilled", "The units of an open backorder were delivered."),
    closing("cancel", "cancelled", "Nobody needs an open backorder any more.")
  ])
)

/** The same on the configured database. */
export const backorders = Command.provide(commands, Operators.onDatabase(BackorderOperations.layer))
