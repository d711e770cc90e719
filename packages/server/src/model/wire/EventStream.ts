import { Either, Schema } from "effect"

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())

/** Whether a text is one of `text/event-stream`, whatever its headers say: no JSON begins like that. */
export const isOne = (text: string): boolean => /^\s*(?:data|event|id|retry)?:/.test(text)

/** The JSON in the events of a stream, in their order; `[DONE]` and what was cut off are none. */
export const dataOf = (text: string): ReadonlyArray<unknown> =>
  text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .flatMap((event) => {
      const lines = event.split("\n").filter((line) => line.startsWith("data:"))
      return Either.match(parseJson(lines.map((line) => line.slice(5)).join("\n")), {
        onLeft: () => [],
        onRight: (json) => [json]
      })
    })
