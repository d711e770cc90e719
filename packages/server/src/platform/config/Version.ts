import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const manifest = createRequire(import.meta.url).resolve("@storefront/server/package.json")
const decode = Schema.decodeSync(Schema.parseJson(Schema.Struct({ version: Schema.String })))

/** Product version, shared by all packages and shown by commands, documents, agent cards and telemetry. */
export const { version } = decode(readFileSync(manifest, "utf8"))
