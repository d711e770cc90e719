import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect } from "effect"
import * as TableRows from "../../../../src/shop/import/writing/TableRows.ts"

interface Shelf {
  readonly aisle: string
  readonly place: number
  readonly id: number
  readonly name: string
  readonly note: string | null
  readonly most: string | null
  readonly is_open: boolean | null
}

const shelf = (aisle: string, place: number, changes: Partial<Shelf> = {}): Shelf => ({
  aisle,
  place,
  id: 1,
  name: "books",
  note: null,
  most: null,
  is_open: null,
  ...changes
})

const shelves: TableRows.Table<Shelf> = {
  name: "shelves",
  given: {
    aisle: "text",
    place: "integer",
    id: "integer",
    name: "text",
    note: "text",
    most: "text",
    is_open: "boolean"
  },
  key: ["aisle", "place"],
  columns: {
    id: TableRows.insertedOnly("g.id"),
    name: TableRows.stated("name"),
    note: TableRows.text("note"),
    most: TableRows.emptied("most", "numeric"),
    is_open: TableRows.stays("is_open", "COALESCE(g.is_open, true)")
  }
}

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`rows of a table on ${engine.name}`, (it) => {
    it.effect("inserts what is missing, changes what differs, and runs no statement that writes for the rest", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          CREATE TABLE shelves (aisle text, place integer, id integer, name text, note text, most numeric, is_open boolean,
            PRIMARY KEY (aisle, place))`
        yield* sql`CREATE TABLE marks (at text)`
        yield* sql`
          CREATE FUNCTION mark_shelves() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN INSERT INTO marks VALUES (TG_OP); RETURN NULL; END $$`
        yield* sql`
          CREATE TRIGGER shelves_marked AFTER INSERT OR UPDATE ON shelves FOR EACH STATEMENT EXECUTE FUNCTION mark_shelves()`
        const write = yield* TableRows.make(shelves)
        const stored =
          sql`SELECT aisle, place, id, name, note, most::text AS most, is_open FROM shelves ORDER BY aisle, place`
            .values
        const marks = sql`WITH taken AS (DELETE FROM marks RETURNING at) SELECT at FROM taken ORDER BY at`.values

        const first = [
          shelf("b", 1, { most: "2.50" }),
          shelf("a", 2, { note: "dry" }),
          shelf("a", 1, { is_open: false })
        ]
        assert.deepStrictEqual(yield* write(first), first)
        assert.deepStrictEqual(yield* marks, [["INSERT"]])
        assert.deepStrictEqual(yield* write(first), [])
        assert.deepStrictEqual(yield* write([]), [])
        assert.deepStrictEqual(yield* marks, [])

        const emptied = shelf("b", 1, { id: 2, most: "" })
        const fresh = shelf("c", 1, { note: "" })
        const untouched = shelf("a", 1, { id: 2 })
        const renamed = shelf("a", 2, { name: "maps", note: "" })
        assert.deepStrictEqual(yield* write([emptied, fresh, untouched, renamed]), [fresh, renamed, emptied])
        assert.deepStrictEqual(yield* marks, [["INSERT"], ["UPDATE"]])
        assert.deepStrictEqual(yield* stored, [
          ["a", 1, 1, "books", "", null, false],
          ["a", 2, 1, "maps", "", null, true],
          ["b", 1, 1, "books", "", null, true],
          ["c", 1, 1, "books", "", null, true]
        ])

        // Somebody else inserts the row at this moment.
        yield* sql`
          CREATE FUNCTION overtake() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF pg_trigger_depth() = 1 THEN
              INSERT INTO shelves VALUES (NEW.aisle, NEW.place, 3, 'tools', 'wet', NULL, false);
            END IF;
            RETURN NEW;
          END $$`
        yield* sql`CREATE TRIGGER overtaken BEFORE INSERT ON shelves FOR EACH ROW EXECUTE FUNCTION overtake()`
        const overtaken = [shelf("d", 1), shelf("a", 1, { name: "games" })]
        assert.deepStrictEqual(yield* write(overtaken), overtaken)
        assert.deepStrictEqual(yield* write(overtaken), [])
        assert.deepStrictEqual((yield* stored).at(-1), ["d", 1, 3, "books", "wet", null, false])
      })
    )
  })
}
