import { Command, Options } from "@effect/cli"
import { plural } from "@storefront/domain/EnglishWording"
import * as Database from "@storefront/server/platform/database/Database"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import * as Seed from "@storefront/server/demo/Seed"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { Console, Data, Effect, Layer, Option, ParseResult, Record, Schema } from "effect"
import * as Confirmation from "../Confirmation.ts"
import { announce } from "../Progress.ts"
import { verify } from "./verify.ts"

/** The value of an option is invalid; the message says which one and why. */
export class SeedOptionInvalid extends Data.TaggedError("SeedOptionInvalid")<{ readonly message: string }> {}

const number = (name: string, description: string) =>
  Options.integer(name).pipe(Options.withDescription(description), Options.optional)

const options = {
  seed: number("seed", "Another number gives other people, orders and reviews (default 42)"),
  now: Options.text("now").pipe(
    Options.withDescription("ISO time that all dates are relative to (default: now)"),
    Options.optional
  ),
  products: number("products", "Active products (default 60)"),
  users: number("users", "Accounts (default 25)"),
  orders: number("orders", "Orders (default 240)"),
  reviews: number("reviews", "Reviews (default 900)"),
  historyDays: number("history-days", "Days of price history (default 90)"),
  reset: Options.boolean("reset").pipe(
    Options.withDescription("Delete everything in the database first; asks for the name of the database")
  ),
  yes: Confirmation.yesToDatabase
}

type Given = Command.Command.ParseConfig<typeof options>

const decode = Schema.decodeUnknown(Seed.SeedOptions)

const readOptions = ({ historyDays, now, orders, products, reset, reviews, seed, users }: Given) =>
  decode({
    ...Option.match(now, { onNone: () => ({}), onSome: (now) => ({ now }) }),
    ...Record.getSomes({ seed, products, users, orders, reviews, historyDays }),
    reset
  }).pipe(
    Effect.mapError((error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
      return new SeedOptionInvalid({ message: issue?.message ?? "The options do not fit" })
    })
  )

/** Fails unless the reset is confirmed and no service is connected to the database. */
const confirmReset = Effect.fnUntraced(function* (yes: Option.Option<string>) {
  yield* Confirmation.confirmInDatabase("Everything in the database", yes)
  const connections = yield* Database.otherConnections
  if (connections > 0) {
    return yield* new Confirmation.NotConfirmed({
      message: `Nothing was deleted: services are connected to the database (${plural(connections, "connection")}). Stop them first`
    })
  }
})

/** Fills an empty database with the demonstration shop. */
export const seed = Command.make(
  "seed",
  options,
  Effect.fn("cli.seed")(
    function* (given) {
      const wanted = yield* readOptions(given)
      yield* wanted.reset ? confirmReset(given.yes) : Effect.void
      yield* announce("migrating and seeding the database")
      const report = yield* Effect.zipRight(Migrations.migrate, Seed.seed(wanted))
      yield* Effect.forEach(Object.entries(report.rows), ([table, count]) =>
        Console.log(`${String(count).padStart(10)}  ${table}`)
      )
      yield* Console.log(`seeded in ${(report.durationMillis / 1000).toFixed(1)} s`)
    },
    Effect.provide(Layer.merge(Database.layerCommand, Logging.layerCommand))
  )
).pipe(
  Command.withDescription("Fill an empty database with the demonstration shop."),
  // The earlier name of the command.
  Command.withSubcommands([verify])
)
