import { defaultServerConditions } from "vite"
import { defineWorkspace } from "vitest/config"

const project = (name: string, test: object = {}) => ({
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
  // Generous: a busy machine is no failure.
  test: { name, root: `packages/${name}`, include: ["test/**/*.test.ts"], testTimeout: 30_000, ...test }
})

/** Migrates once and hands every test file a snapshot of the empty schema. */
const globalSetup = new URL("packages/server/test/support/globalSetup.ts", import.meta.url).pathname

export default defineWorkspace([
  project("domain"),
  project("server", { globalSetup }),
  project("mcp"),
  project("agents", { globalSetup }),
  project("cli", { globalSetup: "test/support/build.ts", testTimeout: 60_000 })
])
