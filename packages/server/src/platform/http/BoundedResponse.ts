import { HttpClientError, type HttpClientResponse } from "@effect/platform"
import { NodeStream } from "@effect/platform-node"
import { Data, Effect, Option, Record, Stream } from "effect"
import { type Duplex } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"

/** Reads responses of other servers up to a size limit, decompressed. */

/** The response exceeds the size limit. */
export class ResponseTooLarge extends Data.TaggedError("AnswerTooLarge") {}

/** Passes bytes through, and fails beyond `maxBytes` without waiting for the rest. */
export const limitBytes = <E>(
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

/** Streams the decompressed bytes of a response; some servers and proxies compress without being asked. */
export const decompressed = (
  response: HttpClientResponse.HttpClientResponse
): Stream.Stream<Uint8Array, HttpClientError.ResponseError> =>
  Option.match(Record.get(decompressors, (encodingOf(response) ?? "").trim().toLowerCase()), {
    onNone: () => response.stream,
    onSome: (makeDecompressor) =>
      NodeStream.pipeThroughDuplex(
        response.stream,
        makeDecompressor,
        (cause) => new HttpClientError.ResponseError({ request: response.request, response, reason: "Decode", cause })
      )
  })

/** Streams the decompressed bytes of a response; fails beyond `maxBytes`. */
export const stream = (
  response: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Stream.Stream<Uint8Array, ResponseTooLarge | HttpClientError.ResponseError> =>
  limitBytes(decompressed(response), maxBytes)

/**
 * Reads a response as text; fails beyond `maxBytes`. The HTTP client enforces `content-length`, so bytes are counted
 * only without it or if the response is compressed.
 */
export const text = (
  response: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Effect.Effect<string, ResponseTooLarge | HttpClientError.ResponseError> => {
  const declared = response.headers["content-length"]
  return declared === undefined || encodingOf(response) !== undefined
    ? Stream.mkString(Stream.decodeText(stream(response, maxBytes)))
    : Number(declared) > maxBytes
      ? new ResponseTooLarge()
      : response.text
}
