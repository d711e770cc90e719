import { Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { type ForgetTerms, type Terms } from "@storefront/domain/confirmation/Terms"
import { CurrentUser, type User } from "@storefront/domain/Identity"
import { type ActionId, ConversationId, MemoryId, MessageId, TraceId, UsageLogId } from "@storefront/domain/Ids"
import { AllowedRoles } from "@storefront/domain/tools/RolePolicy"
import { UserText } from "@storefront/domain/tools/UserText"
import { english } from "@storefront/domain/words/Locale"
import { Duration, Effect, Layer, Option, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { v7 } from "uuid"
import { BindingActs, eraseTypes } from "../../src/assistant/actions/BindingActs.ts"
import { Confirmations } from "../../src/assistant/actions/Confirmations.ts"
import { PendingActions } from "../../src/assistant/actions/PendingActions.ts"
import { CurrentProposingTurn } from "../../src/assistant/actions/ProposingTurn.ts"
import { Proposals } from "../../src/assistant/actions/Proposals.ts"
import { type ActOf, type BindingAct } from "../../src/platform/effects/BindingAct.ts"
import { forUpdate } from "../../src/platform/effects/RowLock.ts"
import { ToolEffects } from "../../src/platform/effects/ToolEffects.ts"
import { MemoryNotFound } from "../../src/shop/memories/Memories.ts"
import { ada } from "../../src/testing/SmallShop.ts"

const Wish = Schema.Struct({ memoryId: MemoryId })
const Result = Schema.Struct({ deleted: Schema.String })

/** What forgetting a memory means. */
export const termsOf = (memoryId: MemoryId, content: string): ForgetTerms => ({
  act: "forget_preference",
  memoryId,
  content: UserText.make(content)
})

/** Forgets a memory. One that says "broken" cannot be deleted. */
export const forgetting = Effect.map(SqlClient.SqlClient, (sql) => {
  const act: ActOf<typeof Wish, ForgetTerms, typeof Result, MemoryNotFound> = {
    name: "forget_preference",
    args: Wish,
    result: Result,
    prepare: Effect.fnUntraced(function* (caller, { memoryId }, purpose) {
      const [found] = yield* Effect.orDie(sql<{ content: string }>`
        SELECT content FROM agent_memories WHERE id = ${memoryId} AND user_id = ${caller.id} ${forUpdate(sql, purpose)}`)
      if (found === undefined) {
        return yield* new MemoryNotFound()
      }
      const remove = Effect.orDie(sql`DELETE FROM agent_memories WHERE id = ${memoryId}`)
      return {
        terms: termsOf(memoryId, found.content),
        perform: Effect.zipRight(
          remove,
          found.content === "broken" ? Effect.dieMessage("broken") : Effect.succeed({ deleted: found.content })
        )
      }
    })
  }
  return act
})

const tool = Tool.make("forget_preference").annotate(AllowedRoles, ["customer"])

/** What proposes and confirms, with one act. */
export const layer = Layer.mergeAll(Proposals.layer, Confirmations.layer).pipe(
  Layer.provide(BindingActs.layer(Effect.map(forgetting, (act) => [eraseTypes(act, tool)]))),
  Layer.provideMerge(Layer.merge(PendingActions.layer, ToolEffects.layer))
)

export const newTrace = () => TraceId.make(randomBytes(16).toString("hex"))

/** A conversation with a turn of its own. */
export interface Talk {
  readonly person: User
  readonly conversation: ConversationId
  readonly turn: TraceId
}

export const startTalk = Effect.fnUntraced(function* (person: User = ada) {
  const sql = yield* SqlClient.SqlClient
  const talk: Talk = { person, conversation: ConversationId.make(v7()), turn: newTrace() }
  yield* sql`INSERT INTO conversations ${sql.insert({ id: talk.conversation, user_id: person.id, title: "Talk" })}`
  return talk
})

/** The same conversation in its next turn. */
export const nextTurn = (talk: Talk): Talk => ({ ...talk, turn: newTrace() })

/** Stores a message of the turn. */
export const say = Effect.fnUntraced(function* ({ conversation, turn }: Talk, role: "user" | "assistant" = "user") {
  const sql = yield* SqlClient.SqlClient
  const id = MessageId.make(v7())
  yield* sql`INSERT INTO messages ${sql.insert({
    id,
    conversation_id: conversation,
    role,
    content: role === "user" ? "yes" : "Please confirm.",
    metadata: { trace_id: turn }
  })}`
  return id
})

/** Something that the person wants remembered. */
export const remember = Effect.fnUntraced(function* (person: User, content: string) {
  const sql = yield* SqlClient.SqlClient
  const id = MemoryId.make(v7())
  yield* sql`INSERT INTO agent_memories ${sql.insert({ id, user_id: person.id, category: "other", content })}`
  return id
})

/** Proposes an act, as a tool of the turn does. */
export const proposeAct = <Args, ArgsI, T extends Terms, A, AI, E>(
  { conversation, person, turn }: Talk,
  act: BindingAct<Args, ArgsI, T, A, AI, E>,
  args: Args
) =>
  Effect.flatMap(Proposals, (proposals) => proposals.propose(act, args)).pipe(
    Effect.provideService(CurrentUser, person),
    Effect.provideService(
      CurrentProposingTurn,
      Option.some({ conversationId: conversation, traceId: turn, agentName: "product-discovery", locale: english })
    )
  )

/** Proposes to forget a memory. */
export const propose = (talk: Talk, memoryId: MemoryId) =>
  Effect.flatMap(forgetting, (act) => proposeAct(talk, act, { memoryId }))

/** Shows actions with an answer of the turn. */
export const show = Effect.fnUntraced(function* (talk: Talk, ...ids: ReadonlyArray<ActionId>) {
  const actions = yield* PendingActions
  const answer = yield* say(talk, "assistant")
  yield* actions.show({ conversation: talk.conversation, turn: talk.turn, answer, ids, time: Duration.minutes(30) })
  return answer
})

/** A run that is open. */
export const openRun = Effect.fnUntraced(function* ({ person }: Talk) {
  const sql = yield* SqlClient.SqlClient
  const id = UsageLogId.make(v7())
  yield* sql`INSERT INTO agent_runs ${sql.insert({
    id,
    user_id: person.id,
    agent_name: "product-discovery",
    message_key: "0".repeat(64),
    trace_id: newTrace(),
    input_summary: "",
    expires_at: new Date(Date.now() + 60_000)
  })}`
  return id
})

/** Confirms an action with a message, in a run of its own or in this one. */
export const confirm = Effect.fnUntraced(function* (
  talk: Talk,
  actionId: ActionId,
  messageId: MessageId,
  run?: UsageLogId
) {
  const confirming = yield* Confirmations
  const confirmation = { actionId, messageId, locale: english }
  return yield* confirming.confirm(talk.person, talk.conversation, confirmation, run ?? (yield* openRun(talk)))
})

/** A memory that the customer was asked whether to forget, and what they were asked with. */
export const asked = Effect.fnUntraced(function* (content: string, person: User = ada) {
  const talk = yield* startTalk(person)
  const memory = yield* remember(person, content)
  const { action_id: action } = yield* propose(talk, memory)
  const answer = yield* show(talk, action)
  return { talk, memory, action, answer }
})

/** The states of a conversation's actions, in the order in which they were made. */
export const statesOf = ({ conversation }: Talk) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ state: string }>`SELECT state FROM pending_actions WHERE conversation_id = ${conversation} ORDER BY id`,
      (rows) => rows.map(({ state }) => state)
    )
  )

/** Lets the time to confirm an action run out. */
export const expire = (action: ActionId) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE pending_actions SET expires_at = now() - interval '1 second' WHERE id = ${action}`
  )
