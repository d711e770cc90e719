import { Effect, Stream } from "effect"
import { unguardFormula } from "../CsvCells.ts"
import { FileRefused } from "../Lines.ts"
import { quote } from "../Quote.ts"
import { decode } from "./Decode.ts"
import { table } from "./Table.ts"

/**
 * Reads a small file of two columns, such as `--columns` (`from,to`) and `--category-map` (`from,category`), into a map.
 * Every fault refuses the file. A line without a category says nothing: the map that an import writes has such lines.
 */
export const readPairs = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  to: "to" | "category"
): Effect.Effect<ReadonlyMap<string, string>, FileRefused | E> =>
  Effect.gen(function* () {
    const text = yield* Stream.mkString(decode(bytes, null))
    const rows = table(
      Stream.make(text),
      text,
      {
        renames: new Map(),
        spell: (name) => name.toLowerCase(),
        isKnown: (name) => name === "from" || name === to,
        required: [["from"], [to]]
      },
      () => (row) => [row]
    )
    return yield* Stream.runFoldEffect(rows, new Map<string, string>(), (pairs, row) => {
      if ("_tag" in row) {
        return new FileRefused({ line: row.line, fault: row.fault, mend: row.mend })
      }
      const [from = "", target = ""] = ["from", to].map((column) =>
        unguardFormula(row.cells.get(column) ?? "")
          .normalize("NFC")
          .trim()
      )
      if (target === "" && to === "category") {
        return Effect.succeed(pairs)
      }
      return target === ""
        ? new FileRefused({
            line: row.line,
            fault: `has no ${to} for ${quote(from)}`,
            mend: "fill it in, or remove the line"
          })
        : pairs.has(from)
          ? new FileRefused({
              line: row.line,
              fault: `has ${quote(from)} a second time`,
              mend: "keep one of the two lines"
            })
          : Effect.succeed(new Map(pairs).set(from, target))
    })
  })
