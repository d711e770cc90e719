import { Command } from "@effect/cli"
import { GuestEntry, GuestRetention, PrunedGuests } from "@storefront/server/assistant/chat/GuestRetention"
import { DateTime, Effect, Schema } from "effect"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Listing from "../Listing.ts"
import * as Output from "../Output.ts"

const ListedGuest = Schema.Struct({
  ...GuestEntry.fields,
  created_at: Schema.DateTimeUtc,
  last_used_at: Schema.DateTimeUtc
})

const Guests = Schema.Struct({ guests: Schema.Array(ListedGuest), count: Schema.Int })

const headings = ["guest", "created", "last used", "conversations", "cart lines", "claimed by"]

const cells = ({ cart_items, claimed_by, conversations, created_at, guest_id, last_used_at }: GuestEntry) => [
  guest_id,
  DateTime.formatIsoDateUtc(created_at),
  DateTime.formatIsoDateUtc(last_used_at),
  String(conversations),
  String(cart_items),
  claimed_by ?? ""
]

const list = Command.make(
  "list",
  { ...Listing.paging, json: Output.json },
  Effect.fn("cli.guests.list")(function* ({ json, limit, offset }) {
    const retention = yield* GuestRetention
    const page = yield* Listing.pageOf({ limit, offset }, retention.list)
    yield* Output.print(Guests, { guests: page.rows, count: page.rows.length }, json, () =>
      Listing.lines(page, "No guests.", headings, cells, [3, 4])
    )
  })
).pipe(Command.withDescription("List visitors without an account, last used first."))

const prune = Command.make(
  "prune",
  { json: Output.json },
  Effect.fn("cli.guests.prune")(function* ({ json }) {
    const pruned = yield* Effect.flatMap(GuestRetention, ({ prune }) => prune)
    yield* Output.print(PrunedGuests, pruned, json, ({ emptied, removed }) => [
      `Guests: ${emptied} emptied, ${removed} removed`
    ])
  })
).pipe(Command.withDescription("Remove what unused guests have left behind, as the orchestrator does every day."))

/** The commands for guests, on any database. */
export const commands = Command.make("guests").pipe(
  Command.withDescription("List visitors without an account, and remove unused ones."),
  Command.withSubcommands([list, prune])
)

/** The commands for guests, on the configured database. */
export const guests = Command.provide(commands, CommandDatabase.onDatabase(GuestRetention.layer))
