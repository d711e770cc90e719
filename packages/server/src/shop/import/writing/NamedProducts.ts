import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Either, Schema } from "effect"
import { type Fault } from "../Lines.ts"
import { quote } from "../Quote.ts"

/**
 * Finds the products that lines name: by external id of the import's source, else of any source, by SKU, by GTIN. The
 * first of these that finds one counts, and a name that then fits several products is refused.
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

/** Makes `find`, which reads the products of several names at once and returns a function to look each of them up. */
export const make = (source: string, meaning: keyof typeof meanings) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const id = sql.literal(meanings[meaning].id)
    const isMeant = sql.literal(meanings[meaning].isMeant)
    const productsNamed = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Named,
      execute: (names) => sql`
        WITH named AS (SELECT unnest(${names}::text[]) AS name)
        SELECT n.name, ${id} AS id, CASE WHEN p.source = ${source} THEN 1 ELSE 2 END AS rank
        FROM named n JOIN products p ON p.external_id = n.name WHERE ${isMeant}
        UNION ALL
        SELECT n.name, ${id}, 3 FROM named n JOIN products p ON lower(p.sku) = lower(n.name) WHERE ${isMeant}
        UNION ALL
        SELECT n.name, ${id}, 4 FROM named n JOIN products p ON p.gtin = n.name WHERE ${isMeant}`
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
