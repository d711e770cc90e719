import { Path } from "@effect/platform"
import { inDataFolder } from "@storefront/server/platform/database/FolderUnusable"
import * as PrivateFolder from "@storefront/server/platform/database/PrivateFolder"
import { Config, ConfigProvider, Effect, Layer } from "effect"
import { generateKeyPair, randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile, rename, writeFile } from "node:fs/promises"
import { promisify } from "node:util"

/** Secrets that `storefront up` makes up when the operator gave none, by who issues tokens. */
const secretNames = {
  /** The orchestrator, in local mode. */
  local: ["JWT_SECRET", "AGENT_SHARED_SECRET"],
  /** Our own authorization server. */
  authServer: ["AUTH_SERVER_SECRET"],
  /** Somebody else. */
  elsewhere: []
} as const

const newSecret = Effect.sync(() => randomBytes(32).toString("hex"))

const newKey = Effect.promise(() => promisify(generateKeyPair)("rsa", { modulusLength: 2048 })).pipe(
  Effect.map(({ privateKey }) => privateKey.export({ type: "pkcs8", format: "pem" }).toString())
)

/** The folder for what is made up, readable by this user only. */
const makeFolder = Effect.fnUntraced(function* (dataDir: string) {
  const path = yield* Path.Path
  const folder = yield* PrivateFolder.createIn(yield* PrivateFolder.create(dataDir), "secrets")
  return (name: string) => path.join(folder, name)
})

/** What is in the file. A missing file gets something new first; it appears whole or not at all. */
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

/** A private key of this name in a file below `<dataDir>/secrets`, made once with mode 0600. */
export const key = Effect.fn("GeneratedSecrets.key")(function* (dataDir: string, name: string) {
  const fileOf = yield* makeFolder(dataDir)
  const file = fileOf(`${name}.pem`)
  return { file, pem: yield* readOrCreate(file, newKey) }
})

/**
 * Fills in the secrets that the environment does not give from `<dataDir>/secrets`, creating each once with
 * mode 0600, so that tokens stay valid over restarts; and `defaults`. What the environment gives always wins.
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
        const given = yield* Config.option(Config.string(name))
        if (given._tag === "None") {
          const fileOf = yield* makeFolder(dataDir)
          found.set(name, yield* readOrCreate(fileOf(name), newSecret))
        }
      }
      const environment = yield* Effect.configProviderWith(Effect.succeed)
      return Layer.setConfigProvider(ConfigProvider.orElse(environment, () => ConfigProvider.fromMap(found)))
    })
  )
