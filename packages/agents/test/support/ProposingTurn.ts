import { SqlClient } from "@effect/sql"
import { type User } from "@storefront/domain/Identity"
import { ConversationId, TraceId } from "@storefront/domain/Ids"
import { type SpecialistName } from "@storefront/domain/Topology"
import { english } from "@storefront/domain/words/Locale"
import { CurrentProposingTurn } from "@storefront/server/assistant/actions/ProposingTurn"
import { Effect, Option } from "effect"
import { v4 } from "uuid"

/** Lets calls belong to a turn of the front door, in a new conversation of a person: they can propose. */
export const inTurnOf =
  (person: User, agentName: SpecialistName = "order-management") =>
  <A, E, R>(calls: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const conversationId = ConversationId.make(v4())
      yield* sql`
        INSERT INTO conversations (id, user_id, title)
        SELECT ${conversationId}::uuid, id, 'Hello' FROM users WHERE id = ${person.id}`
      const turn = { conversationId, traceId: TraceId.make(v4().replaceAll("-", "")), agentName, locale: english }
      return yield* Effect.provideService(calls, CurrentProposingTurn, Option.some(turn))
    })

/** What is proposed to a person, oldest first. */
export const proposedTo = ({ id }: User) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly id: string; readonly act: string; readonly state: string; readonly terms: object }>`
      SELECT id, act, state, terms FROM pending_actions WHERE user_id = ${id} ORDER BY created_at, position`
  )
