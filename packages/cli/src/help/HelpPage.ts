import { Array } from "effect"
import { type coloured } from "../Paint.ts"
import { type Examples, type Variable, examples, variables, variablesOfAll } from "./Examples.ts"
import { program } from "./HelpDocuments.ts"
import { type Entry, type HelpText, commandPath } from "./HelpText.ts"
import { table, wrap } from "./Wrapping.ts"

/** Width and styles of a page. */
export interface Canvas {
  readonly columns: number
  readonly paint: typeof coloured
}

/** Commands under a heading. */
export interface Group {
  readonly title: string
  readonly names: ReadonlyArray<string>
}

const section = (title: string, lines: ReadonlyArray<string>, { paint }: Canvas) =>
  lines.length === 0 ? [] : [paint.strong(title), ...lines, ""]

/** Returns the text up to the first full stop. */
const firstSentence = (text: string) => text.split(/(?<=\.)\s/u)[0]?.replace(/\.$/u, "") ?? ""

/** Returns the commands directly below a path. */
const childrenOf = (commands: ReadonlyArray<Entry>, path: string): ReadonlyArray<Entry> =>
  Array.dedupeWith(
    commands.flatMap(({ name, text }) => {
      const child = commandPath(name)
      return child.split(" ").length === (path === "" ? 1 : path.split(" ").length + 1) && child.startsWith(path)
        ? [{ name: child, text: firstSentence(text) }]
        : []
    }),
    (one, other) => one.name === other.name
  )

const exampleLines = (shown: Examples, { columns, paint }: Canvas) =>
  shown.flatMap(([command, meaning]) => [
    `  ${paint.typed(`${program} ${command}`)}`,
    ...wrap(meaning, columns - 6).map((line) => `      ${paint.faint(line)}`)
  ])

const variableLines = (shown: ReadonlyArray<Variable>, { columns }: Canvas) =>
  table(
    shown.map(([name, text]) => ({ name, text })),
    columns
  )

/** Lays out the first page: everything there is, on one screen. */
export const overview = (
  help: HelpText,
  groups: ReadonlyArray<Group>,
  version: string,
  canvas: Canvas
): ReadonlyArray<string> => {
  const commands = childrenOf(help.commands, "")
  const rows = (names: ReadonlyArray<string>) =>
    names.flatMap((wanted) => commands.filter(({ name }) => name === wanted))
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    `${canvas.paint.strong(program)} ${version}. ${help.description}`,
    "",
    ...groups.flatMap(({ names, title }) =>
      section(
        title,
        // The second columns of all groups are aligned.
        table(
          rows(names).map(({ name, text }) => ({ name: name.padEnd(width), text })),
          canvas.columns,
          canvas.paint.typed
        ),
        canvas
      )
    ),
    ...section(
      "Examples",
      table(
        (examples[""] ?? []).map(([command, text]) => ({ name: `${program} ${command}`, text })),
        canvas.columns,
        canvas.paint.typed
      ),
      canvas
    ),
    ...section("Variables (and their defaults)", variableLines(variablesOfAll, canvas), canvas),
    `More: ${program} <command> --help, docs/operators.md, docs/configuration.md`
  ]
}

const usageOf = (path: string, help: HelpText, hasCommands: boolean) =>
  [
    program,
    path,
    ...(hasCommands ? [help.options.length === 0 ? "<command>" : "[<command>]"] : []),
    ...help.arguments.map(({ name }) => name),
    ...(help.options.length === 0 ? [] : ["[options]"])
  ].join(" ")

/** Lays out the page of one command, or of a group of them. */
export const page = (path: string, help: HelpText, canvas: Canvas): ReadonlyArray<string> => {
  // The library names subcommands without the command itself.
  const commands = childrenOf(help.commands, "").map(({ name, text }) => ({ name: `${path} ${name}`, text }))
  const [name = ""] = path.split(" ")
  return [
    ...wrap(help.description, canvas.columns),
    "",
    ...section("Usage", [`  ${canvas.paint.typed(usageOf(path, help, commands.length > 0))}`], canvas),
    ...section("Commands", table(commands, canvas.columns, canvas.paint.typed), canvas),
    ...section("Arguments", table(help.arguments, canvas.columns, canvas.paint.typed), canvas),
    ...section("Options", table(help.options, canvas.columns, canvas.paint.typed), canvas),
    ...section("Examples", exampleLines(examples[path] ?? [], canvas), canvas),
    ...section("Variables", variableLines(variables[path] ?? variables[name] ?? [], canvas), canvas)
  ].slice(0, -1)
}
