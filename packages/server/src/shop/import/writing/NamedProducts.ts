import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Effect, Either, Schema } from "effect"
import { withoutTimeLimits } from "../../../platform/database/Transaction.ts"
import { type Fault } from "../Lines.ts"
import { quote } from "../Quote.ts"

/**
 * Finds the products that lines name: by external id of the import's source, else of any source, by SKU, by GTIN. The
 * first of these that finds one counts; there active products win over withdrawn ones, which keep their SKU when the
 * source gives its goods other keys. A name that then fits several products is refused.
 */

/** Which products names can mean, and the id that a name stands for; `n` is the name, `p` a product that has it. */
const meanings = {
  /** Variants and singles. */
  sold: { id: "p.id", isMeant: "p.kind <> 'group'" },
  /** Groups and singles; a variant stands for its group. */
  listed: { id: "COALESCE(p.group_id, p.id)", isMeant: "true" },
  /** All; a key that a group shares with a variant of its own is the group's. */
  any: {
    id: "p.id",
    isMeant: "NOT EXISTS (SELECT FROM products g WHERE g.id = p.group_id AND g.external_id = n.name)"
  }
}

const Named = Schema.Struct({ name: Schema.String, id: Schema.String, rank: Schema.Int })

/** Makes the query for the products that the names of a relation can mean, each with the rank of how it is named. */
const candidatesOf = (sql: SqlClient.SqlClient, source: string, meaning: keyof typeof meanings) => {
  const id = sql.literal(meanings[meaning].id)
  const isMeant = sql.literal(meanings[meaning].isMeant)
  const withdrawnLast = sql`CASE WHEN p.is_active THEN 0 ELSE 1 END`
  return (names: Statement.Fragment) => sql`
    SELECT n.name, ${id} AS id, CASE WHEN p.source = ${source} THEN 10 ELSE 20 END + ${withdrawnLast} AS rank
    FROM ${names} n JOIN products p ON p.external_id = n.name WHERE ${isMeant}
    UNION ALL
    SELECT n.name, ${id}, 30 + ${withdrawnLast} FROM ${names} n JOIN products p ON lower(p.sku) = lower(n.name) WHERE ${isMeant}
    UNION ALL
    SELECT n.name, ${id}, 40 + ${withdrawnLast} FROM ${names} n JOIN products p ON p.gtin = n.name WHERE ${isMeant}`
}

/**
 * Makes the function that gives the staged lines of one product a unit of their own where they name it in several ways,
 * so that they are settled together. Needs lines whose unit is the name of their product.
 */
export const makeUnite = (source: string, meaning: keyof typeof meanings) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const candidates = candidatesOf(sql, source, meaning)
    return (table: string) =>
      withoutTimeLimits(sql)(
        sql`
          WITH named AS MATERIALIZED (
            SELECT DISTINCT unit AS name FROM ${sql(table)} WHERE unit IS NOT NULL
          ), ranked AS (
            SELECT name, id, rank, min(rank) OVER (PARTITION BY name) AS best FROM (${candidates(sql`named`)}) candidates
          ), meant AS (
            SELECT name, min(id::text) AS id FROM ranked WHERE rank = best GROUP BY name HAVING count(DISTINCT id) = 1
          ), several AS (
            SELECT id FROM meant GROUP BY id HAVING count(*) > 1
          )
          UPDATE ${sql(table)} s SET unit = m.id FROM meant m JOIN several USING (id) WHERE s.unit = m.name`
      ).pipe(Effect.asVoid)
  })

/** Makes `find`, which reads the products of several names at once and returns a function to look each of them up. */
export const make = (source: string, meaning: keyof typeof meanings) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const candidates = candidatesOf(sql, source, meaning)
    const productsNamed = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Named,
      execute: (names) => sql`
        WITH named AS (SELECT unnest(${names}::text[]) AS name) ${candidates(sql`named`)}`
    })
    return (names: Iterable<string>) =>
      Effect.map(productsNamed([...new Set(names)]), (found) => (name: string): Either.Either<string, Fault> => {
        const all = found.filter((each) => each.name === name)
        const best = Math.min(...all.map(({ rank }) => rank))
        const [product, ...others] = new Set(all.filter(({ rank }) => rank === best).map(({ id }) => id))
        return product === undefined
          ? Either.left({
              fault: `${quote(name)} is not a product of the shop`,
              mend: "correct the key, or import the product first: storefront import products"
            })
          : others.length > 0
            ? Either.left({
                fault: `${quote(name)} fits ${others.length + 1} products`,
                mend: "write the key of the one that is meant"
              })
            : Either.right(product)
      })
  })
