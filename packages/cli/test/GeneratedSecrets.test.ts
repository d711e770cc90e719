import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Config, ConfigProvider, Effect, Layer } from "effect"
import * as GeneratedSecrets from "../src/GeneratedSecrets.ts"

const secrets = Config.all({ jwt: Config.string("JWT_SECRET"), agents: Config.string("AGENT_SHARED_SECRET") })

/** The secrets a start sees when the environment gives `given`. */
const start = (dataDir: string, given: ReadonlyArray<readonly [string, string]> = []) =>
  secrets.pipe(
    Effect.provide(
      GeneratedSecrets.layer(dataDir).pipe(
        Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(given))))
      )
    )
  )

layer(NodeContext.layer, { excludeTestServices: true })("generated secrets", (it) => {
  it.scoped("are strong, different, kept over restarts and readable by their owner only", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* files.makeTempDirectoryScoped()
      const first = yield* start(dataDir)
      const second = yield* start(dataDir)
      assert.deepStrictEqual(second, first)
      assert.match(first.jwt, /^[0-9a-f]{64}$/)
      assert.match(first.agents, /^[0-9a-f]{64}$/)
      assert.notStrictEqual(first.jwt, first.agents)
      const { mode } = yield* files.stat(`${dataDir}/secrets/JWT_SECRET`)
      assert.strictEqual(mode & 0o777, 0o600)
    })
  )

  it.scoped("never replace what the environment gives", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* files.makeTempDirectoryScoped()
      const { agents, jwt } = yield* start(dataDir, [["JWT_SECRET", "from the environment"]])
      assert.strictEqual(jwt, "from the environment")
      assert.match(agents, /^[0-9a-f]{64}$/)
      assert.isFalse(yield* files.exists(`${dataDir}/secrets/JWT_SECRET`))
    })
  )
})
