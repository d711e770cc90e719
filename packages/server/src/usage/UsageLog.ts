import { type User } from "@storefront/domain/Identity"
import { type ConversationId } from "@storefront/domain/Ids"
import { Context, type Effect } from "effect"
import { type TurnReport } from "../agent/Turn.ts"

/** One run of one agent, as it goes into the log. */
export interface UsageEntry {
  readonly report: TurnReport
  readonly caller: User
  readonly conversationId: ConversationId | null
  /** The message; the log keeps its first 500 characters, masked. */
  readonly input: string
}

/** The log of agent runs with their steps, and its daily rollups. Failures of the database are defects. */
export class UsageLog extends Context.Tag("@storefront/server/usage/UsageLog")<
  UsageLog,
  {
    /** Row, steps and rollups in one transaction. */
    readonly record: (entry: UsageEntry) => Effect.Effect<void>
    /** The same statements inside the transaction of the caller, which runs them last. */
    readonly recordWithin: (entry: UsageEntry) => Effect.Effect<void>
  }
>() {}
