import { rule } from "@storefront/domain/api/Fields"
import { Config, ConfigError, Either, Redacted, Schema } from "effect"
import { brokenRule } from "./DatabaseAddress.ts"
import { wholeNumberOr } from "./Rules.ts"

/** The address of a server. A rule that it breaks is said without a part of it. */
const databaseUrl = Config.redacted("DATABASE_URL").pipe(
  Config.mapOrFail((url) => {
    const rule = brokenRule(Redacted.value(url))
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

/** Length of an embedding vector; the index of PostgreSQL's `vector` type ends at 2,000. */
export const embeddingDimensions = wholeNumberOr("EMBEDDING_DIMENSIONS", 384, { min: 1, max: 2000 })

/** Which database: `url` is a PostgreSQL server, without it the embedded engine serves this one process. */
export const database = Config.all({
  url: Config.option(databaseUrl),
  /** Connections of this process to the server. */
  poolMax: wholeNumberOr("DATABASE_POOL_MAX", 8, { min: 1, max: 100 }),
  dataDirectory
})
export type DatabaseConfig = Config.Config.Success<typeof database>
