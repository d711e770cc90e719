import { HttpClientError, type HttpClientResponse } from "@effect/platform"
import { NodeStream } from "@effect/platform-node"
import { Data, Effect, Option, Record, Stream } from "effect"
import { type Duplex } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"

/** The response exceeds the size limit. */
export class ResponseTooLarge extends Data.TaggedError("AnswerTooLarge") {}

/** Passes bytes through and fails beyond `maxBytes` without waiting for the rest. */
export const within = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  maxBytes: number
): Stream.Stream<Uint8Array, ResponseTooLarge | E> =>
  Stream.mapAccumEffect(bytes, 0, (before, chunk) => {
    const count = before + chunk.length
    return count > maxBytes ? new ResponseTooLarge() : Effect.succeed([count, chunk] as const)
  })

const decompressors: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

const encodingOf = ({ headers }: HttpClientResponse.HttpClientResponse) => headers["content-encoding"]

/**
 * Streams the decompressed bytes of a response. We never ask for compression, but some servers and proxies compress
 * anyway.
 */
export const decompressed = (
  answer: HttpClientResponse.HttpClientResponse
): Stream.Stream<Uint8Array, HttpClientError.ResponseError> =>
  Option.match(Record.get(decompressors, (encodingOf(answer) ?? "").trim().toLowerCase()), {
    onNone: () => answer.stream,
    onSome: (unpacking) =>
      NodeStream.pipeThroughDuplex(
        answer.stream,
        unpacking,
        (cause) =>
          new HttpClientError.ResponseError({ request: answer.request, response: answer, reason: "Decode", cause })
      )
  })

/** Streams the decompressed bytes of a response; fails beyond `maxBytes`. */
export const stream = (
  answer: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Stream.Stream<Uint8Array, ResponseTooLarge | HttpClientError.ResponseError> => within(decompressed(answer), maxBytes)

/**
 * Reads a response as text; fails beyond `maxBytes`. The client enforces a declared length, so bytes are counted only
 * if there is none or the response is compressed.
 */
export const text = (
  answer: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Effect.Effect<string, ResponseTooLarge | HttpClientError.ResponseError> => {
  const declared = answer.headers["content-length"]
  return declared === undefined || encodingOf(answer) !== undefined
    ? Stream.mkString(Stream.decodeText(stream(answer, maxBytes)))
    : Number(declared) > maxBytes
      ? new ResponseTooLarge()
      : answer.text
}
