import { defineConfig } from "vitest/config"

export default defineConfig({
  // Our sources, not what they were built to; else what Node itself takes.
  ssr: { resolve: { conditions: ["source", "node"] } },
  test: {
    include: ["packages/*/test/**/*.test.ts"],
    globalSetup: ["packages/server/src/testing/PreparedDatabases.ts", "packages/cli/test/support/build.ts"],
    setupFiles: ["vitest.setup.ts"],
    // A dependency of the MCP clients has a "source" of its own, which Node cannot load.
    server: { deps: { inline: [/@modelcontextprotocol/, /eventsource/] } },
    // Files share a process, and with it the modules that they import and the engine that runs their databases: more
    // than half of the time. The packages are one project because a project has processes of its own.
    isolate: false,
    maxWorkers: "100%",
    // Tests make much and keep little: a larger nursery collects it less often.
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=64"] } },
    // A failure shows what was found, and not its first words.
    chaiConfig: { truncateThreshold: 2000 },
    // Generous: a busy machine is not a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
