import { Command, Options } from "@effect/cli"
import { type Terminal } from "@effect/platform"
import * as ProductWriting from "@storefront/server/shop/import/writing/products/ProductWriting"
import { Effect, Layer, Option } from "effect"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Confirmation from "../Confirmation.ts"
import { options, readAsOf, readPairs, runImport } from "../ImportCommand.ts"

const text = (name: string, description: string) =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional)

/** Options of stock. */
const stockOptions = {
  asOf: text("as-of", "Time at which stock was counted (default: the file's time)"),
  warehouse: text("warehouse", "Warehouse of lines that name none")
}

const products = Command.make(
  "products",
  {
    ...options,
    ...stockOptions,
    full: Options.boolean("full").pipe(
      Options.withDescription("The file has all goods of the source: withdraw those that it lacks")
    ),
    inStockAs: Options.integer("in-stock-as").pipe(
      Options.withDescription("Units of goods that are in stock without a number, where none is left"),
      Options.optional
    ),
    categoryMap: text("category-map", "CSV file (from,category) that puts taxonomies into categories")
  },
  Effect.fnUntraced(function* (given) {
    const { asOf, categoryMap, file, full, inStockAs, source, warehouse, yes } = given
    const terminal = yield* Effect.context<Terminal.Terminal>()
    const writing = yield* ProductWriting.make({
      source,
      seller: null,
      isFull: full,
      asOf: yield* readAsOf(asOf, file),
      warehouse: Option.getOrNull(warehouse),
      inStockAs: Option.getOrNull(inStockAs),
      categoryMap: yield* readPairs(categoryMap, "from", "category"),
      confirmWithdrawal: (withdrawn, active) =>
        Confirmation.confirm(`${withdrawn} of ${active} products that the file lacks`, "withdrawn", yes).pipe(
          Effect.provide(terminal)
        )
    })
    yield* runImport(given, writing)
  })
).pipe(Command.withDescription("Import goods, their variants and stock."))

/** The import commands, on any database. */
export const commands = Command.make("import").pipe(
  Command.withDescription("Import the shop's own goods and what belongs to them."),
  Command.withSubcommands([products])
)

/** The import commands, on the configured database. */
export const imports = Command.provide(commands, CommandDatabase.onDatabase(Layer.empty))
