import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Creates an empty folder, removed with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "storefront-test-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)
