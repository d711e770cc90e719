import { SqlClient } from "@effect/sql"
import { type User } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { v7 } from "uuid"
import { ChatTurnFailed } from "../../src/assistant/chat/ChatTurn.ts"
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

/** What the database has of a conversation. */
export const stored = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [conversation] = yield* sql<{ title: string; turn_trace_id: string | null; fresh: boolean }>`
    SELECT title, turn_trace_id, last_message_at = (SELECT max(created_at) FROM messages WHERE conversation_id = ${id}) AS fresh
    FROM conversations WHERE id = ${id}`
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
  return { conversation, messages, runs }
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

/** The texts of what the model saw after instructions and context. */
export const textsOf = (asked: ReadonlyArray<ScriptedModel.Asked>) =>
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
