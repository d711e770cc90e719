// Makes few files of the many that a command consists of: Node takes longer to find and read a thousand modules than to
// run them. What only some commands need stays in files of its own, which are read when it is needed.
import { build } from "esbuild"
import { existsSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { bundle, packages, root } from "./Build.mjs"

const outdir = join(bundle, "..")

const changed = (path) => statSync(path).mtimeMs

const inputs = [join(root, "package-lock.json"), ...packages.map((folder) => join(folder, "dist/.tsbuildinfo"))]

if (!existsSync(bundle) || changed(bundle) < Math.max(...inputs.map(changed))) {
  rmSync(outdir, { recursive: true, force: true })
  await build({
    entryPoints: [join(root, "packages/cli/dist/main.js")],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // The database engine finds its files beside itself.
    external: ["@electric-sql/*", "pg-native"],
    // For the libraries among it that are no modules.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
    },
    logLevel: "warning"
  })
}
