// Gives the type checker the Effect diagnostics. `npm ci --omit=dev` installs neither, and then there is nothing to do.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const patcher = fileURLToPath(new URL("../node_modules/@effect/tsgo/dist/effect-tsgo.cjs", import.meta.url))

if (existsSync(patcher)) {
  process.exitCode = spawnSync(process.execPath, [patcher, "patch"], { stdio: "inherit" }).status ?? 1
}
