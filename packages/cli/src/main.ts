import { NodeContext, NodeRuntime } from "@effect/platform-node"
import * as Environment from "@storefront/server/config/Environment"
import { version } from "@storefront/server/config/Version"
import { Cause, Effect, Layer } from "effect"
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

Cli.run(storefront, { groups, version })(args).pipe(
  Effect.tapErrorCause(report),
  Effect.provide([NodeContext.layer, Paint.layer(process.stdout.isTTY)]),
  Effect.provide(Layer.provideMerge(JsonOutput.layer(args), Environment.layer)),
  // Failures are reported above; how the program logs is the commands' choice.
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
)
