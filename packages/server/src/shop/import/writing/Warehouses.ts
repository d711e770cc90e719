import { SqlClient, type SqlError, SqlSchema } from "@effect/sql"
import { Effect, Either, Schema } from "effect"
import { type Fault, FileRefused } from "../Lines.ts"
import { quote } from "../Quote.ts"

/** Warehouse, and its region, of a shop that has none. */
const first = { name: "Main", region: "main" }

/** The warehouses that the stock of a file can be in. */
export interface Warehouses {
  /** Returns the name of the warehouse that a line means. */
  readonly nameOf: (stated: string | null | undefined) => Either.Either<string, Fault>
  /** Creates the warehouse of a shop that had none, before stock is written. */
  readonly ensure: Effect.Effect<void, SqlError.SqlError>
}

/** Reads the shop's warehouses; `chosen` is that of `--warehouse`. */
export const load = Effect.fn("Warehouses.load")(function* (chosen: string | null) {
  const sql = yield* SqlClient.SqlClient
  const select = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ name: Schema.String }),
    execute: () => sql`SELECT name FROM warehouses ORDER BY name`
  })
  const names = (yield* select()).map(({ name }) => name)
  if (chosen !== null && !names.includes(chosen)) {
    return yield* new FileRefused({
      line: null,
      fault: `cannot be counted into ${quote(chosen)}: there is no such warehouse`,
      mend: "name one of the shop's with --warehouse"
    })
  }
  const usual = chosen ?? (names.length === 0 ? first.name : names.length === 1 ? names[0] : undefined)
  const warehouses: Warehouses = {
    nameOf: (stated) => {
      const name = stated ?? usual
      return name === undefined
        ? Either.left({
            fault: "does not say which of several warehouses",
            mend: "fill in the column warehouse, or name one with --warehouse"
          })
        : names.includes(name) || name === usual
          ? Either.right(name)
          : Either.left({
              fault: `${quote(name)} is not a warehouse of the shop`,
              mend: "correct the name"
            })
    },
    ensure:
      names.length > 0
        ? Effect.void
        : Effect.zipRight(
            sql`INSERT INTO regions (name) VALUES (${first.region}) ON CONFLICT DO NOTHING`,
            Effect.asVoid(sql`
              INSERT INTO warehouses (name, location, region) VALUES (${first.name}, ${first.name}, ${first.region})
              ON CONFLICT DO NOTHING`)
          )
  }
  return warehouses
})
