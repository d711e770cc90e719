import { Command, FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const launcher = fileURLToPath(new URL("../bin/storefront.mjs", import.meta.url))

layer(NodeContext.layer, { excludeTestServices: true })("the launcher", (it) => {
  it.effect("is a command that runs what is built", () =>
    Effect.gen(function* () {
      yield* SuiteProcess.isBuilt
      assert.strictEqual((yield* Command.string(Command.make(launcher, "--version"))).trim(), "0.1.0")
    })
  )

  it.scoped("says in one line what to do where nothing can be built", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const root = yield* files.makeTempDirectoryScoped()
      const copy = `${root}/packages/cli/bin/storefront.mjs`
      yield* files.makeDirectory(`${root}/packages/cli/bin`, { recursive: true })
      yield* files.copyFile(launcher, copy)
      const child = yield* Command.start(Command.make(process.execPath, copy, "--version"))
      assert.strictEqual(Number(yield* child.exitCode), 1)
    })
  )
})
