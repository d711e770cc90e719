import { type HttpClientError, type HttpClientResponse } from "@effect/platform"
import { Chunk, Data, Effect, Stream } from "effect"

/** Somebody answers with more than anybody would read. */
export class AnswerTooLarge extends Data.TaggedError("AnswerTooLarge") {}

/** The text of an answer, unless it has more bytes than this; then the rest of it is not waited for. */
export const text = (
  { stream }: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Effect.Effect<string, AnswerTooLarge | HttpClientError.ResponseError> =>
  stream.pipe(
    Stream.runFoldWhile(
      { bytes: 0, chunks: Chunk.empty<Uint8Array>() },
      ({ bytes }) => bytes <= maxBytes,
      ({ bytes, chunks }, chunk) => ({ bytes: bytes + chunk.length, chunks: Chunk.append(chunks, chunk) })
    ),
    Effect.filterOrFail(
      ({ bytes }) => bytes <= maxBytes,
      () => new AnswerTooLarge()
    ),
    Effect.map(({ chunks }) => new TextDecoder().decode(Buffer.concat(Chunk.toArray(chunks))))
  )
