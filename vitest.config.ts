import { defaultServerConditions } from "vite"
import { defineConfig } from "vitest/config"

const project = (name: string, test: object = {}) => ({
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
  test: {
    name,
    root: `packages/${name}`,
    include: ["test/**/*.test.ts"],
    // Most of the time would go into importing the same modules for every file.
    isolate: false,
    // It hangs its methods on vitest's `it`, which files share: each file has to begin with the original ones.
    server: { deps: { inline: ["@effect/vitest"] } },
    // Generous: a busy machine is not a failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...test
  }
})

/** Migrates once and hands every test file a snapshot of the empty schema. */
const globalSetup = new URL("packages/server/test/support/globalSetup.ts", import.meta.url).pathname

export default defineConfig({
  test: {
    projects: [
      project("domain"),
      project("server", { globalSetup }),
      project("mcp"),
      project("agents", { globalSetup }),
      project("cli", { globalSetup: "test/support/build.ts" })
    ]
  }
})
