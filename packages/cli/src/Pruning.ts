import { type Day } from "@storefront/domain/Catalog"
import { AuditRetention, Pruned } from "@storefront/server/assistant/usage/AuditRetention"
import { DateTime, Effect } from "effect"
import * as Confirmation from "./Confirmation.ts"
import { count } from "./TerminalLayout.ts"
import * as Output from "./Output.ts"

/** Returns the first of the last `days` UTC days, today included. */
export const firstOfLast = (days: number): Effect.Effect<Day> =>
  Effect.map(DateTime.now, (now) => DateTime.formatIsoDateUtc(DateTime.subtract(now, { days: days - 1 })))

const lines = ({ kept_from, runs, steps }: Pruned) => [
  `Removed ${count(runs)} runs with ${count(steps)} steps and their rollups from before ${kept_from}.`
]

/** Removes the runs before a day, once the operator has confirmed with the name of the database. */
export const prune = Effect.fnUntraced(function* (
  before: Day,
  { json, yes }: { readonly json: boolean; readonly yes: Parameters<typeof Confirmation.confirmInDatabase>[1] }
) {
  const retention = yield* AuditRetention
  const { kept_from, runs, steps } = yield* retention.preview(before)
  if (runs > 0) {
    yield* Confirmation.confirmInDatabase(
      `${count(runs)} runs with ${count(steps)} steps from before ${kept_from}`,
      yes
    )
  }
  yield* Output.print(Pruned, yield* retention.prune(before), json, lines)
})
