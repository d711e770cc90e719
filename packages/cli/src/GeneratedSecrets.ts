import { FileSystem, Path } from "@effect/platform"
import { Config, ConfigProvider, Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"

/** Secrets that `storefront up` makes up when the operator gave none. */
const names = ["JWT_SECRET", "AGENT_SHARED_SECRET"] as const

/** The secret in the file. A missing file gets a new one first; it appears whole or not at all. */
const readOrCreate = Effect.fn("GeneratedSecrets.readOrCreate")(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  if (!(yield* files.exists(file))) {
    const draft = `${file}.${randomBytes(8).toString("hex")}`
    yield* files.writeFileString(draft, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 })
    yield* files.rename(draft, file)
  }
  return yield* files.readFileString(file)
})

/**
 * Fills in the secrets that the environment does not give from `<dataDir>/secrets`, creating each once with mode 0600,
 * so that tokens stay valid over restarts. What the environment gives always wins.
 */
export const layer = (dataDir: string) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const folder = path.join(dataDir, "secrets")
      const found = new Map<string, string>()
      for (const name of names) {
        const given = yield* Config.option(Config.string(name))
        if (given._tag === "None") {
          yield* files.makeDirectory(folder, { recursive: true, mode: 0o700 })
          found.set(name, yield* readOrCreate(path.join(folder, name)))
        }
      }
      const environment = yield* Effect.configProviderWith(Effect.succeed)
      return Layer.setConfigProvider(ConfigProvider.orElse(environment, () => ConfigProvider.fromMap(found)))
    })
  )
