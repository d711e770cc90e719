import * as Recording from "@storefront/server/platform/provider/Recording"
import { Array, Effect, Option, Ref, Schema } from "effect"
import { type Entry, labelOf, type Player, type Request } from "./Bridge.ts"
import { Refused } from "./ModelServer.ts"
import { Question } from "./Question.ts"

const encode = Schema.encodeSync(Schema.parseJson(Question))
const parse = Schema.decodeSync(Schema.parseJson())

/** Returns the parts of a request that a replay compares. */
const comparable = (request: Request): unknown => parse(Recording.normalized(encode(request)))

/** Makes a player that gives the recorded answers in order, and reports each request that differs. */
export const make = Effect.fn("ReplayPlayer.make")(function* (
  recorded: ReadonlyArray<Entry>,
  tell: (line: string) => Effect.Effect<void>
) {
  const position = yield* Ref.make(0)
  const play = Effect.fnUntraced(function* (request: Request) {
    const at = yield* Ref.getAndUpdate(position, (next) => next + 1)
    const entry = yield* Effect.mapError(
      Array.get(recorded, at),
      () => new Refused({ status: 400, message: "The recording is over, and one more request is made" })
    )
    const difference = Recording.firstDifference(comparable(entry), comparable(request), "")
    if (Option.isSome(difference)) {
      yield* tell(
        `${labelOf(request.number)} differs from request ${labelOf(entry.number)} of the recording at ${difference.value}`
      )
    }
    return entry.answer ?? (yield* new Refused({ status: 503, message: "In the recording there is no answer" }))
  })
  const player: Player = { play: (request) => Effect.tapError(play(request), ({ message }) => tell(message)) }
  return player
})
