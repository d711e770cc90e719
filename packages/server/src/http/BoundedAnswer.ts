import { type HttpClientError, type HttpClientResponse } from "@effect/platform"
import { Data, Effect, Stream } from "effect"

/** There is more than anybody would read. */
export class AnswerTooLarge extends Data.TaggedError("AnswerTooLarge") {}

/** Bytes as they come, unless there are more than this; then the rest of them is not waited for. */
export const within = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  maxBytes: number
): Stream.Stream<Uint8Array, AnswerTooLarge | E> =>
  Stream.mapAccumEffect(bytes, 0, (before, chunk) => {
    const count = before + chunk.length
    return count > maxBytes ? new AnswerTooLarge() : Effect.succeed([count, chunk] as const)
  })

/** The bytes of an answer as they come, unless there are more than this. */
export const stream = (
  answer: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Stream.Stream<Uint8Array, AnswerTooLarge | HttpClientError.ResponseError> => within(answer.stream, maxBytes)

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
