import { HttpClientError, type HttpClientResponse } from "@effect/platform"
import { NodeStream } from "@effect/platform-node"
import { Data, Effect, Option, Record, Stream } from "effect"
import { type Duplex } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"

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

const unpackings: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

const encodingOf = ({ headers }: HttpClientResponse.HttpClientResponse) => headers["content-encoding"]

/**
 * The bytes of an answer as they come, unpacked: we ask nobody to pack them, and some servers and what stands in front of
 * them do it all the same.
 */
export const unpacked = (
  answer: HttpClientResponse.HttpClientResponse
): Stream.Stream<Uint8Array, HttpClientError.ResponseError> =>
  Option.match(Record.get(unpackings, (encodingOf(answer) ?? "").trim().toLowerCase()), {
    onNone: () => answer.stream,
    onSome: (unpacking) =>
      NodeStream.pipeThroughDuplex(
        answer.stream,
        unpacking,
        (cause) =>
          new HttpClientError.ResponseError({ request: answer.request, response: answer, reason: "Decode", cause })
      )
  })

/** The bytes of an answer as they come, unless there are more than this. */
export const stream = (
  answer: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Stream.Stream<Uint8Array, AnswerTooLarge | HttpClientError.ResponseError> => within(unpacked(answer), maxBytes)

/**
 * The text of an answer that has no more bytes than this. Nobody sends more than the length they declare, which the client
 * sees to, so that only an answer without one has to be counted as it comes, and one that is packed.
 */
export const text = (
  answer: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Effect.Effect<string, AnswerTooLarge | HttpClientError.ResponseError> => {
  const declared = answer.headers["content-length"]
  return declared === undefined || encodingOf(answer) !== undefined
    ? Stream.mkString(Stream.decodeText(stream(answer, maxBytes)))
    : Number(declared) > maxBytes
      ? new AnswerTooLarge()
      : answer.text
}
