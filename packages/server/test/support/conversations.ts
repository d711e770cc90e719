import { SqlClient } from "@effect/sql"
import { type User } from "@storefront/domain/Identity"
import { ConversationId, MessageId, TraceId, TurnId } from "@storefront/domain/Ids"
import { Deferred, Duration, Effect, Fiber, TestClock } from "effect"
import { v7 } from "uuid"
import { ChatTurnFailed } from "../../src/assistant/chat/ChatTurn.ts"
import { type StreamedMessage } from "../../src/assistant/chat/StreamedTurns.ts"
import { type LeasedTurn } from "../../src/assistant/chat/TurnStates.ts"
import { type AgentRun } from "../../src/assistant/usage/AgentRuns.ts"
import type * as ScriptedModel from "../../src/testing/ScriptedModel.ts"
import { ada } from "../../src/testing/SmallShop.ts"

interface MessageRow {
  readonly role: string
  readonly content: string
  readonly agent_name: string | null
  readonly agents_involved: ReadonlyArray<string>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly tokens_in: number
  readonly tokens_out: number
}

/** What the database has of a conversation; `holder` is the trace of the turn that has it. */
export const stored = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [conversation] = yield* sql<{ title: string; holder: string | null; fresh: boolean }>`
    SELECT title, last_message_at = (SELECT max(created_at) FROM messages WHERE conversation_id = ${id}) AS fresh,
      (SELECT trace_id FROM turns WHERE conversation_id = ${id} AND state IN ('running', 'answered')) AS holder
    FROM conversations WHERE id = ${id}`
  const turns = yield* sql<{ state: string; failure: string | null }>`
    SELECT state, failure FROM turns WHERE conversation_id = ${id} ORDER BY started_at, id`
  const messages = yield* sql<MessageRow>`
    SELECT role, content, agent_name, agents_involved, metadata, tokens_in, tokens_out FROM messages
    WHERE conversation_id = ${id} ORDER BY seq`
  const runs = yield* sql<{
    agent_name: string
    status: string
    trace_id: string
    input_summary: string
    tool_calls_count: number
    tokens_in: number
  }>`
    SELECT agent_name, status, trace_id, input_summary, tool_calls_count, tokens_in FROM usage_logs
    WHERE conversation_id = ${id} ORDER BY seq`
  return { conversation, messages, runs, turns }
})

/** A conversation of Ada, with these messages a second apart, also when the clock went backwards meanwhile. */
export const makeConversation = Effect.fnUntraced(function* (
  messages: ReadonlyArray<{
    readonly role: "user" | "assistant"
    readonly content: string
    readonly verdict?: string
  }> = [],
  owner: User = ada,
  clock: "forwards" | "backwards" = "forwards"
) {
  const sql = yield* SqlClient.SqlClient
  const id = ConversationId.make(v7())
  yield* sql`INSERT INTO conversations ${sql.insert({ id, user_id: owner.id, title: "Old talk" })}`
  yield* Effect.forEach(
    messages,
    ({ content, role, verdict = "clean" }, index) =>
      sql`INSERT INTO messages ${sql.insert({
        id: v7(),
        conversation_id: id,
        role,
        content,
        agent_name: role === "assistant" ? "orchestrator" : null,
        metadata: { guard: { verdict, rules: [] } },
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, clock === "forwards" ? index : 59 - index))
      })}`
  )
  return id
})

/** A turn that may begin in a conversation, with a minute's lease. */
export const leasedTurn = (conversationId: ConversationId, caller = ada): LeasedTurn => ({
  id: TurnId.make(v7()),
  caller,
  generation: 0,
  conversationId,
  traceId: TraceId.make(v7().replaceAll("-", "")),
  userMessageId: MessageId.make(v7()),
  answerId: MessageId.make(v7()),
  door: "rest",
  lease: Duration.seconds(60)
})

/** A turn of Ada's in a conversation, which is running, with so many seconds left: its trace. */
export const hold = Effect.fnUntraced(function* (id: string, secondsLeft: number) {
  const sql = yield* SqlClient.SqlClient
  const traceId = v7().replaceAll("-", "")
  const message = v7()
  yield* sql`INSERT INTO messages ${sql.insert({
    id: message,
    conversation_id: id,
    role: "user",
    content: "Hello?",
    metadata: { trace_id: traceId, guard: { verdict: "clean", rules: [] } }
  })}`
  yield* sql`
    INSERT INTO turns (user_id, conversation_id, user_message_id, trace_id, door, state, expires_at)
    VALUES (${ada.id}, ${id}, ${message}, ${traceId}, 'rest', 'running', now() + ${secondsLeft}::int * interval '1 second')`
  return traceId
})

/** The same in a conversation of its own. */
export const abandon = Effect.fnUntraced(function* (secondsLeft: number) {
  const id = yield* makeConversation()
  return { id, traceId: yield* hold(id, secondsLeft) }
})

/** Lets the time of the turns of a conversation be over, or last so many seconds. */
export const expire = (conversation: string, seconds = -1) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      UPDATE turns SET expires_at = now() + ${seconds}::int * interval '1 second'
      WHERE conversation_id = ${conversation} AND expires_at IS NOT NULL`
  )

/** As if nobody had heard the last answer of a conversation. */
export const unhear = (conversation: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      UPDATE turns SET state = 'unheard' WHERE answer_id = (
        SELECT id FROM messages WHERE conversation_id = ${conversation} AND role = 'assistant' ORDER BY seq DESC LIMIT 1)`
  )

/** A run of a specialist removes the lamp from Ada's cart, and reports nothing. */
export const removeLamp = (
  sql: SqlClient.SqlClient,
  { conversationId, id, traceId }: Pick<AgentRun, "id" | "conversationId" | "traceId">
) =>
  Effect.gen(function* () {
    yield* sql`INSERT INTO agent_runs ${sql.insert({
      id,
      user_id: ada.id,
      agent_name: "order-management",
      message_key: "0".repeat(64),
      conversation_id: conversationId,
      trace_id: traceId,
      input_summary: "-",
      expires_at: new Date(0)
    })}`
    yield* sql`INSERT INTO tool_effects ${sql.insert({
      user_id: ada.id,
      tool_name: "remove_from_cart",
      effect_key: v7(),
      args_sha256: "-",
      result: { product_id: "aaaaaaaa-0000-4000-8000-000000000001", name: "Lamp", item_count: 1 },
      run_id: id
    })}`
  }).pipe(Effect.orDie)

/** The texts of what the model saw after instructions and context. */
export const textsOf = (asked: ReadonlyArray<ScriptedModel.ModelRequest>) =>
  asked.map(({ prompt }) =>
    prompt.content
      .slice(2)
      .flatMap(({ content }) =>
        typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : []))
      )
  )

/** The failure of a turn that began. */
export const failureOf = <A, E>(turn: Effect.Effect<A, E>) =>
  Effect.filterOrDieMessage(
    Effect.flip(turn),
    (error): error is Extract<E, ChatTurnFailed> => error instanceof ChatTurnFailed,
    "no ChatTurnFailed"
  )

/** A model or specialist that says that it was asked, and nothing more. */
export const silent = (asked: Deferred.Deferred<void>) =>
  Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)

/** Lets the time for a turn run out, once it waits for somebody silent. */
export const outlast = <A, E>(turn: Effect.Effect<A, E>, asked: Deferred.Deferred<void>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(turn)
    yield* Deferred.await(asked)
    yield* TestClock.adjust("2 minutes")
    return yield* Fiber.join(fiber)
  })

/** A message at a door that streams. */
export const message = (words: string, more: Partial<StreamedMessage> = {}): StreamedMessage => ({
  door: "a2a",
  messageId: v7(),
  context: null,
  task: null,
  decisions: [],
  acceptLanguage: null,
  words,
  ...more
})
