import { defineConfig } from "vitest/config"
import packages from "./vitest.workspace.ts"

/**
 * The packages are projects only when they are selected by name: a project has processes of its own, and so modules and
 * database engines that the others do not share.
 */
const selected = process.argv.some((argument) => /^--project(?:=|$)/.test(argument))

export default defineConfig({
  // Our sources, not what they were built to; else what Node itself takes.
  ssr: { resolve: { conditions: ["source", "node"] } },
  test: {
    // A list, even of this file alone, keeps vitest from taking the workspace by itself, which it calls deprecated.
    ...(selected
      ? { projects: packages }
      : { projects: ["vitest.config.ts"], include: ["packages/*/test/**/*.test.ts"] }),
    globalSetup: ["packages/server/src/testing/PreparedDatabases.ts", "packages/cli/test/support/build.ts"],
    setupFiles: ["vitest.setup.ts"],
    // A dependency of the MCP clients has a "source" of its own, which Node cannot load.
    server: { deps: { inline: [/@modelcontextprotocol/, /eventsource/] } },
    // Files share a process, and with it the modules that they import and the engine that runs their databases: more
    // than half of the time.
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
