import { fileURLToPath } from "node:url"
import { defaultServerConditions } from "vite"
import { defineConfig } from "vitest/config"

const ssr = { resolve: { conditions: ["source", ...defaultServerConditions] } }

const setup = fileURLToPath(new URL("vitest.setup.ts", import.meta.url))

const project = (name: string, test: object = {}) => ({
  ssr,
  test: {
    name,
    root: `packages/${name}`,
    include: ["test/**/*.test.ts"],
    setupFiles: [setup],
    isolate: false,
    // Generous: a busy machine is not a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...test
  }
})

export default defineConfig({
  ssr,
  test: {
    // Files share a process, and with it the modules that they import: that was half of the time.
    isolate: false,
    maxWorkers: "100%",
    globalSetup: "packages/server/src/testing/PreparedDatabases.ts",
    projects: [
      project("domain"),
      project("server"),
      project("mcp"),
      project("agents"),
      project("cli", { globalSetup: "test/support/build.ts" })
    ]
  }
})
