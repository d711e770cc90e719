// Follows docs/new-tool.md in a scratch copy of the repository: applies its blocks, checks the types, and runs the tests that cover every tool.
import { execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const packages = readdirSync(join(root, "packages"))

/** Lists the blocks of the page with the file that the text above each names first. */
const changes = () => {
  const parts = readFileSync(join(root, "docs/new-tool.md"), "utf8").split(/^```/mu)
  let file
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) {
      file = /^`(packages\/[^`]+\.ts)`/mu.exec(part)?.[1] ?? file
      return []
    }
    return part.startsWith("diff\n") ? [{ file, lines: part.split("\n").slice(1, -1) }] : []
  })
}

const without = (lines, sign) => lines.flatMap((line) => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join("")

/** Copies sources and tests; packages are found under their names in the copy, everything else in the repository. */
const copy = (scratch) => {
  for (const name of [
    "package.json",
    "tsconfig.base.json",
    "tsconfig.test.json",
    "vitest.setup.ts",
    "vitest.workspace.ts",
    "docs"
  ]) {
    cpSync(join(root, name), join(scratch, name), { recursive: true })
  }
  cpSync(join(root, "vitest.config.ts"), join(scratch, "vitest.base.ts"))
  for (const name of packages) {
    for (const part of ["package.json", "data", "src", "test"].filter((part) =>
      existsSync(join(root, "packages", name, part))
    )) {
      cpSync(join(root, "packages", name, part), join(scratch, "packages", name, part), { recursive: true })
    }
  }
  mkdirSync(join(scratch, "node_modules/@storefront"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@storefront") {
      symlinkSync(join(root, "node_modules", name), join(scratch, "node_modules", name))
    }
  }
  for (const name of packages) {
    symlinkSync(join(scratch, "packages", name), join(scratch, "node_modules/@storefront", name))
  }
}

/** That of the repository, but without its workspace and the build of the command line, which no tool needs. */
const testConfig = `import base from "./vitest.base.ts"
const { projects, ...test } = base.test
export default { ...base, test: { ...test, globalSetup: test.globalSetup.slice(0, 1) } }
`

const scratch = mkdtempSync(join(tmpdir(), "new-tool-"))
try {
  copy(scratch)
  const edits = changes()
  for (const { file, lines } of edits) {
    const path = join(scratch, file)
    const isNew = lines.every((line) => line.startsWith("+"))
    const text = isNew ? "" : readFileSync(path, "utf8")
    const before = without(lines, "+")
    const count = text.split(before).length - 1
    if (!isNew && count !== 1) {
      throw new Error(`docs/new-tool.md: ${file} has this ${count} times, not once:\n${before}`)
    }
    writeFileSync(path, isNew ? without(lines, "-") : text.replace(before, () => without(lines, "-")))
  }
  const files = new Set(edits.map(({ file }) => file))
  if (files.size !== 8) {
    throw new Error(`A tool costs eight files, the page changes ${files.size}.`)
  }
  const types = { extends: "./tsconfig.test.json", compilerOptions: { customConditions: ["source"] }, references: [] }
  writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify({ ...types, include: [...files] }))
  writeFileSync(join(scratch, "vitest.config.ts"), testConfig)
  const run = (command, ...args) =>
    execFileSync(join(root, "node_modules/.bin", command), args, { cwd: scratch, stdio: "inherit" })
  run("tsc", "--project", "tsconfig.json")
  const ofEveryTool = ["FreeText", "Parameters", "Roles", "StatementBounds", "UserText"].map(
    (name) => `tools/${name}.test.ts`
  )
  const ownTest = [...files].filter((file) => file.endsWith(".test.ts"))
  run("vitest", "run", ...ownTest, ...ofEveryTool, "agents/test/Agents.test.ts", "agents/test/FixedPart.test.ts")
} finally {
  rmSync(scratch, { recursive: true })
}
