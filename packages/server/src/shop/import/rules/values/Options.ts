import { maxOptions } from "@storefront/domain/Catalog"
import { Array, Either } from "effect"
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

/** Choices of a line: names of options with their values. */
export type Choices = ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]>

/** Reads a choice; its fault is that of the first part that cannot stand in an option. */
const readChoice = ([name, values]: Choices[number], settings: Settings) =>
  Either.map(
    Either.all({
      name: quoted(optionName, name, settings),
      values: Either.all(values.map((value) => quoted(optionValue, value, settings)))
    }),
    (read): Choices[number] => [read.name.value, read.values.map(({ value }) => value)]
  )

/** Checks the options that a variant leaves open. */
export const readOpenOptions = (choices: Choices, settings: Settings): Either.Either<Choices, Fault> =>
  Either.all(choices.map((choice) => readChoice(choice, settings)))

/** Parts what a group says of itself into choices that its variants can have, and other facts. */
export const partitionChoices = (
  choices: Choices,
  settings: Settings
): { readonly choices: Choices; readonly facts: Choices } => {
  const [facts, offered] = Array.partitionMap(choices, (choice) =>
    Either.mapLeft(readChoice(choice, settings), () => choice)
  )
  return { choices: Array.dedupeWith(offered, ([one], [other]) => one === other), facts }
}
