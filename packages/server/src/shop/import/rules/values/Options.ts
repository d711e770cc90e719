import { maxOptions } from "@storefront/domain/Catalog"
import { Either } from "effect"
import { type Option } from "../../kinds/TakenProduct.ts"
import { type Fault } from "../../Lines.ts"
import { quote } from "../../Quote.ts"
import { type Settings } from "../../Settings.ts"
import { type Read, type Reader, refused, taken } from "../Column.ts"
import { key } from "./Text.ts"

const optionName = key(40)
const optionValue = key(100)

/** Reads a part of an option; the fault names it. */
const quoted = (reader: Reader<string>, text: string, settings: Settings) =>
  Either.mapLeft(reader(text, settings), ({ fault, mend }) => ({ fault: `${quote(text)} ${fault}`, mend }))

/** Splits `Size=42|Colour=Black` into pairs. */
export const splitOptions = (cell: string): Either.Either<ReadonlyArray<Option>, Fault> =>
  Either.all(
    cell
      .split("|")
      .filter((pair) => pair.trim() !== "")
      .map((pair): Either.Either<Option, Fault> => {
        const at = pair.indexOf("=")
        return at < 0
          ? refused(
              `${quote(pair)} is not an option with its value`,
              "write Size=42, and a bar between two options: Size=42|Colour=Black"
            )
          : Either.right([pair.slice(0, at), pair.slice(at + 1)])
      })
  )

/** Checks the options of one line. */
export const readOptions = (
  pairs: ReadonlyArray<Option>,
  settings: Settings
): Either.Either<Read<ReadonlyArray<Option>>, Fault> => {
  const read = Either.all(
    pairs.map(([name, value]) =>
      name.trim() === ""
        ? refused(`has the value ${quote(value)} without the name of its option`, "write Size=42")
        : value.trim() === ""
          ? refused(`has no value for ${quote(name)}`, "write Size=42, or leave the option out")
          : Either.all({ name: quoted(optionName, name, settings), value: quoted(optionValue, value, settings) })
    )
  )
  return Either.flatMap(read, (options) => {
    const names = options.map(({ name }) => name.value)
    const twice = names.find((name, at) => names.indexOf(name) < at)
    return options.length > maxOptions
      ? refused(`has ${options.length} options, and a variant has at most ${maxOptions}`, "make the others specs")
      : twice !== undefined
        ? refused(`names the option ${quote(twice)} twice`, "give each option once")
        : taken(
            options.map(({ name, value }): Option => [name.value, value.value]),
            options.flatMap(({ name, value }) => [...name.notes, ...value.notes])
          )
  })
}
