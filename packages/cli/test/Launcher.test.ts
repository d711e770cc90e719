import { Command, FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { version } from "@storefront/server/platform/config/Version"
import { Clock, Effect, Stream } from "effect"
import { fileURLToPath } from "node:url"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const build = fileURLToPath(new URL("../bin/Build.mjs", import.meta.url))
const launcher = fileURLToPath(new URL("../bin/storefront.mjs", import.meta.url))
const scripts = fileURLToPath(new URL("../../../scripts", import.meta.url))

const nothingBuilt =
  "storefront: nothing is built, and the tools that build it are not installed. Run in its own folder: npm ci && npm run build\n"

/** Runs a script; gives the exit code, and everything that it said. */
const outcome = (script: string, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const child = yield* Command.start(Command.make(process.execPath, script, ...args))
    const said = yield* Stream.mkString(Stream.decodeText(Stream.merge(child.stdout, child.stderr)))
    return [Number(yield* child.exitCode), said] as const
  })

layer(NodeContext.layer, { excludeTestServices: true })("the launcher", (it) => {
  it.effect("is a command that runs what is built", () =>
    Effect.gen(function* () {
      yield* SuiteProcess.isBuilt
      assert.strictEqual((yield* Command.string(Command.make(launcher, "--version"))).trim(), version)
    })
  )

  it.scoped("says in one line what to do where nothing can be built", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const root = yield* files.makeTempDirectoryScoped()
      const copy = `${root}/packages/cli/bin/storefront.mjs`
      yield* files.makeDirectory(`${root}/packages/cli/bin`, { recursive: true })
      yield* files.copyFile(launcher, copy)
      yield* files.copyFile(build, `${root}/packages/cli/bin/Build.mjs`)
      assert.deepStrictEqual(yield* outcome(copy, "--version"), [1, nothingBuilt])
    })
  )

  it.scoped("starts what was built before where the tools that build are not installed", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const root = yield* files.makeTempDirectoryScoped()
      yield* files.copy(fileURLToPath(new URL("../bin", import.meta.url)), `${root}/packages/cli/bin`)
      yield* files.copy(scripts, `${root}/scripts`)
      const beforeStart = `${root}/scripts/build-what-changed.mjs`
      assert.deepStrictEqual(yield* outcome(beforeStart), [1, nothingBuilt])
      yield* files.makeDirectory(`${root}/packages/cli/dist/bundle`, { recursive: true })
      yield* files.writeFileString(`${root}/packages/cli/dist/bundle/main.js`, "")
      assert.deepStrictEqual(yield* outcome(beforeStart), [0, ""])
    })
  )

  it.scoped("installs without the type checker, and has nothing to say about it", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const root = yield* files.makeTempDirectoryScoped()
      yield* files.copy(scripts, `${root}/scripts`)
      assert.deepStrictEqual(yield* outcome(`${root}/scripts/patch-type-checker.mjs`), [0, ""])
    })
  )

  it.scoped("says the same where it is built, and its dependencies are gone", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const root = yield* files.makeTempDirectoryScoped()
      yield* files.makeDirectory(`${root}/packages/cli/dist/bundle`, { recursive: true })
      yield* files.copy(fileURLToPath(new URL("../bin", import.meta.url)), `${root}/packages/cli/bin`)
      yield* files.writeFileString(`${root}/packages/cli/dist/bundle/main.js`, 'import "effect-that-is-not-here"')
      const child = yield* Command.start(Command.make(process.execPath, `${root}/packages/cli/bin/storefront.mjs`))
      assert.strictEqual(
        yield* Stream.mkString(Stream.decodeText(child.stderr)),
        "storefront: nothing is built. Run in its own folder: npm ci && npm run build\n"
      )
      assert.strictEqual(Number(yield* child.exitCode), 1)
    })
  )

  it.scoped("runs what is built in a folder whose name would mean something in an address", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      for (const name of ["C# shop", "50%25 off", "what?", "it's 100%", "Läden 🛍"]) {
        const root = `${yield* files.makeTempDirectoryScoped()}/${name}`
        yield* files.makeDirectory(`${root}/packages/cli/dist/bundle`, { recursive: true })
        yield* files.copy(fileURLToPath(new URL("../bin", import.meta.url)), `${root}/packages/cli/bin`)
        yield* files.writeFileString(`${root}/packages/cli/dist/bundle/main.js`, 'console.log("runs")')
        const program = Command.make(process.execPath, `${root}/packages/cli/bin/storefront.mjs`)
        assert.strictEqual(yield* Command.string(program), "runs\n", name)
      }
    })
  )

  it.scoped("knows by the times of the files whether there is something to build", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const root = yield* files.makeTempDirectoryScoped()
      for (const name of ["domain", "server", "mcp", "agents", "cli"]) {
        yield* files.makeDirectory(`${root}/packages/${name}/src/folder`, { recursive: true })
        yield* files.writeFileString(`${root}/packages/${name}/src/folder/File.ts`, "")
      }
      yield* files.makeDirectory(`${root}/packages/cli/dist/bundle`, { recursive: true })
      yield* files.writeFileString(`${root}/packages/cli/dist/bundle/main.js`, "")
      yield* files.copy(fileURLToPath(new URL("../bin", import.meta.url)), `${root}/packages/cli/bin`)
      const isUpToDate = Effect.map(
        Command.string(
          Command.make(
            process.execPath,
            "--input-type=module",
            "--eval",
            `import { isUpToDate } from "${root}/packages/cli/bin/Build.mjs"; console.log(isUpToDate())`
          )
        ),
        (printed) => printed.trim() === "true"
      )
      assert.isFalse(yield* isUpToDate)
      const stamp = `${root}/packages/cli/dist/.built`
      yield* files.writeFileString(stamp, "")
      const later = (yield* Clock.currentTimeMillis) / 1000 + 60
      yield* files.utimes(stamp, later, later)
      assert.isTrue(yield* isUpToDate)
      yield* files.utimes(`${root}/packages/agents/src/folder/File.ts`, later + 1, later + 1)
      assert.isFalse(yield* isUpToDate)
    })
  )
})
