import { SqlClient, SqlSchema } from "@effect/sql"
import { Region, SpeedTier } from "@storefront/domain/Inventory"
import { Money, toNumeric } from "@storefront/domain/Money"
import { Array, Effect, Either, Number, Schema } from "effect"
import { delivery } from "../kinds/Delivery.ts"
import { type TakenDelivery } from "../kinds/Kinds.ts"
import { type Fault, type Refused, refuseLine } from "../Lines.ts"
import { quote } from "../Quote.ts"
import { namesOf } from "./NameSets.ts"
import * as Regions from "./Regions.ts"
import * as TableRows from "./TableRows.ts"
import { type Settled, type StagedFile, type StagedLine, type Writing } from "./Writing.ts"

type RecordOf<Name extends TakenDelivery["record"]> = Extract<TakenDelivery, { readonly record: Name }>

const region = Schema.typeSchema(Region)
const money = Schema.typeSchema(Money)

const StagedDelivery: Schema.Schema<TakenDelivery> = Schema.Union(
  Schema.Struct({ record: Schema.Literal("area"), country: Schema.String, state: Schema.String, region }),
  Schema.Struct({ record: Schema.Literal("carrier"), name: Schema.String, speedTier: SpeedTier, baseRate: money }),
  Schema.Struct({
    record: Schema.Literal("rate"),
    carrier: Schema.String,
    regionFrom: region,
    regionTo: region,
    price: money,
    daysMin: Schema.Int,
    daysMax: Schema.Int
  })
)

const areas: TableRows.Table<Pick<RecordOf<"area">, "country" | "state" | "region">> = {
  name: "delivery_areas",
  given: { country: "text", state: "text", region: "text" },
  key: ["country", "state"],
  columns: { region: TableRows.stated("region") }
}

const carriers: TableRows.Table<{ readonly name: string; readonly speed_tier: SpeedTier; readonly base_rate: string }> =
  {
    name: "carriers",
    given: { name: "text", speed_tier: "text", base_rate: "numeric" },
    key: ["name"],
    columns: { speed_tier: TableRows.stated("speed_tier"), base_rate: TableRows.stated("base_rate") }
  }

const rates: TableRows.Table<{
  readonly region_from: Region
  readonly region_to: Region
  readonly carrier_id: string
  readonly price: string
  readonly days_min: number
  readonly days_max: number
}> = {
  name: "shipping_rates",
  given: {
    region_from: "text",
    region_to: "text",
    carrier_id: "uuid",
    price: "numeric",
    days_min: "smallint",
    days_max: "smallint"
  },
  key: ["region_from", "region_to", "carrier_id"],
  columns: {
    price: TableRows.stated("price"),
    days_min: TableRows.stated("days_min"),
    days_max: TableRows.stated("days_max")
  }
}

/** Key of a record. By the names of records, areas sort first and rates, which need areas and carriers, last. */
const keyOf = (value: TakenDelivery): string => {
  switch (value.record) {
    case "area":
      return JSON.stringify([value.record, value.country, value.state])
    case "carrier":
      return JSON.stringify([value.record, value.name])
    case "rate":
      return JSON.stringify([value.record, value.carrier, value.regionFrom, value.regionTo])
  }
}

const unknownCarrier = (name: string): Fault => ({
  fault: `${quote(name)} is not a carrier of the shop`,
  mend: "correct the name, or give the carrier a record of its own"
})

const unknownRegion = (name: string): Fault => ({
  fault: `${quote(name)} is not a region of the shop`,
  mend: "correct it, or import a warehouse or an area of that region"
})

/** Writes where the shop delivers to, its carriers and their rates. */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const findNewRegions = yield* Regions.make
  const writeAreas = yield* TableRows.make(areas)
  const writeCarriers = yield* TableRows.make(carriers)
  const writeRates = yield* TableRows.make(rates)
  const carriersNamed = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ id: Schema.String, name: Schema.String }),
    execute: (names) => sql`SELECT id, name FROM carriers WHERE name = ANY(${names}::text[])`
  })
  const toRateRows = Effect.fnUntraced(function* (records: ReadonlyArray<RecordOf<"rate">>) {
    const found = yield* carriersNamed(Array.dedupe(records.map(({ carrier }) => carrier)))
    const ids = new Map(found.map(({ id, name }) => [name, id]))
    return yield* Effect.forEach(records, ({ carrier, daysMax, daysMin, price, regionFrom, regionTo }) =>
      Effect.map(Effect.fromNullable(ids.get(carrier)), (carrier_id) => ({
        region_from: regionFrom,
        region_to: regionTo,
        carrier_id,
        price: toNumeric(price),
        days_min: daysMin,
        days_max: daysMax
      }))
    )
  })

  const prepare = Effect.fnUntraced(function* ({ table }: StagedFile) {
    const file = sql(table)
    const knownRegions = yield* namesOf(sql`
      SELECT name FROM regions UNION SELECT value->>'region' FROM ${file} WHERE value->>'record' = 'area'`)
    const knownCarriers = yield* namesOf(sql`
      SELECT name FROM carriers UNION SELECT value->>'name' FROM ${file} WHERE value->>'record' = 'carrier'`)

    /** Refuses a rate that names what neither the shop nor the file has. */
    const checkRate = ({ line, value }: StagedLine<RecordOf<"rate">>): Either.Either<RecordOf<"rate">, Refused> => {
      const { carrier, regionFrom, regionTo } = value
      const refuse = (column: string, fault: Fault) => Either.left(refuseLine(line, keyOf(value), column, fault))
      return !knownCarriers.has(carrier)
        ? refuse("carrier", unknownCarrier(carrier))
        : !knownRegions.has(regionFrom)
          ? refuse("region_from", unknownRegion(regionFrom))
          : !knownRegions.has(regionTo)
            ? refuse("region_to", unknownRegion(regionTo))
            : Either.right(value)
    }

    const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenDelivery>>) {
      const areaLines = lines.flatMap(({ line, value }) => (value.record === "area" ? [{ line, value }] : []))
      const rateLines = lines.flatMap(({ line, value }) => (value.record === "rate" ? [{ line, value }] : []))
      const newCarriers = lines.flatMap(({ value }) =>
        value.record === "carrier"
          ? [{ name: value.name, speed_tier: value.speedTier, base_rate: toNumeric(value.baseRate) }]
          : []
      )
      const regions = yield* findNewRegions(areaLines)
      const [refused, takenRates] = Array.partitionMap(rateLines, checkRate)
      const settled: Settled = {
        refused,
        notes: regions.notes,
        write: Effect.gen(function* () {
          yield* regions.add
          const written = [
            yield* writeAreas(areaLines.map(({ value }) => value)),
            yield* writeCarriers(newCarriers),
            yield* writeRates(yield* toRateRows(takenRates))
          ]
          return Number.sumAll(written.map(({ length }) => length))
        })
      }
      return settled
    })
    return { begin: Effect.void, settle, withdraw: null }
  })

  const writing: Writing<TakenDelivery> = {
    kind: delivery,
    staged: StagedDelivery,
    keysOf: (value) => ({ key: keyOf(value), unit: keyOf(value) }),
    prepare
  }
  return writing
})
