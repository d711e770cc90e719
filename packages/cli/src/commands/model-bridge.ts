import { Command, Options } from "@effect/cli"
import * as Environment from "@storefront/server/platform/config/Environment"
import { Console, Effect, Layer, Option } from "effect"
import * as Answer from "../bridge/Answer.ts"
import * as Bridge from "../bridge/Bridge.ts"
import * as FolderPlayer from "../bridge/FolderPlayer.ts"
import * as ReplayPlayer from "../bridge/ReplayPlayer.ts"
import * as TerminalPlayer from "../bridge/TerminalPlayer.ts"
import * as Input from "../Input.ts"
import { LineEditor } from "../LineEditor.ts"
import { Paint } from "../Paint.ts"
import { Voice } from "../Notices.ts"
import { up } from "./up.ts"

const folder = Options.directory("folder").pipe(
  Options.withDescription("Where requests, answers and transcript.jsonl are (default bridge)"),
  Options.withDefault("bridge")
)

const port = Options.integer("port").pipe(
  Options.withDescription("Where the bridge listens, on loopback (default 8095; 0: any free port)"),
  Options.withDefault(8095)
)

const terminal = Options.boolean("terminal").pipe(
  Options.withDescription("Answer here, line by line, instead of by files")
)

const replay = Options.file("replay").pipe(
  Options.withDescription("Give the answers of this transcript again, in their order"),
  Options.optional
)

const withSuite = Options.boolean("up").pipe(
  Options.withDescription("Start the suite as well, asking this bridge; stop both with ctrl-c")
)

const answerHow = (folder: string) =>
  `For every NNNN.request.json (and .md, for people) in ${folder}, write NNNN.answer.json beside it:
  {"text": "…"}   or   {"calls": [{"name": "…", "arguments": {…}}]}
What is wrong with an answer is then in NNNN.error.txt, and a changed answer is read again.`

/** A player, the number of the first request, and the storage of its transcript. */
interface Session {
  readonly player: Bridge.Player
  readonly first: number
  readonly keep: (entry: Bridge.Entry) => Effect.Effect<void>
  /** Instructions for whoever plays. */
  readonly how: string
  /** Runs until the player ends it. */
  readonly hold: Effect.Effect<void>
}

const replayOf = Effect.fnUntraced(function* (file: string, tell: (line: string) => Effect.Effect<void>) {
  const recorded = yield* FolderPlayer.readTranscript(file)
  const session: Session = {
    player: yield* ReplayPlayer.make(recorded, tell),
    first: 1,
    keep: () => Effect.void,
    how: `The ${recorded.length} answers of ${file} are given again, in their order.`,
    hold: Effect.never
  }
  return session
})

const sessionIn = Effect.fnUntraced(function* (
  folder: string,
  isAtTerminal: boolean,
  tell: (line: string) => Effect.Effect<void>
) {
  const { first, keep, player, transcript } = yield* FolderPlayer.open(folder)
  const reader = yield* Answer.makeReader
  if (!isAtTerminal) {
    const session: Session = { player: player(reader, tell), first, keep, how: answerHow(folder), hold: Effect.never }
    return session
  }
  const editor = yield* Layer.build(LineEditor.layer)
  const terminal = yield* Effect.provide(TerminalPlayer.make(reader), editor)
  const session: Session = { ...terminal, first, keep, how: `${TerminalPlayer.help} The transcript is ${transcript}.` }
  return session
})

const introduction = (url: string, how: string, withSuite: boolean) =>
  Effect.map(Paint, (paint) =>
    [
      paint.strong(`The bridge listens at ${url}. ${withSuite ? "The suite is started with" : "Start the suite with"}`),
      `  ${paint.typed(
        [...Object.entries(Bridge.variablesFor(url)).map(([name, value]) => `${name}=${value}`), "storefront up"].join(
          " "
        )
      )}`,
      "With the last two variables a turn, and each specialist in it, may take an hour.",
      "",
      how,
      ""
    ].join("\n")
  )

/** Serves a model that a person or a program plays. */
export const bridge = Command.make(
  "bridge",
  { folder, port, terminal, replay, withSuite },
  Effect.fn("cli.model.bridge")(function* ({ folder, port, replay, terminal, withSuite }) {
    if (terminal && (Option.isSome(replay) || withSuite)) {
      return yield* new Input.InputInvalid({
        message: "--terminal needs the terminal for itself: leave out --replay and --up"
      })
    }
    const tell = (line: string) => (terminal ? Effect.void : Console.log(line))
    const session = yield* Option.match(replay, {
      onNone: () => sessionIn(folder, terminal, tell),
      onSome: (file) => replayOf(file, tell)
    })
    const { stop, summary, url } = yield* Bridge.make({ ...session, port, tell })
    yield* (yield* Voice).introduce(yield* introduction(url, session.how, withSuite))
    const suite = up
      .handler({ mcp: false, oauth: false, insecureDemo: false })
      .pipe(Effect.provide(Environment.overlay(Bridge.variablesFor(url))))
    const program = withSuite ? suite : session.hold
    // Turns in flight end with the bridge, so that nothing waits for their answers.
    yield* Effect.raceFirst(
      program,
      Effect.onInterrupt(Effect.never, () => stop)
    ).pipe(Effect.ensuring(Effect.zipRight(stop, Effect.flatMap(summary, Console.log))))
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Be the language model, or let a program be it: serves an OpenAI-compatible model on loopback whose requests are files in a folder, and so are its answers. The transcript can be replayed. No key is needed."
  )
)
