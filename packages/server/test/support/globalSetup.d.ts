import type { TestProject } from "vitest/node"
/** A prepared database, to be copied: a file for the embedded engine, a template on the server if there is one. */
export interface Prepared {
  readonly snapshot: string
  readonly template: string | undefined
}
declare module "vitest" {
  interface ProvidedContext {
    /** Migrated, without rows but those of the migrations. */
    readonly emptyDatabase: Prepared
    /** Migrated and seeded as `seed` does without options, relative to the start of the tests. */
    readonly seededDatabase: Prepared
    /** Value of `TEST_DATABASE_URL`. */
    readonly testDatabaseUrl: string | undefined
  }
}
export default _default
declare function _default(project: TestProject): Promise<() => Promise<void>>
//# sourceMappingURL=globalSetup.d.ts.map
