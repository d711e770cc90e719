import { rule } from "@storefront/domain/api/Fields"
import { Config, ConfigError, Either, Redacted, Schema } from "effect"
import { violatedRule } from "./DatabaseAddress.ts"
import { wholeNumberOr } from "./SettingSchemas.ts"

/** Address of a server. Errors quote no part of it, because it may contain a password. */
const databaseUrl = Config.redacted("DATABASE_URL").pipe(
  Config.mapOrFail((url) => {
    const rule = violatedRule(Redacted.value(url))
    return rule === undefined ? Either.right(url) : Either.left(ConfigError.InvalidData(["DATABASE_URL"], rule))
  })
)

const DataDirectory = Schema.NonEmptyTrimmedString.annotations(
  rule("must be the path of a folder, for example .storefront")
)

/** Folder of the embedded database and of generated development secrets. */
export const dataDirectory = Schema.Config("STOREFRONT_DATA_DIR", DataDirectory).pipe(Config.withDefault(".storefront"))

/** The system's variable for the folder of temporary files. */
export const temporaryDirectory = Config.option(Config.string("TMPDIR"))

/** Length of an embedding vector; pgvector can index at most 2,000 dimensions. */
export const embeddingDimensions = wholeNumberOr("EMBEDDING_DIMENSIONS", 384, { min: 1, max: 2000 })

/** Choice of the database: a PostgreSQL server at `url`, else the embedded engine. */
export const database = Config.all({
  url: Config.option(databaseUrl),
  /** Maximum number of this process's connections to the server. */
  poolMax: wholeNumberOr("DATABASE_POOL_MAX", 8, { min: 1, max: 100 }),
  dataDirectory
})
export type DatabaseConfig = Config.Config.Success<typeof database>
