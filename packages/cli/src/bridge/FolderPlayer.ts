import { type Error as PlatformError, FileSystem, Path } from "@effect/platform"
import { Array, Data, Effect, Either, Option, Order, Schema } from "effect"
import { type AnswerReader } from "./Answer.ts"
import { Entry, labelOf, type Player, Request } from "./Bridge.ts"
import { Refused } from "./ModelServer.ts"
import { page } from "./RequestPage.ts"

export class FolderUnusable extends Data.TaggedError("FolderUnusable")<{ readonly message: string }> {}

/** Polling interval for answers: not every file system reports every change to a watcher. */
const interval = "100 millis"

const encodeRequest = Schema.encode(Schema.parseJson(Request, { space: 2 }))
const encodeEntry = Schema.encode(Schema.parseJson(Entry))

/** Returns the number in the name of a request's or an answer's file; 0 for other names. */
const numberIn = (name: string): number => Number(/^(\d+)\.(?:request|answer)\.json$/.exec(name)?.[1] ?? 0)

const nobodyWaits = "Nobody waits for this answer any more: the request was given up, or the bridge has stopped.\n"

/** Opens the folder in which somebody plays the model: requests go out as files, answers come in as files. */
export const open = Effect.fn("FolderPlayer.open")(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const unusable = ({ message }: PlatformError.PlatformError) =>
    new FolderUnusable({ message: `The folder ${folder} cannot be used: ${message}` })
  const fileOf = (name: string) => path.join(folder, name)
  yield* Effect.mapError(files.makeDirectory(folder, { recursive: true }), unusable)
  const before = yield* Effect.mapError(files.readDirectory(folder), unusable)

  /** Writes a file whole or not at all, since programs read it as soon as it exists; follows no links. */
  const put = Effect.fnUntraced(function* (name: string, text: string) {
    const draft = fileOf(`.${name}`)
    yield* files.remove(draft, { force: true })
    yield* files.writeFileString(draft, text, { flag: "wx" })
    yield* files.rename(draft, fileOf(name))
  })

  const transcript = fileOf("transcript.jsonl")
  const keep = (entry: Entry) =>
    Effect.orDie(
      Effect.flatMap(encodeEntry(entry), (line) => files.writeFileString(transcript, `${line}\n`, { flag: "a" }))
    )

  const player = (reader: AnswerReader, tell: (line: string) => Effect.Effect<void>): Player => {
    const textIn = (file: string) => Effect.option(files.readFileString(file))

    /** Waits for an answer in the file, other than the one that was rejected. */
    const nextIn = Effect.fnUntraced(function* (file: string, rejected: Option.Option<string>) {
      for (;;) {
        const text = yield* textIn(file)
        if (Option.isSome(text) && !Option.contains(rejected, text.value)) {
          return text.value
        }
        yield* Effect.sleep(interval)
      }
    })

    const play = Effect.fnUntraced(function* (request: Request) {
      const label = labelOf(request.number)
      const [answerFile, errorName] = [fileOf(`${label}.answer.json`), `${label}.error.txt`]
      yield* put(`${label}.request.md`, page(request).join("\n"))
      yield* put(`${label}.request.json`, yield* Effect.orDie(encodeRequest(request)))
      let rejected = Option.none<string>()
      for (;;) {
        const text = yield* nextIn(answerFile, rejected)
        const answer = yield* Effect.either(reader.read(request, text))
        if (Either.isRight(answer)) {
          yield* files.remove(fileOf(errorName), { force: true })
          return answer.right
        }
        // The file may still be incomplete.
        yield* Effect.sleep(interval)
        if (Option.contains(yield* textIn(answerFile), text)) {
          yield* put(errorName, `${answer.left.message}\n\nChange ${label}.answer.json: it is read again.\n`)
          yield* tell(`${label} was answered wrongly, see ${errorName}`)
          rejected = Option.some(text)
        }
      }
    })

    return {
      play: (request) =>
        play(request).pipe(
          Effect.onInterrupt(() => Effect.ignoreLogged(put(`${labelOf(request.number)}.error.txt`, nobodyWaits))),
          Effect.mapError((error) => new Refused({ status: 500, message: unusable(error).message })),
          Effect.tapError(({ message }) => tell(message))
        )
    }
  }

  return { first: Math.max(0, ...before.map(numberIn)) + 1, keep, player, transcript }
})

const decodeEntries = Schema.decode(Schema.Array(Schema.parseJson(Entry)))

/** Reads a transcript, ordered by request. */
export const readTranscript = Effect.fn("FolderPlayer.readTranscript")(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const entries = yield* Effect.flatMap(files.readFileString(file), (text) =>
    decodeEntries(text.split("\n").filter((line) => line !== ""))
  ).pipe(Effect.mapError(() => new FolderUnusable({ message: `${file} is not a transcript of a bridge` })))
  return Array.sort(
    entries,
    Order.mapInput(Order.number, ({ number }: Entry) => number)
  )
})
