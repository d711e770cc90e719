import { Context, type Effect } from "effect"
import { type GuardReport } from "../agent/Turn.ts"

/** Looks for prompt injection in text that a person sent to an agent. It fails closed: no verdict, no turn. */
export class Scanner extends Context.Tag("@storefront/server/guard/Scanner")<
  Scanner,
  {
    readonly scan: (text: string) => Effect.Effect<GuardReport>
  }
>() {}
