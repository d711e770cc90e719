import { Command, ValidationError } from "@effect/cli"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Cause, Console, Effect } from "effect"
import { ask } from "./commands/ask.ts"
import { audit } from "./commands/audit.ts"
import { auth } from "./commands/auth.ts"
import { backorders } from "./commands/backorders.ts"
import { embeddings } from "./commands/embeddings.ts"
import { guard } from "./commands/guard.ts"
import { mcp } from "./commands/mcp.ts"
import { migrate } from "./commands/migrate.ts"
import { model } from "./commands/model.ts"
import { orders } from "./commands/orders.ts"
import { returns } from "./commands/returns.ts"
import { reviews } from "./commands/reviews.ts"
import { seed } from "./commands/seed.ts"
import { start } from "./commands/start.ts"
import { tokens } from "./commands/tokens.ts"
import { up } from "./commands/up.ts"
import { usage } from "./commands/usage.ts"
import { users } from "./commands/users.ts"
import * as Failure from "./Failure.ts"

const storefront = Command.make("storefront").pipe(
  Command.withDescription("A multi-agent shopping assistant for a web shop."),
  Command.withSubcommands([
    up,
    start,
    migrate,
    seed,
    ask,
    backorders,
    orders,
    returns,
    reviews,
    users,
    tokens,
    auth,
    audit,
    usage,
    guard,
    mcp,
    model,
    embeddings
  ])
)

/** One line on stderr. What the command line itself did not understand has been explained already. */
const report = (cause: Cause.Cause<unknown>) =>
  Cause.isInterruptedOnly(cause) || ValidationError.isValidationError(Cause.squash(cause))
    ? Effect.void
    : Console.error(`storefront: ${Failure.describe(cause)}`)

// npm hands on a ctrl-c that the terminal has sent already. The second one must not cut the shutdown short, as it would
// once the first has been taken: how long that lasts is bounded.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {})
}

Command.run(storefront, { name: "storefront", version: "0.1.0" })(process.argv).pipe(
  Effect.tapErrorCause(report),
  Effect.provide(NodeContext.layer),
  // Failures are reported above; how the program logs is the commands' choice.
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
)
