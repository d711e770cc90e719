import { HttpServerResponse } from "@effect/platform"
import * as LoopbackServer from "@storefront/server/testing/LoopbackServer"
import * as SetUp from "@storefront/server/testing/SetUp"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

declare module "vitest" {
  interface ProvidedContext {
    /** Answers when the commands are built. */
    readonly build: string
  }
}

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** Does nothing when the build is up to date. */
const build = Effect.tryPromise(() => promisify(execFile)("npm", ["run", "--silent", "build:cli"], { cwd: root }))

/** Set-up of the tests: a server that builds the commands when a test first asks for it. */
export default SetUp.make(
  Effect.fnUntraced(function* (project) {
    const built = yield* SetUp.once(build)
    project.provide("build", yield* LoopbackServer.serve(Effect.as(built, HttpServerResponse.empty())))
  })
)
