import { SqlClient, SqlSchema } from "@effect/sql"
import { LoyaltyTier } from "@storefront/domain/Identity"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { Array, Effect, Schema } from "effect"
import { liftTimeLimits } from "../../../platform/database/Transaction.ts"
import { type TakenTier } from "../kinds/Kinds.ts"
import { tiers } from "../kinds/Tiers.ts"
import { type Fault, refuseLine } from "../Lines.ts"
import * as TableRows from "./TableRows.ts"
import { type Settled, type StagedLine, type Writing } from "./Writing.ts"

const money = Schema.UndefinedOr(Schema.typeSchema(Money))

const StagedTier: Schema.Schema<TakenTier> = Schema.Struct({
  name: LoyaltyTier,
  minSpend: money,
  discountPct: Schema.UndefinedOr(Schema.Number),
  freeShippingThreshold: money,
  prioritySupport: Schema.UndefinedOr(Schema.Boolean)
})

interface TierRow {
  readonly name: LoyaltyTier
  readonly min_spend: string | null
  readonly discount_pct: number | null
  readonly free_shipping_threshold: string | null
  readonly priority_support: boolean | null
}

const stays = (column: keyof TierRow) => TableRows.stays(column, `g.${column}`)

const rows: TableRows.Table<TierRow> = {
  name: "loyalty_tiers",
  given: {
    name: "text",
    min_spend: "numeric",
    discount_pct: "numeric",
    free_shipping_threshold: "numeric",
    priority_support: "boolean"
  },
  key: ["name"],
  columns: {
    min_spend: stays("min_spend"),
    discount_pct: stays("discount_pct"),
    free_shipping_threshold: stays("free_shipping_threshold"),
    priority_support: stays("priority_support")
  }
}

const rowOf = (tier: TakenTier): TierRow => ({
  name: tier.name,
  min_spend: TableRows.amount(tier.minSpend),
  discount_pct: tier.discountPct ?? null,
  free_shipping_threshold: TableRows.amount(tier.freeShippingThreshold),
  priority_support: tier.prioritySupport ?? null
})

/** Spend from which customers have a tier. */
const Step = Schema.Struct({ name: LoyaltyTier, minSpend: MoneyFromNumeric })

/** Returns why tiers cannot begin at these amounts: each spend, from nothing on, has one tier. */
const faultOf = (steps: ReadonlyArray<Money>): Fault | null =>
  !steps.some((minSpend) => minSpend === 0)
    ? { fault: "leaves customers who have spent nothing without a tier", mend: "let one of the tiers begin at 0" }
    : Array.dedupe(steps).length < steps.length
      ? { fault: "would be alike for two tiers", mend: "let each tier begin at an amount of its own" }
      : null

/** Writes loyalty tiers, and moves customers into those that their spend gives them then. */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const writeRows = yield* TableRows.make(rows)
  const selectSteps = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Step,
    execute: () => sql`SELECT name, min_spend AS "minSpend" FROM loyalty_tiers`
  })
  const moveSteps = (move: ReturnType<typeof writeRows>) =>
    Effect.gen(function* () {
      yield* liftTimeLimits
      // Customers who sign up or order meanwhile would keep a tier of before, and could wait for a tier that waits for them.
      yield* sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`
      const moved = yield* move
      // The table's trigger sets the tier.
      yield* sql`
        UPDATE users SET total_spend = total_spend WHERE loyalty_tier <> (
          SELECT name FROM loyalty_tiers WHERE min_spend <= total_spend ORDER BY min_spend DESC LIMIT 1)`
      return moved
    }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenTier>>) {
    const stored = yield* selectSteps()
    const given = new Map(lines.map(({ value }) => [value.name, value.minSpend]))
    const steps = stored.map(({ minSpend, name }) => ({ before: minSpend, after: given.get(name) ?? minSpend }))
    const fault = faultOf(steps.map(({ after }) => after))
    // The amounts of some lines could be wrong without those of others.
    const [taken, refused] = Array.partition(lines, ({ value }) => fault !== null && value.minSpend !== undefined)
    const write = writeRows(taken.map(({ value }) => rowOf(value)))
    const isMoved = fault === null && steps.some(({ after, before }) => after !== before)
    const settled: Settled = {
      refused: fault === null ? [] : refused.map(({ line, value }) => refuseLine(line, value.name, "min_spend", fault)),
      notes: [],
      write: Effect.map(isMoved ? moveSteps(write) : write, ({ length }) => length)
    }
    return settled
  })

  const writing: Writing<TakenTier> = {
    kind: tiers,
    staged: StagedTier,
    // All tiers are one unit: a line could trade its amount for that of another.
    keysOf: ({ name }) => ({ key: name, unit: "tiers" }),
    prepare: () => Effect.succeed({ begin: Effect.void, settle, withdraw: null })
  }
  return writing
})
