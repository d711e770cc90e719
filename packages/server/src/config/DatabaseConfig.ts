import { rule } from "@storefront/domain/api/Fields"
import { Config, Either, Encoding, Redacted, Schema } from "effect"
import { wholeNumberOr } from "./Rules.ts"

const isPostgresUrl = (text: string) => {
  if (!URL.canParse(text)) {
    return false
  }
  const { password, protocol, username } = new URL(text)
  return (
    ["postgres:", "postgresql:"].includes(protocol) &&
    [username, password].every((part) => Either.isRight(Encoding.decodeUriComponent(part)))
  )
}

const DatabaseUrl = Schema.Redacted(Schema.String).pipe(
  Schema.filter((url) => isPostgresUrl(Redacted.value(url)), {
    message: () =>
      "must be a PostgreSQL address, for example postgres://user:password@localhost:5432/storefront " +
      "(special characters of the password percent-encoded)"
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
  url: Schema.Config("DATABASE_URL", DatabaseUrl).pipe(Config.option),
  /** Connections of this process to the server. */
  poolMax: wholeNumberOr("DATABASE_POOL_MAX", 8, { min: 1, max: 100 }),
  dataDirectory
})
export type DatabaseConfig = Config.Config.Success<typeof database>
