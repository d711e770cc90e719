import { defaultServerConditions } from "vite"
import { defineConfig } from "vitest/config"

const setup = new URL("vitest.setup.ts", import.meta.url).pathname

const project = (name: string, test: object = {}) => ({
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
  test: {
    name,
    root: `packages/${name}`,
    include: ["test/**/*.test.ts"],
    isolate: false,
    setupFiles: [setup],
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
    // Most of the time would go into importing the same modules for every file. The projects have to say it, too.
    isolate: false,
    projects: [
      project("domain"),
      project("server", { globalSetup }),
      project("mcp"),
      project("agents", { globalSetup }),
      project("cli", { globalSetup: "test/support/build.ts" })
    ]
  }
})
