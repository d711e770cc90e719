import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { chmod, lchown, mkdir, stat, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as PrivateFolder from "../../../src/platform/database/PrivateFolder.ts"
import { temporaryFolder } from "../../../src/testing/TemporaryFolder.ts"

const modeOf = (path: string) =>
  Effect.map(
    Effect.promise(() => stat(path)),
    ({ mode }) => mode & 0o777
  )

/** A data folder that everybody may enter, as an older version could leave it. */
const open = Effect.gen(function* () {
  const folder = join(yield* temporaryFolder, "data")
  const file = join(folder, "postgres", "1")
  yield* Effect.promise(async () => {
    await mkdir(join(folder, "postgres"), { recursive: true })
    await writeFile(file, "")
    await Promise.all(
      [
        [folder, 0o777],
        [join(folder, "postgres"), 0o755],
        [file, 0o666]
      ].map(([path, mode]) => chmod(String(path), Number(mode)))
    )
  })
  return { file, folder }
})

const isRoot = process.getuid?.() === 0

describe("a data folder", () => {
  it.scopedLive("is made for this user only, whatever its parents are", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "deep", "data")
      yield* PrivateFolder.create(folder)
      assert.strictEqual(yield* modeOf(folder), 0o700)
      assert.strictEqual(yield* modeOf(yield* PrivateFolder.createIn(folder, "secrets")), 0o700)
    })
  )

  it.scopedLive("that others may enter is closed with all that is in it, and not by looking at it", () =>
    Effect.gen(function* () {
      const { file, folder } = yield* open
      const outside = join(yield* temporaryFolder, "outside")
      yield* Effect.promise(async () => {
        await writeFile(outside, "")
        await chmod(outside, 0o644)
        await symlink(outside, join(folder, "postgres", "link"))
      })
      const modes = Effect.all([folder, join(folder, "postgres"), file, outside].map(modeOf))
      assert.deepStrictEqual(yield* PrivateFolder.inspect(folder), { place: folder, isAccessible: true })
      assert.deepStrictEqual(yield* modes, [0o777, 0o755, 0o666, 0o644])
      yield* PrivateFolder.create(folder)
      assert.deepStrictEqual(yield* modes, [0o700, 0o700, 0o600, 0o644])
      assert.deepStrictEqual(yield* PrivateFolder.inspect(folder), { place: folder, isAccessible: false })
    })
  )

  it.scopedLive("that others use too is left as it is", () =>
    Effect.gen(function* () {
      const { folder } = yield* open
      yield* Effect.promise(() => writeFile(join(folder, "notes.txt"), ""))
      const refusal = yield* Effect.flip(PrivateFolder.create(folder))
      assert.include(refusal.message, "others may enter it, and it holds more than the shop's data: notes.txt. Choose")
      assert.strictEqual((yield* Effect.flip(PrivateFolder.inspect(folder))).message, refusal.message)
      yield* Effect.promise(() => chmod(folder, 0o1777))
      assert.include((yield* Effect.flip(PrivateFolder.create(folder))).message, "everybody keeps files there")
      assert.strictEqual(yield* modeOf(folder), 0o777)
      yield* Effect.promise(() => chmod(folder, 0o700))
      yield* PrivateFolder.create(folder)
    })
  )

  it.scopedLive("is refused with the reason where none can be made", () =>
    Effect.gen(function* () {
      const place = yield* temporaryFolder
      yield* Effect.promise(() => symlink(join(place, "gone"), join(place, "nowhere")))
      yield* Effect.promise(() => symlink(join(place, "circle"), join(place, "circle")))
      yield* Effect.promise(() => writeFile(join(place, "file"), ""))
      for (const [name, reason] of [
        ["nowhere", "it does not exist"],
        ["circle", "its links lead in a circle"],
        ["file", "it is a file"],
        ["file/below", "a part of its path is a file"],
        ["n".repeat(300), "its path is too long"]
      ] as const) {
        const folder = join(place, name)
        const refusal = yield* Effect.flip(PrivateFolder.create(folder))
        assert.strictEqual(
          refusal.message,
          `The data folder ${folder} cannot be used: ${reason}. Choose another STOREFRONT_DATA_DIR.`
        )
        assert.strictEqual((yield* Effect.flip(PrivateFolder.inspect(folder))).message, refusal.message)
      }
    })
  )

  it.scopedLive.runIf(existsSync("/proc/self"))("is refused where the system makes its folders itself", () =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(PrivateFolder.create("/proc/deep/shop"))
      assert.include(refusal.message, "The data folder /proc/deep/shop cannot be used: it does not exist")
    })
  )

  it.scopedLive.runIf(isRoot)("of somebody else, or with something of theirs in it, is refused", () =>
    Effect.gen(function* () {
      const { file, folder } = yield* open
      yield* Effect.promise(() => lchown(file, 12_345, 12_345))
      const planted = yield* Effect.flip(PrivateFolder.create(folder))
      assert.strictEqual((yield* Effect.flip(PrivateFolder.create(folder))).message, planted.message)
      assert.include(planted.message, `others could write there, and ${file} belongs to another user`)
      yield* Effect.promise(() => lchown(folder, 12_345, 12_345))
      const foreign = yield* Effect.flip(PrivateFolder.create(folder))
      assert.include(foreign.message, "it belongs to another user. Choose another STOREFRONT_DATA_DIR")
    })
  )
})
