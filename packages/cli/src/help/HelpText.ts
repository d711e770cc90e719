import { type HelpDoc, type Span } from "@effect/cli"
import { Array } from "effect"

/** An argument, an option or a command: its notation, with its description. */
export interface Entry {
  readonly name: string
  readonly text: string
}

/** Contents of the library's help document for a command. */
export interface HelpText {
  readonly description: string
  readonly arguments: ReadonlyArray<Entry>
  readonly options: ReadonlyArray<Entry>
  /** All nested commands, to any depth; the name is the usage. */
  readonly commands: ReadonlyArray<Entry>
}

const textOf = (span: Span.Span): string => {
  switch (span._tag) {
    case "Text":
    case "URI":
      return span.value
    case "Sequence":
      return `${textOf(span.left)}${textOf(span.right)}`
    default:
      return textOf(span.value)
  }
}

/** Returns the paragraphs of a document, in their order. */
export const paragraphs = (doc: HelpDoc.HelpDoc): ReadonlyArray<string> => {
  switch (doc._tag) {
    case "Paragraph":
    case "Header":
      return [textOf(doc.value)]
    case "Sequence":
      return [...paragraphs(doc.left), ...paragraphs(doc.right)]
    case "Enumeration":
      return doc.elements.flatMap(paragraphs)
    case "DescriptionList":
      return doc.definitions.flatMap(([name, text]) => [textOf(name), ...paragraphs(text)])
    case "Empty":
      return []
  }
}

/** Returns whether a paragraph is the library's standard text about a type, which adds nothing to the option's name. */
const isBoilerplate = (paragraph: string) =>
  /^(?:A true or false value|A user-defined piece of text.*|An integer|One of the following: .*|This (?:setting|option) .*)\.?$/u.test(
    paragraph
  )

/** Converts `--lines integer` to the usual notation; values to choose from are listed in the text. */
const toUsualNotation = (name: string) =>
  name
    .replace(/^(<[\w-]+>) .*$/u, "$1")
    .replace(/^(--([\w-]+)) \S+ \| .*$/u, "$1 <$2>")
    .replace(/^(--[\w-]+) ([^\s<]+)$/u, "$1 <$2>")
    .replace("<redacted>", "<text>")
    .replace("<integer>", "<number>")

/** Returns the values of `--status open | closed`. */
const valuesIn = (name: string) => /^--[\w-]+ (\S+ \| .*)$/u.exec(name)?.[1]?.split(" | ") ?? []

/** Returns whether an argument may be left out. Options usually may, so that is not shown. */
const isOptional = (name: string, descriptions: ReadonlyArray<string>) =>
  name.startsWith("<") && descriptions.some((paragraph) => paragraph.startsWith("This setting is optional"))

const entryOf = (libraryName: string, descriptions: ReadonlyArray<string>): Entry => {
  const name = toUsualNotation(libraryName)
  const values = valuesIn(libraryName)
  return {
    name: isOptional(name, descriptions) ? `[${name}]` : name,
    text: [
      ...descriptions.filter((paragraph) => paragraph !== "" && !isBoilerplate(paragraph)),
      ...(values.length === 0 ? [] : [`(${values.join(", ")})`])
    ].join(" ")
  }
}

const sections = (doc: HelpDoc.HelpDoc): ReadonlyArray<HelpDoc.HelpDoc> =>
  doc._tag === "Sequence" ? [...sections(doc.left), ...sections(doc.right)] : [doc]

const entriesOf = (doc: HelpDoc.HelpDoc): ReadonlyArray<Entry> => {
  switch (doc._tag) {
    case "DescriptionList":
      return doc.definitions.map(([name, text]) => entryOf(textOf(name), paragraphs(text)))
    case "Enumeration":
      return doc.elements.flatMap(entriesOf)
    case "Paragraph": {
      // A command is one line: its usage, at least two spaces, its description.
      const [name = "", ...text] = textOf(doc.value).split(/ {2,}/u)
      return [{ name, text: text.join(" ") }]
    }
    default:
      return []
  }
}

/** Parses a document, which consists of headings, each followed by its content. */
export const parse = (doc: HelpDoc.HelpDoc): HelpText => {
  const contentUnder = (heading: string) => {
    const all = sections(doc)
    const start = all.findIndex((section) => section._tag === "Header" && textOf(section.value) === heading)
    return start === -1 ? [] : Array.takeWhile(all.slice(start + 1), ({ _tag }) => _tag !== "Header")
  }
  return {
    description: contentUnder("DESCRIPTION").flatMap(paragraphs).join(" "),
    arguments: contentUnder("ARGUMENTS").flatMap(entriesOf),
    options: contentUnder("OPTIONS").flatMap(entriesOf),
    commands: contentUnder("COMMANDS").flatMap(entriesOf)
  }
}

/** Extracts the path of a command from its usage: `orders list` from `orders list [--limit integer]`. */
export const commandPath = (usage: string): string => {
  const words = Array.takeWhile(
    usage
      .replaceAll(/\[[^\]]*\]|<[^>]*>|\S+(?: \| \S+)+/gu, " ")
      .split(/\s+/u)
      .filter((word) => word !== ""),
    (word) => /^[a-z][a-z-]*$/u.test(word)
  )
  // For a command two levels down, the library repeats the first word.
  return (words[0] === words[1] ? words.slice(1) : words).join(" ")
}
