import { SqlClient } from "@effect/sql"
import { CurrentUser } from "@storefront/domain/Identity"
import { ActionId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { english } from "@storefront/domain/words/Locale"
import { summary } from "@storefront/domain/words/ProposalText"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"

/** Proposals that look at the act with the shop's own code, and store nothing. */
export const layerPreviewing = Layer.effect(
  Proposals,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Proposals.of({
      propose: (act, args) =>
        Effect.flatMap(CurrentUser, (user) =>
          Effect.map(
            Effect.catchTag(sql.withTransaction(act.prepare(user, args, "preview")), "SqlError", Effect.die),
            ({ terms }) => ({
              status: "awaiting_confirmation" as const,
              action_id: ActionId.make(randomUUID()),
              summary: UserText.make(summary(terms, english)),
              message: "Nothing has been done."
            })
          )
        )
    })
  )
)
