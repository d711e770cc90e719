#!/usr/bin/env node
// npm links a command at install time, when nothing is built yet: so this file is committed, and builds what is missing.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const main = new URL("../dist/main.js", import.meta.url)

if (!existsSync(main)) {
  const root = fileURLToPath(new URL("../../../", import.meta.url))
  process.stderr.write("… building, once\n")
  // What the command prints on stdout is its result alone.
  spawnSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: ["ignore", 2, 2] })
}

if (existsSync(main)) {
  await import(main.href)
} else {
  process.stderr.write("storefront: nothing is built. Run in its own folder: npm ci && npm run build\n")
  process.exitCode = 1
}
