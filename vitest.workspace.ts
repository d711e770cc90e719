import { type TestProjectInlineConfiguration } from "vitest/config"

/** The tests of one package, as `npx vitest --project <name>` runs them. */
const project = (name: string): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`packages/${name}/test/**/*.test.ts`] }
})

export default [
  project("domain"),
  project("server"),
  project("mcp"),
  project("agents"),
  project("screen"),
  project("cli")
]
