import { FileSystem } from "@effect/platform"
import { type Mapped } from "@storefront/server/shop/import/categories/Category"
import { csvLine, guardFormula } from "@storefront/server/shop/import/CsvCells"
import { type Listener } from "@storefront/server/shop/import/Import"
import { Effect, Option, Ref } from "effect"
import { resolve } from "node:path"
import * as Input from "./Input.ts"
import { printable } from "./Output.ts"
import { announce } from "./Progress.ts"

/** Files that an import writes for spreadsheets: its refusals and notes, and the map of categories to edit. */

/** Characters that wait in memory to be written together. */
const maxWaiting = 65_536

/**
 * Creates the file, which must not be one of those that are read, with its heading, and returns the function that adds a
 * line. If it cannot be written any more later, as on a full disk, that is said once, and the import goes on without it.
 */
const create = Effect.fnUntraced(function* (
  path: string,
  inputs: ReadonlyArray<string>,
  heading: ReadonlyArray<string>
) {
  if (inputs.some((input) => resolve(input) === resolve(path))) {
    return yield* new Input.InputInvalid({ message: `${printable(path)} is read by this import: name another file` })
  }
  const files = yield* FileSystem.FileSystem
  const file = yield* Effect.mapError(
    files.open(path, { flag: "w" }),
    () => new Input.InputInvalid({ message: `${printable(path)} cannot be written` })
  )
  const waiting = yield* Ref.make(csvLine(heading))
  const isBroken = yield* Ref.make(false)
  const flush = Effect.flatMap(Ref.getAndSet(waiting, ""), (text) =>
    file.writeAll(new TextEncoder().encode(text))
  ).pipe(
    Effect.catchAll(() =>
      Effect.zipRight(
        Ref.set(isBroken, true),
        announce(`${printable(path)} cannot be written any more: it is incomplete, and the import goes on without it`)
      )
    ),
    Effect.unlessEffect(Ref.get(isBroken))
  )
  yield* Effect.addFinalizer(() => flush)
  return (cells: ReadonlyArray<string | number | null>) =>
    Effect.flatMap(
      Ref.updateAndGet(waiting, (text) => text + csvLine(cells.map((cell) => guardFormula(String(cell ?? ""))))),
      ({ length }) => (length < maxWaiting ? Effect.void : Effect.asVoid(flush))
    )
})

/** Keeps no refusals and notes. */
const none: Pick<Listener, "noted" | "refused"> = { refused: () => Effect.void, noted: () => Effect.void }

/** Opens the report of an import, if one is wanted: refusals and notes as they are found. */
export const open = (path: Option.Option<string>, inputs: ReadonlyArray<string>) =>
  Option.match(path, {
    onNone: () => Effect.succeed(none),
    onSome: (path) =>
      Effect.map(create(path, inputs, ["line", "column", "key", "fault", "mend", "note"]), (add): typeof none => ({
        refused: ({ column, fault, key, line, mend }) => add([line, column, key, fault, mend, null]),
        noted: (line, key, notes) =>
          Effect.forEach(notes, ({ column, text }) => add([line, column, key, null, null, text]), { discard: true })
      }))
  })

/** Opens the map of categories to edit, if one is wanted; returns the function that writes it. */
export const openCategories = (path: Option.Option<string>, inputs: ReadonlyArray<string>) =>
  Option.match(path, {
    onNone: () => Effect.succeed((_mapped: ReadonlyArray<Mapped>) => Effect.void),
    onSome: (path) =>
      Effect.map(
        create(path, inputs, ["from", "category"]),
        (add) => (mapped: ReadonlyArray<Mapped>) =>
          Effect.forEach(mapped, ({ category, from }) => add([from, category]), { discard: true })
      )
  })
