import { SqlClient } from "@effect/sql"
import { type Terms } from "@storefront/domain/confirmation/Terms"
import { type User } from "@storefront/domain/Identity"
import { Effect } from "effect"
import * as Transaction from "../platform/database/Transaction.ts"
import { type BindingAct } from "../platform/effects/BindingAct.ts"

/** Previews a binding act in a read-only transaction, as a proposal does, and returns its terms. */
export const preview = Effect.fnUntraced(function* <Args, ArgsI, T extends Terms, A, AI, E>(
  act: BindingAct<Args, ArgsI, T, A, AI, E>,
  caller: User,
  args: NoInfer<Args>
) {
  const sql = yield* SqlClient.SqlClient
  const preparing = Effect.zipRight(sql`SET TRANSACTION READ ONLY`, act.prepare(caller, args, "preview"))
  const { terms } = yield* Effect.catchTag(
    sql.withTransaction(preparing),
    "SqlError",
    "DatabaseUnavailable",
    Effect.die
  )
  return terms
})

/** Performs a binding act as if it had been confirmed: prepares and performs it in one transaction. */
export const actNow = Effect.fnUntraced(function* <Args, ArgsI, T extends Terms, A, AI, E>(
  act: BindingAct<Args, ArgsI, T, A, AI, E>,
  caller: User,
  args: NoInfer<Args>
) {
  const transaction = Transaction.withRetry(yield* SqlClient.SqlClient)
  const performing = Effect.flatMap(act.prepare(caller, args, "act"), ({ perform }) => perform)
  return yield* Effect.catchTag(transaction(performing), "SqlError", "DatabaseUnavailable", Effect.die)
})
