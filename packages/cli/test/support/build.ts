import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** The commands are tested as they are shipped: built. Does nothing when the build is up to date. */
export default async () => {
  await promisify(execFile)("npx", ["tsc", "-b", "packages/cli"], { cwd: root })
}
