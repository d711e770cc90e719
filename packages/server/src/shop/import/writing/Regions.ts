import { SqlClient } from "@effect/sql"
import { Array, Effect } from "effect"
import { namesOf } from "./NameSets.ts"
import { type LateNote } from "../Lines.ts"
import { type StagedLine } from "./Writing.ts"

/** Regions of the shop, which warehouses and delivery areas bring along. */

/** A line that puts a warehouse or an area into a region. */
type Placed = StagedLine<{ readonly region: string }>

/** Makes the function that finds which regions of some lines are new, with a note on each such line. */
export const make = Effect.map(
  SqlClient.SqlClient,
  (sql) => (lines: ReadonlyArray<Placed>) =>
    Effect.map(namesOf(sql`SELECT name FROM regions`), (known) => {
      const newcomers = lines.filter(({ value }) => !known.has(value.region))
      const names = Array.dedupe(newcomers.map(({ value }) => value.region))
      return {
        notes: newcomers.map(({ line }): LateNote => ({
          line,
          column: "region",
          text: "is new to the shop, which gets this region"
        })),
        /** Adds them, in the order of the lines. */
        add:
          names.length === 0
            ? Effect.void
            : Effect.asVoid(sql`
                INSERT INTO regions (name) SELECT name FROM unnest(${names}::text[]) WITH ORDINALITY AS added (name, place)
                ORDER BY place ON CONFLICT DO NOTHING`)
      }
    })
)
