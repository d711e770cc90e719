import { fileURLToPath } from "node:url"
import { defaultServerConditions } from "vite"
import { defineConfig } from "vitest/config"

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const databases = path("packages/server/src/testing/PreparedDatabases.ts")

const project = (name: string, test: object = {}) => ({
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
  test: {
    name,
    root: `packages/${name}`,
    include: ["test/**/*.test.ts"],
    setupFiles: [path("vitest.setup.ts")],
    isolate: false,
    // Generous: a busy machine is not a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...test
  }
})

export default defineConfig({
  test: {
    // Files share a process, and with it the modules that they import: that was half of the time.
    isolate: false,
    maxWorkers: "100%",
    projects: [
      project("domain"),
      project("server", { globalSetup: databases }),
      project("mcp"),
      project("agents", { globalSetup: databases }),
      project("cli", { globalSetup: [databases, "test/support/build.ts"] })
    ]
  }
})
