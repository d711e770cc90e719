import { Command, Options, Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { orUnavailable } from "@storefront/server/platform/database/Transaction"
import * as Category from "@storefront/server/shop/import/categories/Category"
import { coupons } from "@storefront/server/shop/import/kinds/Coupons"
import { customers } from "@storefront/server/shop/import/kinds/Customers"
import { delivery } from "@storefront/server/shop/import/kinds/Delivery"
import { inventory } from "@storefront/server/shop/import/kinds/Inventory"
import { products } from "@storefront/server/shop/import/kinds/Products"
import { promotions } from "@storefront/server/shop/import/kinds/Promotions"
import { reviews } from "@storefront/server/shop/import/kinds/Reviews"
import { tiers } from "@storefront/server/shop/import/kinds/Tiers"
import { warehouses } from "@storefront/server/shop/import/kinds/Warehouses"
import { maxUnits } from "@storefront/server/shop/import/rules/values/Numbers"
import { type Settings } from "@storefront/server/shop/import/Settings"
import * as CouponWriting from "@storefront/server/shop/import/writing/CouponWriting"
import * as CustomerWriting from "@storefront/server/shop/import/writing/CustomerWriting"
import * as DeliveryWriting from "@storefront/server/shop/import/writing/DeliveryWriting"
import * as InventoryWriting from "@storefront/server/shop/import/writing/InventoryWriting"
import * as PromotionWriting from "@storefront/server/shop/import/writing/PromotionWriting"
import * as ReviewWriting from "@storefront/server/shop/import/writing/ReviewWriting"
import * as ProductWriting from "@storefront/server/shop/import/writing/products/ProductWriting"
import * as TierWriting from "@storefront/server/shop/import/writing/TierWriting"
import * as WarehouseWriting from "@storefront/server/shop/import/writing/WarehouseWriting"
import { Effect, Either, Layer, Option, Schema, Struct } from "effect"
import { setFlagsFromString } from "node:v8"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Confirmation from "../Confirmation.ts"
import { importFile, options, ownOptions, readAsOf, readMap, readSettings, text } from "../ImportCommand.ts"
import * as ImportProgress from "../ImportProgress.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"
import { announce } from "../Progress.ts"

/** Options of stock. */
const stockOptions = {
  asOf: text("as-of", "Time at which stock was counted (default: the file's time)"),
  warehouse: text("warehouse", "Warehouse of lines that name none")
}

/** Finds the account that goods are sold by. */
const findSeller = (email: Option.Option<string>) =>
  Option.match(email, {
    onNone: () => Effect.succeed(null),
    onSome: (email) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [seller] = yield* orUnavailable(
          Effect.flatMap(
            sql`SELECT id FROM users WHERE email = ${email.trim().toLowerCase()} AND role = 'seller'`,
            Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String })))
          )
        )
        return seller === undefined
          ? yield* new Input.InputInvalid({ message: `There is no seller with the address ${Output.printable(email)}` })
          : seller.id
      })
  })

/** Asks on a terminal which new hosts pictures may come from; elsewhere those that the command names. */
const chooseHosts = (named: ReadonlyArray<string>, isConfirmed: boolean) =>
  Effect.fnUntraced(function* (hosts: ReadonlyArray<string>) {
    const terminal = yield* Terminal.Terminal
    yield* ImportProgress.clear
    const others = hosts.filter((host) => !named.includes(host))
    const isAsked = !isConfirmed && others.length > 0 && (yield* terminal.isTTY)
    const areTrusted =
      isAsked &&
      (yield* Prompt.confirm({
        message: `Show pictures from ${others.map(Output.printable).join(", ")}? Browsers of customers will ask there`,
        initial: false
      }))
    if (!areTrusted && others.length > 0) {
      yield* announce(
        `pictures from ${others.map(Output.printable).join(", ")} are not shown: --picture-host adds a host`
      )
    }
    return areTrusted ? hosts : hosts.filter((host) => named.includes(host))
  })

/** Reads the file that puts taxonomies into categories, whose names are checked as those of a column are. */
const readCategoryMap = Effect.fnUntraced(function* (path: Option.Option<string>, settings: Settings) {
  const pairs = yield* readMap(path, "category")
  return yield* Either.mapLeft(
    Category.categoryMap(pairs, settings),
    ({ fault, mend }) =>
      new Input.InputInvalid({
        message: `${Output.printable(Option.getOrElse(path, () => ""))}: category ${fault}: ${mend}`
      })
  )
})

const productsCommand = Command.make(
  "products",
  {
    ...options,
    ...stockOptions,
    full: Options.boolean("full").pipe(
      Options.withDescription("The file has all goods of the source: withdraw those that it lacks")
    ),
    seller: text("seller", "E-mail of the account that sells the goods (default: the shop itself)"),
    inStockAs: Options.integer("in-stock-as").pipe(
      Options.withSchema(
        Schema.Int.pipe(Schema.between(0, maxUnits)).annotations({
          message: () => `--in-stock-as must be a whole number from 0 to ${maxUnits}`
        })
      ),
      Options.withDescription("Units of goods that are in stock without a number, where none is left"),
      Options.optional
    ),
    categories: text(
      "categories",
      "CSV file (from,category) to write: where taxonomies went, to edit for --category-map"
    ),
    categoryMap: text("category-map", "CSV file (from,category) that puts taxonomies into categories"),
    pictureHost: Options.text("picture-host").pipe(
      Options.withDescription("Host that pictures may come from; can be repeated"),
      Options.repeated
    )
  },
  Effect.fnUntraced(function* (given) {
    const { asOf, categoryMap, full, inStockAs, pictureHost, seller, source, warehouse, yes } = given
    const terminal = yield* Effect.context<Terminal.Terminal>()
    const choose = chooseHosts(
      pictureHost.map((host) => host.toLowerCase()),
      yes
    )
    yield* importFile(given, products, (file) =>
      Effect.gen(function* () {
        return yield* ProductWriting.make({
          source,
          seller: yield* findSeller(seller),
          isFull: full,
          asOf: yield* readAsOf(asOf, file),
          warehouse: Option.getOrNull(warehouse),
          inStockAs: Option.getOrNull(inStockAs),
          categoryMap: yield* readCategoryMap(categoryMap, yield* readSettings(given)),
          confirmWithdrawal: (withdrawn, active) =>
            Effect.zipRight(
              ImportProgress.clear,
              Confirmation.confirm(
                `${withdrawn} of the ${active} products on sale, which the file lacks,`,
                "withdrawn",
                yes
              )
            ).pipe(Effect.provide(terminal)),
          trustHosts: (hosts) => Effect.provide(choose(hosts), terminal)
        })
      })
    )
  })
).pipe(Command.withDescription("Import goods, their variants and stock."))

const inventoryCommand = Command.make(
  "inventory",
  { ...options, ...stockOptions },
  Effect.fnUntraced(function* (given) {
    yield* importFile(given, inventory, (file) =>
      Effect.flatMap(readAsOf(given.asOf, file), (asOf) =>
        InventoryWriting.make({ source: given.source, asOf, warehouse: Option.getOrNull(given.warehouse) })
      )
    )
  })
).pipe(Command.withDescription("Import stock of products in warehouses."))

const warehousesCommand = Command.make("warehouses", ownOptions, (given) =>
  importFile(given, warehouses, () => WarehouseWriting.make)
).pipe(Command.withDescription("Import the places that goods are sent from."))

const deliveryCommand = Command.make("delivery", ownOptions, (given) =>
  importFile(given, delivery, () => DeliveryWriting.make)
).pipe(Command.withDescription("Import delivery areas, carriers and their rates."))

const tiersCommand = Command.make("tiers", ownOptions, (given) =>
  importFile(given, tiers, () => TierWriting.make)
).pipe(Command.withDescription("Import the tiers of the loyalty programme."))

const customersCommand = Command.make("customers", ownOptions, (given) =>
  importFile(given, customers, () => CustomerWriting.make)
).pipe(Command.withDescription("Import accounts of customers, without passwords."))

const couponsCommand = Command.make(
  "coupons",
  { ...ownOptions, asOf: text("as-of", "Time at which uses left were counted (default: the file's time)") },
  (given) =>
    importFile(given, coupons, (file) => Effect.flatMap(readAsOf(given.asOf, file), (asOf) => CouponWriting.make(asOf)))
).pipe(Command.withDescription("Import coupons, with the uses that they have left."))

const reviewsCommand = Command.make(
  "reviews",
  { ...Struct.omit(ownOptions, "decimal"), source: options.source },
  (given) => importFile(given, reviews, () => ReviewWriting.make(given.source))
).pipe(Command.withDescription("Import reviews of products, by accounts or by people without one."))

const promotionsCommand = Command.make(
  "promotions",
  { ...Struct.omit(ownOptions, "decimal", "from"), source: options.source },
  (given) => importFile(given, promotions, () => PromotionWriting.make(given.source))
).pipe(Command.withDescription("Import bundles, free units and flash sales, from JSON Lines."))

/** The import commands, on any database. */
export const commands = Command.make("import").pipe(
  Command.withDescription("Import the shop's own goods and what belongs to them."),
  Command.withSubcommands([
    productsCommand,
    inventoryCommand,
    warehousesCommand,
    deliveryCommand,
    tiersCommand,
    customersCommand,
    couponsCommand,
    reviewsCommand,
    promotionsCommand
  ])
)

/** Collects garbage earlier than usual: reading leaves much of it, and would fill the memory that others need. */
const saveMemory = Layer.effectDiscard(Effect.sync(() => setFlagsFromString("--heap-growing-percent=50")))

/** The import commands, on the configured database. */
export const imports = Command.provide(commands, CommandDatabase.onDatabase(saveMemory))
