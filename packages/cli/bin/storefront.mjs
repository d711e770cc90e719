#!/usr/bin/env node
// npm links a command at install time, when nothing is built yet: so this file is committed, and builds what is missing.
import { pathToFileURL } from "node:url"
import { build, bundle, isBuilt, say } from "./Build.mjs"

const refuse = () => {
  say("ERROR", "nothing is built. Run in its own folder: npm ci && npm run build")
  process.exitCode = 1
}

if (isBuilt() || build()) {
  // A path is no address: its "#", "?" and "%" would mean something else.
  await import(pathToFileURL(bundle).href).catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") {
      throw error
    }
    refuse()
  })
} else {
  process.exitCode = 1
}
