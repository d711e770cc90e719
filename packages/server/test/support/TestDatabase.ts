import { inject } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { openAsBlob } from "node:fs"
import * as Database from "../../src/database/Database.ts"
import type { Prepared } from "./globalSetup.ts"
import * as TestServer from "./TestServer.ts"

const embedded = (prepared: Prepared) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => openAsBlob(prepared.snapshot)),
      (snapshot) => Database.layerEmbedded({ snapshot })
    )
  )

const server = (url: string, template: string) =>
  Layer.unwrapScoped(Effect.map(TestServer.createDatabase(url, template), TestServer.layer))

/** The embedded engine, and the server of `TEST_DATABASE_URL` when it is set: each layer is a new copy of `prepared`. */
const enginesOf = (prepared: Prepared) => {
  const url = inject("testDatabaseUrl")
  const pglite = { name: "PGlite", layer: embedded(prepared) }
  return url === undefined || prepared.template === undefined
    ? [pglite]
    : [pglite, { name: "PostgreSQL", layer: server(url, prepared.template) }]
}

/** A migrated, empty database of one's own on the embedded engine. */
export const layer = embedded(inject("emptyDatabase"))

/** The same on every engine at hand: `for (const engine of TestDatabase.engines) layer(engine.layer)(engine.name, …)`. */
export const engines = enginesOf(inject("emptyDatabase"))
