// What is built, and whether it is what the sources say. Plain JavaScript: it runs before anything is built.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder of the project. */
export const root = fileURLToPath(new URL("../../../", import.meta.url))
export const packages = ["domain", "server", "mcp", "agents", "cli"].map((name) => join(root, "packages", name))
const stamp = join(root, "packages/cli/dist/.built")

/** What runs. */
export const bundle = join(root, "packages/cli/dist/bundle/main.js")

/** Folders change with their files' names: so a removed file is seen, too. */
const newest = (path) => {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry === undefined || !entry.isDirectory()) {
    return entry?.mtimeMs ?? 0
  }
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Whether it was built once. */
export const isBuilt = () => existsSync(bundle)

/** Whether nothing has changed since it was built from here: much faster than asking the compiler. */
export const isUpToDate = () =>
  isBuilt() &&
  existsSync(stamp) &&
  Math.max(
    ...["tsconfig.base.json", "package-lock.json"].map((name) => newest(join(root, name))),
    ...packages.flatMap((folder) => ["src", "tsconfig.json", "package.json"].map((name) => newest(join(folder, name)))),
    ...["bin", "src", "texts", "package.json"].map((name) => newest(join(root, "packages/screen", name)))
  ) < statSync(stamp).mtimeMs

/** Whether the compiler and the bundler are installed; `npm ci --omit=dev` leaves them out. */
export const canBuild = () => ["tsc", "esbuild"].every((tool) => existsSync(join(root, "node_modules/.bin", tool)))

/** Says on stderr how it goes, in the form in which the program itself would. */
export const say = (level, message) => {
  const line = {
    "service.name": "storefront",
    message,
    logLevel: level,
    timestamp: new Date().toISOString(),
    annotations: {}
  }
  const text = level === "INFO" ? `… ${message}` : `storefront: ${message}`
  process.stderr.write(`${process.env.LOG_FORMAT === "json" ? JSON.stringify(line) : text}\n`)
}

/** Builds the commands, and what they need. What a command prints on stdout is its result alone. */
export const build = () => {
  if (!canBuild()) {
    say(
      "ERROR",
      "nothing is built, and the tools that build it are not installed. Run in its own folder: npm ci && npm run build"
    )
    return false
  }
  say("INFO", "building")
  const started = new Date()
  const { status } = spawnSync("npm", ["run", "--silent", "build:cli"], { cwd: root, stdio: ["ignore", 2, 2] })
  if (status === 0) {
    writeFileSync(stamp, "")
    // What changes while it is built is built the next time.
    utimesSync(stamp, started, started)
  }
  return status === 0
}
