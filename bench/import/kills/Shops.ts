import { type SqlClient } from "@effect/sql"
import * as Database from "@storefront/server/platform/database/Database"
import { Effect, Redacted, type Scope } from "effect"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Databases from "../../support/Databases.ts"

/** A shop that can be copied while no process uses it. */
export interface Shop {
  /** Variables by which commands find its database. */
  readonly environment: Readonly<Record<string, string>>
  /** Looks into the database; on the embedded engine only while no process uses it. */
  readonly look: <A>(effect: Effect.Effect<A, never, SqlClient.SqlClient>) => Effect.Effect<A>
  /** Returns a copy of that name, in place of an earlier one. */
  readonly copy: (name: string) => Effect.Effect<Shop>
}

/** An engine with the shop that it begins with. */
export interface Engine {
  readonly name: string
  /** Makes a shop without a schema. */
  readonly create: (name: string) => Effect.Effect<Shop, never, Scope.Scope>
  /** Processes can look into a database that another one writes to. */
  readonly isShared: boolean
}

/** Databases of a PostgreSQL server. */
export const server = (url: string): Engine => {
  const shop = (address: string): Shop => ({
    environment: { DATABASE_URL: address },
    look: (effect) =>
      Effect.orDie(Effect.provide(effect, Database.layerServer({ url: Redacted.make(address), poolMax: 2 }))),
    copy: (name) =>
      Effect.gen(function* () {
        const template = new URL(address).pathname.slice(1)
        yield* Databases.query(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
        yield* Databases.query(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
        const copied = new URL(address)
        copied.pathname = `/${name}`
        return shop(copied.href)
      }).pipe(Effect.orDie)
  })
  return {
    name: "PostgreSQL",
    isShared: true,
    create: (name) => Effect.orDie(Effect.map(Databases.create(url, name), shop))
  }
}

/** Data folders of the embedded engine, deleted with the scope. */
export const embedded: Engine = {
  name: "embedded",
  isShared: false,
  create: (name) =>
    Effect.gen(function* () {
      const root = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "storefront-kills-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const shop = (folder: string): Shop => ({
        environment: { STOREFRONT_DATA_DIR: folder },
        look: (effect) => Effect.orDie(Effect.provide(effect, Database.layerDataFolder(folder))),
        copy: (name) =>
          Effect.sync(() => {
            const copied = join(root, name)
            rmSync(copied, { recursive: true, force: true })
            cpSync(folder, copied, { recursive: true })
            return shop(copied)
          })
      })
      return shop(join(root, name))
    })
}
