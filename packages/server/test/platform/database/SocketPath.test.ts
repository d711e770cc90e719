import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Option } from "effect"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as SocketPath from "../../../src/platform/database/SocketPath.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { temporaryFolder } from "../../../src/testing/TemporaryFolder.ts"

/** 49 characters, as on every Mac. */
const ofMac = "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/"

const fits = (folder: string) => Buffer.byteLength(join(folder, crypto.randomUUID())) < 104

describe("the path of a socket", () => {
  it("has room for its name in the 104 bytes of a Mac, wherever links are put", () => {
    assert.lengthOf(ofMac, 49)
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "grapheme", maxLength: 120 }), (name) => {
        const place = SocketPath.chooseLinkFolder(`/${name}`)
        assert.isTrue(fits(join(place, "sf-XXXXXX", "f")), place)
      })
    )
    assert.strictEqual(SocketPath.chooseLinkFolder(ofMac), ofMac)
    assert.strictEqual(SocketPath.chooseLinkFolder(join(ofMac, "of-a-test-run")), "/tmp")
  })

  it("counts bytes, not characters", () => {
    const folder = `/${"ü".repeat(32)}`
    assert.isTrue(SocketPath.fitsSocketAddress(folder))
    assert.isFalse(SocketPath.fitsSocketAddress(`${folder}ü`))
  })

  it.scoped("is the folder's own while that is short, and a link for as long as it is needed", () =>
    Effect.gen(function* () {
      const TMPDIR = join(yield* temporaryFolder, "t")
      yield* Effect.promise(() => mkdir(TMPDIR))
      const short = yield* temporaryFolder
      const long = join(short, "x".repeat(200))
      const links = Effect.promise(() => readdir(TMPDIR))
      const use = (folder: string) =>
        SocketPath.withShortPath(folder, (path) => Effect.map(links, ({ length }) => ({ length, path })))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* use(short), { length: 0, path: short })
        const linked = yield* use(long)
        assert.strictEqual(linked.length, 1)
        assert.isTrue(fits(linked.path))
        assert.lengthOf(yield* links, 0)
        assert.deepStrictEqual(yield* SocketPath.linkFolderFor(long), Option.some(TMPDIR))
      }).pipe(Effect.provide(settings({ TMPDIR })))
    })
  )

  it.scoped("blames the temporary folder for what is its fault", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      for (const [TMPDIR, reason] of [
        [join(folder, "gone"), "it does not exist"],
        [file, "a part of its path is a file"]
      ] as const) {
        const refusal = yield* Effect.flip(Effect.provide(SocketPath.linkFolderFor(folder), settings({ TMPDIR })))
        assert.strictEqual(
          refusal.message,
          `The temporary folder ${TMPDIR} cannot be used: ${reason}. ` +
            "Set TMPDIR to another folder, one with a short path that this user may write."
        )
      }
    })
  )
})
