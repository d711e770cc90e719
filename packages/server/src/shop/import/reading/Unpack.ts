import { NodeStream } from "@effect/platform-node"
import { Effect, Stream } from "effect"
import { createGunzip } from "node:zlib"
import { FileRefused } from "../Lines.ts"
import { withBeginning } from "./Beginning.ts"

const startsWith = (bytes: Uint8Array, ...magic: ReadonlyArray<number>) => magic.every((byte, at) => bytes[at] === byte)

const isGzip = (bytes: Uint8Array) => startsWith(bytes, 0x1f, 0x8b)
/** Office documents are such archives as well. */
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)

const broken = () =>
  new FileRefused({ line: null, fault: "the packed file is damaged or incomplete", mend: "pack or download it again" })

/** Fails when more than `maxBytes` have passed. */
const limit =
  (maxBytes: number) =>
  <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E | FileRefused> =>
    Stream.mapAccumEffect(bytes, 0, (passed, part) =>
      passed + part.length > maxBytes
        ? new FileRefused({
            line: null,
            fault: `the packed file unpacks to more than ${Math.floor(maxBytes / 1024 ** 2)} MiB`,
            mend: "unpack it yourself if it is what you expect, or split it"
          })
        : Effect.succeed([passed + part.length, part] as const)
    )

/** Unpacks a file that gzip has packed, up to a size, and passes others on. */
export const unpack = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  maxBytes: number
): Stream.Stream<Uint8Array, E | FileRefused> =>
  withBeginning(bytes, 4, (parts, whole): Stream.Stream<Uint8Array, E | FileRefused> => {
    const beginning = Buffer.concat(parts)
    return beginning.length === 0
      ? Stream.fail(new FileRefused({ line: null, fault: "the file is empty", mend: "export it again" }))
      : isZip(beginning)
        ? Stream.fail(
            new FileRefused({
              line: null,
              fault: "the file is a spreadsheet or a zip archive",
              mend: "save the spreadsheet as CSV in UTF-8, or unpack the archive"
            })
          )
        : isGzip(beginning)
          ? limit(maxBytes)(NodeStream.pipeThroughDuplex(whole, () => createGunzip({ chunkSize: 65_536 }), broken))
          : whole
  })
