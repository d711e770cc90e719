import { FileSystem, Path } from "@effect/platform"
import { type FileProblem, type PolicyDraft, readPolicy } from "@storefront/server/shop/policies/PolicyFile"
import { Array, Data, Effect, Either, Option } from "effect"
import { InputInvalid } from "./Input.ts"
import { printable } from "./Output.ts"

/** Maximum number of files in a folder, and of bytes in a file. */
const mostFiles = 200
const mostBytes = 100_000

/** Files that cannot be imported, with the line and the problem of each. */
export class PoliciesInvalid extends Data.TaggedError("PoliciesInvalid")<{
  readonly problems: Array.NonEmptyReadonlyArray<FileProblem>
}> {
  override get message() {
    const files = new Set(this.problems.map(({ file }) => file)).size
    return `Nothing was imported: ${this.problems.length} problem${this.problems.length === 1 ? "" : "s"} in ${files} file${files === 1 ? "" : "s"}`
  }
}

const decodeUtf8 = (bytes: Uint8Array) =>
  Either.try({ try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes), catch: () => "is not UTF-8 text" })

const refused = (file: string, problem: string) => Either.left(Array.of<FileProblem>({ file, line: 1, problem }))

/** Reads the Markdown files directly in a folder, but follows no links; reports all problems at once. */
export const read = Effect.fn("PolicyFolder.read")(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const unreadable = () => new InputInvalid({ message: `${printable(folder)} is not a folder that can be read` })
  const names = (yield* Effect.mapError(files.readDirectory(folder), unreadable))
    .filter((name) => name.endsWith(".md"))
    .toSorted()
  const readOne = Effect.fnUntraced(function* (file: string) {
    const place = path.join(folder, file)
    const isLink = Option.isSome(yield* Effect.option(files.readLink(place)))
    const found = yield* Effect.option(files.stat(place))
    if (isLink || !Option.exists(found, ({ type }) => type === "File")) {
      return []
    }
    if (Option.exists(found, ({ size }) => Number(size) > mostBytes)) {
      return [refused(file, `has more than ${mostBytes / 1000} kB`)]
    }
    const bytes = yield* Effect.option(files.readFile(place))
    return Option.isNone(bytes)
      ? [refused(file, "cannot be read")]
      : [
          Either.match(decodeUtf8(bytes.value), {
            onLeft: (problem) => refused(file, problem),
            onRight: (text) => readPolicy(file, text)
          })
        ]
  })
  const read = (yield* Effect.forEach(names, readOne)).flat()
  if (read.length > mostFiles) {
    return yield* new InputInvalid({
      message: `${printable(folder)} has ${read.length} files; at most ${mostFiles} are imported`
    })
  }
  const drafts = Array.getRights(read)
  const problems = [...Array.getLefts(read).flat(), ...twice(drafts)]
  return Array.isNonEmptyReadonlyArray(problems) ? yield* new PoliciesInvalid({ problems }) : drafts
})

/** Finds policies that are in two files, which may state the same locale by name and by front matter. */
const twice = (drafts: ReadonlyArray<PolicyDraft>): ReadonlyArray<FileProblem> =>
  Object.values(Array.groupBy(drafts, ({ locale, slug }) => `${slug} ${locale}`))
    .filter(({ length }) => length > 1)
    .map(([{ locale, slug }]) => ({ file: `${slug}.md`, line: 1, problem: `${slug} in ${locale} is in two files` }))
