import { type HttpClientError, type HttpClientResponse } from "@effect/platform"
import { Data, Effect, Stream } from "effect"

/** Somebody answers with more than anybody would read. */
export class AnswerTooLarge extends Data.TaggedError("AnswerTooLarge") {}

/** The bytes of an answer as they come, unless there are more than this; then the rest of them is not waited for. */
export const stream = (
  answer: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Stream.Stream<Uint8Array, AnswerTooLarge | HttpClientError.ResponseError> =>
  Stream.mapAccumEffect(answer.stream, 0, (before, chunk) => {
    const bytes = before + chunk.length
    return bytes > maxBytes ? new AnswerTooLarge() : Effect.succeed([bytes, chunk] as const)
  })

/**
 * The text of an answer that has no more bytes than this. Nobody sends more than the length they declare, which the client
 * sees to, so that only an answer without one has to be counted as it comes.
 */
export const text = (
  answer: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Effect.Effect<string, AnswerTooLarge | HttpClientError.ResponseError> => {
  const declared = answer.headers["content-length"]
  return declared === undefined
    ? Stream.mkString(Stream.decodeText(stream(answer, maxBytes)))
    : Number(declared) > maxBytes
      ? new AnswerTooLarge()
      : answer.text
}
