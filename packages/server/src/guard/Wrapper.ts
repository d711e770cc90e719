import { randomBytes } from "node:crypto"
import { Data, Effect, Option, Schema } from "effect"

/**
 * Data stands in a prompt between two lines that name the same boundary, as JSON on one line. Nobody can write such a
 * line into it: JSON has no line feed inside, the boundary is random, and text of people cannot look like one.
 */

/** Bytes of a boundary. */
const boundaryBytes = 16

const boundaryLike = /(data)-(?=[0-9a-f]{16})/gi

/** A text in which nothing looks like a boundary. */
export const unbounded = (text: string): string => text.replaceAll(boundaryLike, "$1 ")

/** The value has something in it that looks like a boundary. */
export class AlreadyWrapped extends Data.TaggedError("AlreadyWrapped")<{}> {}

const Json = Schema.parseJson()
const encodeJson = Schema.encodeSync(Json)
const decodeJson = Schema.decodeUnknownOption(Json)

/** JSON between two lines with a boundary of its own. */
export const wrap = (value: unknown): Effect.Effect<string, AlreadyWrapped> =>
  Effect.suspend(() => {
    const json = encodeJson(value)
    if (unbounded(json) !== json) {
      return new AlreadyWrapped()
    }
    const boundary = `data-${randomBytes(boundaryBytes).toString("hex")}`
    return Effect.succeed(`begin ${boundary}\n${json}\nend ${boundary}`)
  })

const wrapped = /^begin (data-[0-9a-f]{32})\n(.*)\nend \1$/

/** What was wrapped. */
export const unwrap = (text: unknown): Option.Option<unknown> =>
  typeof text === "string" ? Option.flatMap(Option.fromNullable(wrapped.exec(text)?.[2]), decodeJson) : Option.none()
