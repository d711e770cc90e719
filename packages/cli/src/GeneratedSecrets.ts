import { Path } from "@effect/platform"
import { inDataFolder } from "@storefront/server/platform/database/FolderErrors"
import * as PrivateFolder from "@storefront/server/platform/database/PrivateFolder"
import { Config, ConfigProvider, Effect, Layer } from "effect"
import { generateKeyPair, randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile, rename, writeFile } from "node:fs/promises"
import { promisify } from "node:util"

/** Secrets that `storefront up` generates if the operator gives none, by token issuer. */
const secretNames = {
  /** The orchestrator issues them, in local mode. */
  local: ["JWT_SECRET", "AGENT_SHARED_SECRET"],
  /** Our own authorization server issues them. */
  authServer: ["AUTH_SERVER_SECRET"],
  /** Another server issues them. */
  elsewhere: []
} as const

const newSecret = Effect.sync(() => randomBytes(32).toString("hex"))

const newKey = Effect.promise(() => promisify(generateKeyPair)("rsa", { modulusLength: 2048 })).pipe(
  Effect.map(({ privateKey }) => privateKey.export({ type: "pkcs8", format: "pem" }).toString())
)

/** Makes the folder of generated secrets, readable by this user only; returns a function from file name to path. */
const makeFolder = Effect.fnUntraced(function* (dataDir: string) {
  const path = yield* Path.Path
  const folder = yield* PrivateFolder.createIn(yield* PrivateFolder.create(dataDir), "secrets")
  return (name: string) => path.join(folder, name)
})

/** Reads a file, and creates it first if it is missing; it appears whole or not at all. */
const readOrCreate = Effect.fn("GeneratedSecrets.readOrCreate")(function* (file: string, make: Effect.Effect<string>) {
  const path = yield* Path.Path
  const inFolder = <A>(step: () => Promise<A>) => inDataFolder(path.dirname(file), step)
  if (!existsSync(file)) {
    const draft = `${file}.${randomBytes(8).toString("hex")}`
    const content = yield* make
    yield* inFolder(() => writeFile(draft, content, { flag: "wx", mode: 0o600 }))
    yield* inFolder(() => rename(draft, file))
  }
  return yield* inFolder(() => readFile(file, "utf8"))
})

/** Reads a private key below `<dataDir>/secrets`, which is generated once with mode 0600. */
export const key = Effect.fn("GeneratedSecrets.key")(function* (dataDir: string, name: string) {
  const fileOf = yield* makeFolder(dataDir)
  const file = fileOf(`${name}.pem`)
  return { file, pem: yield* readOrCreate(file, newKey) }
})

/**
 * Provides the secrets that the environment lacks from `<dataDir>/secrets`, and `defaults`. Each is generated once with
 * mode 0600, so that tokens survive restarts. The environment always wins.
 */
export const layer = (
  dataDir: string,
  issuer: keyof typeof secretNames = "local",
  defaults: Readonly<Record<string, string>> = {}
) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const found = new Map<string, string>(Object.entries(defaults))
      for (const name of secretNames[issuer]) {
        const configured = yield* Config.option(Config.string(name))
        if (configured._tag === "None") {
          const fileOf = yield* makeFolder(dataDir)
          found.set(name, yield* readOrCreate(fileOf(name), newSecret))
        }
      }
      const environment = yield* Effect.configProviderWith(Effect.succeed)
      return Layer.setConfigProvider(ConfigProvider.orElse(environment, () => ConfigProvider.fromMap(found)))
    })
  )
