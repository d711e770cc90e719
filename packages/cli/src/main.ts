import { NodeContext, NodeRuntime } from "@effect/platform-node"
import * as Environment from "@storefront/server/platform/config/Environment"
import { version } from "@storefront/server/platform/config/Version"
import { errorCode } from "@storefront/server/platform/database/ErrorCode"
import { Cause, Data, Effect, Layer } from "effect"
import * as Cli from "./Cli.ts"
import { groups, storefront } from "./Commands.ts"
import * as Failure from "./Failure.ts"
import * as JsonOutput from "./JsonOutput.ts"
import * as Paint from "./Paint.ts"
import { Voice } from "./Voice.ts"

/** Says in one line what went wrong. */
const report = (cause: Cause.Cause<unknown>) =>
  Cause.isInterruptedOnly(cause) ? Effect.void : Effect.flatMap(Voice, (voice) => voice.fail(Failure.describe(cause)))

const args = process.argv.slice(2)

// npm hands on a ctrl-c that the terminal has sent already. The second one must not cut the shutdown short, as it would
// once the first has been taken: how long that lasts is bounded.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {})
}

// Keys, recordings and the database are for nobody else, whatever this process was started with.
process.umask(0o077)

// The console passes over what it cannot write, but a result that is lost is a failure. Who stops reading wants no more.
process.stdout.on("error", (error) => {
  if (errorCode(error) !== "EPIPE" && process.exitCode === undefined) {
    process.exitCode = 1
    process.stderr.write(`storefront: the output cannot be written (${errorCode(error)})\n`)
  }
})
process.stderr.on("error", () => {})

/** Somebody has deleted the folder that this was started in. */
class FolderGone extends Data.TaggedError("FolderGone") {
  override readonly message = "The current folder does not exist any more. Change into another one, and try again"
}

Effect.try({ try: () => process.cwd(), catch: () => new FolderGone() }).pipe(
  Effect.zipRight(Cli.run(storefront, { groups, version })(args)),
  Effect.tapErrorCause(report),
  Effect.provide([NodeContext.layer, Paint.layer(process.stdout.isTTY)]),
  Effect.provide(Layer.provideMerge(JsonOutput.layer(args), Environment.layer)),
  // Failures are reported above; how the program logs is the commands' choice.
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
)
