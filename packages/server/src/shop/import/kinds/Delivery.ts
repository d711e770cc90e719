import { SpeedTier } from "@storefront/domain/Inventory"
import { Either } from "effect"
import { type CellFault, left, optional, required, type ValuesOf } from "../rules/Column.ts"
import { amount } from "../rules/values/Amounts.ts"
import { country, region, state } from "../rules/values/Names.ts"
import { count } from "../rules/values/Numbers.ts"
import { oneOf, ownWords } from "../rules/values/Text.ts"
import { cellFault, simpleKind } from "./SimpleKind.ts"

const columns = {
  record: required(oneOf(["area", "carrier", "rate"]), { docs: "`area`, `carrier` or `rate`", example: "area" }),
  country: left(country, { docs: "of an area: two letters", example: "DE" }),
  state: optional(state, "", { docs: "of an area: letters of the state; empty is the whole country", example: "" }),
  region: left(region, { docs: "of an area: the region that serves it", example: "north" }),
  name: left(ownWords(100), { docs: "of a carrier, shown to customers", example: "DHL" }),
  speedTier: left(oneOf(SpeedTier.literals), {
    docs: "of a carrier: `standard`, `express` or `overnight`",
    example: "standard"
  }),
  baseRate: left(amount, { docs: "of a carrier: usual amount, shown in comparisons", example: "4.90" }),
  carrier: left(ownWords(100), { docs: "of a rate: the carrier's name", example: "DHL" }),
  regionFrom: left(region, { docs: "of a rate: the warehouse's region", example: "north" }),
  regionTo: left(region, { docs: "of a rate: the area's region", example: "south" }),
  price: left(amount, { docs: "of a rate: amount per delivery", example: "5.90" }),
  daysMin: left(count({ min: 0, max: 365 }), { docs: "of a rate: fewest days", example: "1" }),
  daysMax: left(count({ min: 0, max: 365 }), { docs: "of a rate: most days", example: "3" })
}

type Values = ValuesOf<typeof columns>

/** Takes a value that a record needs. */
const needed = <A>(record: Values["record"], column: string, value: A | undefined) =>
  value === undefined
    ? cellFault(column, `is empty, and a record ${record} needs it`, "fill it in")
    : Either.right(value)

/** A country or state that the shop delivers to. */
const area = (values: Values) =>
  Either.all({
    record: Either.right("area" as const),
    country: needed("area", "country", values.country),
    /** Empty is the whole country. */
    state: Either.right(values.state ?? ""),
    region: needed("area", "region", values.region)
  })

const carrier = (values: Values) =>
  Either.all({
    record: Either.right("carrier" as const),
    name: needed("carrier", "name", values.name),
    speedTier: needed("carrier", "speed_tier", values.speedTier),
    baseRate: needed("carrier", "base_rate", values.baseRate)
  })

/** A carrier's amount and days from one region to another. */
const rate = (values: Values) =>
  Either.filterOrLeft(
    Either.all({
      record: Either.right("rate" as const),
      carrier: needed("rate", "carrier", values.carrier),
      regionFrom: needed("rate", "region_from", values.regionFrom),
      regionTo: needed("rate", "region_to", values.regionTo),
      price: needed("rate", "price", values.price),
      daysMin: needed("rate", "days_min", values.daysMin),
      daysMax: needed("rate", "days_max", values.daysMax)
    }),
    ({ daysMax, daysMin }) => daysMax >= daysMin,
    () => ({ column: "days_max", fault: "is less than days_min", mend: "swap or correct the two numbers" })
  )

type Record = Either.Either.Right<ReturnType<typeof area | typeof carrier | typeof rate>>

const records = { area, carrier, rate }

/** Where the shop delivers to, with whom and for how much: three kinds of records in one file. */
export const delivery = simpleKind("delivery", "record", columns, (values): Either.Either<Record, CellFault> =>
  records[values.record](values)
)
