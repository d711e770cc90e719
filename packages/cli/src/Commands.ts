import { Command, type CommandDescriptor } from "@effect/cli"
import { ask } from "./commands/ask.ts"
import { audit } from "./commands/audit.ts"
import { auth } from "./commands/auth.ts"
import { backorders } from "./commands/backorders.ts"
import { cases } from "./commands/cases.ts"
import { completions } from "./commands/completions.ts"
import { doctor } from "./commands/doctor.ts"
import { embeddings } from "./commands/embeddings.ts"
import { guests } from "./commands/guests.ts"
import { guard } from "./commands/guard.ts"
import { imports } from "./commands/import.ts"
import { mcp } from "./commands/mcp.ts"
import { migrate } from "./commands/migrate.ts"
import { model } from "./commands/model.ts"
import { orders } from "./commands/orders.ts"
import { policies } from "./commands/policies.ts"
import { returns } from "./commands/returns.ts"
import { reviews } from "./commands/reviews.ts"
import { seed } from "./commands/seed.ts"
import { start } from "./commands/start.ts"
import { status } from "./commands/status.ts"
import { tokens } from "./commands/tokens.ts"
import { up } from "./commands/up.ts"
import { usage } from "./commands/usage.ts"
import { users } from "./commands/users.ts"
import { verify } from "./commands/verify.ts"
import { type Group } from "./help/HelpPage.ts"

/** The root command. `groups` says under which heading the first page lists its subcommands. */
export const storefront = Command.make("storefront").pipe(
  Command.withDescription("A multi-agent shopping assistant for a web shop."),
  Command.withSubcommands([
    up,
    start,
    migrate,
    seed,
    imports,
    verify,
    ask,
    status,
    doctor,
    orders,
    returns,
    backorders,
    cases,
    reviews,
    policies,
    users,
    guests,
    tokens,
    auth,
    audit,
    usage,
    guard,
    mcp,
    model,
    embeddings,
    completions((): CommandDescriptor.Command<unknown> => storefront.descriptor)
  ])
)

/** Headings on the first page of help. */
export const groups: ReadonlyArray<Group> = [
  { title: "Run", names: ["up", "start", "migrate", "seed", "verify"] },
  { title: "Use and check", names: ["ask", "status", "doctor", "completions"] },
  { title: "The shop", names: ["import", "orders", "returns", "backorders", "cases", "reviews", "policies"] },
  { title: "People and services", names: ["users", "guests", "tokens", "auth"] },
  { title: "What the assistant does", names: ["audit", "usage", "guard", "mcp", "model", "embeddings"] }
]
