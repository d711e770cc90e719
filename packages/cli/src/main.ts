import { defaultTeardown, type Teardown } from "@effect/platform/Runtime"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import * as Environment from "@storefront/server/platform/config/Environment"
import { version } from "@storefront/server/platform/config/Version"
import { errorCode } from "@storefront/server/platform/database/ErrorCode"
import { Cause, Data, Effect, Exit, Layer } from "effect"
import * as Cli from "./Cli.ts"
import { groups, storefront } from "./Commands.ts"
import * as Failure from "./Failure.ts"
import * as JsonOutput from "./JsonOutput.ts"
import * as Paint from "./Paint.ts"
import { Voice } from "./Notices.ts"

/** Reports in one line what went wrong; interruption is not a failure. */
const report = (cause: Cause.Cause<unknown>) =>
  Cause.isInterruptedOnly(cause) ? Effect.void : Effect.flatMap(Voice, (voice) => voice.fail(Failure.describe(cause)))

const args = process.argv.slice(2)

// npm forwards a ctrl-c that the terminal has already sent. The second one must not cut the shutdown short, as it would
// without this handler: the shutdown has a time limit of its own.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {})
}

// Keys, recordings and the database are private, whatever umask this process was started with.
process.umask(0o077)

// The console ignores write errors, but a lost result is a failure. EPIPE is not: the reader wants no more.
process.stdout.on("error", (error) => {
  if (errorCode(error) !== "EPIPE" && process.exitCode === undefined) {
    process.exitCode = 1
    process.stderr.write(`storefront: the output cannot be written (${errorCode(error)})\n`)
  }
})
process.stderr.on("error", () => {})

/** The folder that this was started in was deleted. */
class FolderGone extends Data.TaggedError("FolderGone") {
  override readonly message = "The current folder does not exist any more. Change into another one, and try again"
}

/**
 * Exits with 0 when a service is interrupted, which is how it ends; a question has then no answer. A command that fails
 * or is interrupted may have chosen a code.
 */
const teardown: Teardown = (exit, onExit) =>
  defaultTeardown(exit, (code) =>
    onExit(
      Exit.isFailure(exit) && Cause.isInterruptedOnly(exit.cause)
        ? Number(process.exitCode ?? (args[0] === "ask" ? 130 : code))
        : code === 0
          ? code
          : Number(process.exitCode ?? code)
    )
  )

Effect.try({ try: () => process.cwd(), catch: () => new FolderGone() }).pipe(
  Effect.zipRight(Cli.run(storefront, { groups, version })(args)),
  Effect.tapErrorCause(report),
  Effect.provide([NodeContext.layer, Paint.layer(process.stdout.isTTY)]),
  Effect.provide(Layer.provideMerge(JsonOutput.layer(args), Environment.layer)),
  // Failures are reported above; commands choose their own logging.
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true, teardown })
)
