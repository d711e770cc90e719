import { SqlClient } from "@effect/sql"
import { Array, Effect, Either, Schema } from "effect"
import { v7 } from "uuid"
import { isSold } from "../../catalog/SoldProducts.ts"
import { unknownCategory } from "../categories/Category.ts"
import { type TakenPromotion } from "../kinds/Kinds.ts"
import { promotions, Rules } from "../kinds/Promotions.ts"
import { type Fault, type Refused, refuseLine } from "../Lines.ts"
import { quote } from "../Quote.ts"
import { namesOf } from "./NameSets.ts"
import * as NamedProducts from "./NamedProducts.ts"
import * as TableRows from "./TableRows.ts"
import { type Settled, type StagedLine, type Writing } from "./Writing.ts"

const StagedPromotion: Schema.Schema<TakenPromotion> = Schema.Struct({
  name: Schema.String,
  rules: Schema.typeSchema(Rules),
  startDate: Schema.String,
  endDate: Schema.String,
  isActive: Schema.UndefinedOr(Schema.Boolean)
})

/** A promotion as a line states it, with products by id. */
interface PromotionRow {
  readonly id: string
  readonly name: string
  readonly rules: Rules
  readonly start_date: string
  readonly end_date: string
  /** Null leaves the stored value, or switches a new promotion on. */
  readonly is_active: boolean | null
}

const table: TableRows.Table<PromotionRow> = {
  name: "promotions",
  given: {
    id: "uuid",
    name: "text",
    rules: "jsonb",
    start_date: "timestamptz",
    end_date: "timestamptz",
    is_active: "boolean"
  },
  key: ["name"],
  columns: {
    id: TableRows.insertedOnly("g.id"),
    rules: TableRows.stated("rules"),
    start_date: TableRows.stated("start_date"),
    end_date: TableRows.stated("end_date"),
    is_active: TableRows.stays("is_active", "COALESCE(g.is_active, true)")
  }
}

const productsOf = (rules: Rules): ReadonlyArray<string> => ("product_ids" in rules ? rules.product_ids : [])

const categoriesOf = (rules: Rules): ReadonlyArray<string> =>
  "categories" in rules ? rules.categories : "category" in rules ? [rules.category] : []

/** A product or category that rules name. */
interface Named {
  readonly name: string
  /** Id of the product, or the category itself. */
  readonly id: string
}

/** Refuses rules that name a thing twice, which would count once. */
const refuseTwice = (all: ReadonlyArray<Named>): Either.Either<void, Fault> => {
  for (const [at, { id, name }] of all.entries()) {
    const other = all.slice(0, at).find((other) => other.id === id)
    if (other !== undefined) {
      return Either.left({
        fault: `name ${quote(other.name)}${other.name === name ? "" : `, which is ${quote(name)},`} twice`,
        mend: "name each product or category once"
      })
    }
  }
  return Either.void
}

/** Facts of the shop that rules depend on. */
interface NamesOfShop {
  readonly productNamed: (name: string) => Either.Either<string, Fault>
  readonly categories: ReadonlySet<string>
}

/** Returns rules with products by id. */
const resolveRules = (rules: Rules, { categories, productNamed }: NamesOfShop): Either.Either<Rules, Fault> =>
  Either.gen(function* () {
    const products = yield* Either.all(
      productsOf(rules).map((name) => Either.map(productNamed(name), (id): Named => ({ name, id })))
    )
    const unknown = categoriesOf(rules).find((name) => !categories.has(name))
    if (unknown !== undefined) {
      return yield* Either.left(unknownCategory(unknown))
    }
    yield* refuseTwice([...products, ...categoriesOf(rules).map((name) => ({ name, id: name }))])
    return "product_ids" in rules ? { ...rules, product_ids: products.map(({ id }) => id) } : rules
  })

/** Writes promotions. */
export const make = Effect.fnUntraced(function* (source: string) {
  const sql = yield* SqlClient.SqlClient
  const findProducts = yield* NamedProducts.make(source, "any")
  const writeRows = yield* TableRows.make(table)

  /** Finds those among names that a table has. */
  const namesIn = (table: "categories" | "promotions", names: ReadonlyArray<string>) =>
    namesOf(sql`SELECT name FROM ${sql(table)} WHERE name = ANY(${names}::text[])`)
  /** Finds the ids of products, and the categories, among those of rules that have something to sell. */
  const soldAmong = (rules: ReadonlyArray<Rules>) =>
    namesOf(sql`
      SELECT n.id::text AS name FROM unnest(${rules.flatMap(productsOf)}::uuid[]) AS n (id)
      WHERE EXISTS (SELECT FROM products p WHERE ${isSold(sql)} AND p.id = n.id)
        OR EXISTS (SELECT FROM products p WHERE ${isSold(sql)} AND p.group_id = n.id)
      UNION ALL
      SELECT n.name FROM unnest(${rules.flatMap(categoriesOf)}::text[]) AS n (name)
      WHERE EXISTS (SELECT FROM products p WHERE ${isSold(sql)} AND p.category = n.name)`)

  const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenPromotion>>) {
    const names: NamesOfShop = {
      productNamed: yield* findProducts(lines.flatMap(({ value }) => productsOf(value.rules))),
      categories: yield* namesIn(
        "categories",
        lines.flatMap(({ value }) => categoriesOf(value.rules))
      )
    }
    const stored = yield* namesIn(
      "promotions",
      lines.map(({ value }) => value.name)
    )
    const refuse = ({ line, value }: StagedLine<TakenPromotion>, fault: Fault) =>
      refuseLine(line, value.name, "rules", fault)
    const [unknown, found] = Array.partitionMap(lines, (each) =>
      Either.mapBoth(resolveRules(each.value.rules, names), {
        onLeft: (fault) => refuse(each, fault),
        onRight: (rules) => ({ ...each, rules })
      })
    )
    const sold = yield* soldAmong(found.map(({ rules }) => rules))
    const [idle, rows] = Array.partitionMap(found, ({ rules, ...each }): Either.Either<PromotionRow, Refused> => {
      const { endDate, isActive, name, startDate } = each.value
      const hasGoods = [...productsOf(rules), ...categoriesOf(rules)].some((id) => sold.has(id))
      // A promotion whose goods are gone can still be switched off.
      return hasGoods || (isActive === false && stored.has(name))
        ? Either.right({ id: v7(), name, rules, start_date: startDate, end_date: endDate, is_active: isActive ?? null })
        : Either.left(
            refuse(each, {
              fault: "name nothing that is sold",
              mend: "name products that are active, or categories that have some"
            })
          )
    })
    const settled: Settled = {
      refused: [...unknown, ...idle],
      notes: [],
      write: Effect.map(writeRows(rows), ({ length }) => length)
    }
    return settled
  })

  const writing: Writing<TakenPromotion> = {
    kind: promotions,
    staged: StagedPromotion,
    keysOf: ({ name }) => ({ key: name, unit: name }),
    prepare: () => Effect.succeed({ begin: Effect.void, settle, withdraw: null })
  }
  return writing
})
