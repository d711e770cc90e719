import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const manifest = createRequire(import.meta.url).resolve("@storefront/server/package.json")
const decode = Schema.decodeSync(Schema.parseJson(Schema.Struct({ version: Schema.String })))

/** The version of the product, as commands, documents, cards and telemetry give it. All packages have the same. */
export const { version } = decode(readFileSync(manifest, "utf8"))
