import { ConversationHistory, Extension, type Part } from "@storefront/domain/api/AgentApi"
import { UsageLogId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { Effect, Option, Schema } from "effect"
import { v7 } from "uuid"
import { entryOf, type HistoryEntry, maxEntries, newest } from "../agent/History.ts"
import { invalidMessage } from "./ProtocolError.ts"

/** Characters of one message, whoever wrote it. */
export const maxMessageLength = 8_000

const decodeHistory = Schema.decodeUnknown(ConversationHistory)

/** The text of some parts, one part per line; other content has none. */
export const textOf = (parts: ReadonlyArray<Part>): string =>
  parts.flatMap((part) => (part.text === undefined ? [] : [part.text])).join("\n")

/** What travels beside a message. */
export interface Accompaniment {
  readonly history: ReadonlyArray<HistoryEntry>
  readonly runId: UsageLogId
  /** What the customer wrote in this turn; none from a client that passes on people's messages as they are. */
  readonly customerMessage: Option.Option<string>
  /** That of the server's words in this turn. */
  readonly locale: Option.Option<Locale>
}

/** The extension's data, the history within its limits. */
export const encode = ({ customerMessage, history, locale, runId }: Accompaniment): ConversationHistory => ({
  run: runId,
  ...Option.match(customerMessage, { onNone: () => ({}), onSome: (words) => ({ customerMessage: words }) }),
  ...Option.match(locale, { onNone: () => ({}), onSome: (locale) => ({ locale }) }),
  messages: newest(history).map(({ agentName, offers, role, text }) => ({
    role: role === "user" ? "ROLE_USER" : "ROLE_AGENT",
    parts: [{ text, mediaType: "text/plain" }],
    ...(agentName === undefined ? {} : { metadata: { agentName, ...(offers === undefined ? {} : { offers }) } })
  }))
})

/** What the metadata of a message holds: the newest of the history within the limits. A run without a name gets one. */
export const decode = Effect.fnUntraced(function* (metadata: Readonly<Record<string, unknown>>) {
  const newRun = Effect.sync(() => UsageLogId.make(v7()))
  const extension = metadata[Extension.conversationHistory]
  if (extension === undefined) {
    const alone: Accompaniment = {
      history: [],
      runId: yield* newRun,
      customerMessage: Option.none(),
      locale: Option.none()
    }
    return alone
  }
  const { customerMessage, locale, messages, run } = yield* Effect.mapError(decodeHistory(extension), () =>
    invalidMessage("history", "must be messages of ROLE_USER or ROLE_AGENT with parts")
  )
  const entries = messages.map(({ metadata, parts, role }) =>
    entryOf(role === "ROLE_USER" ? "user" : "assistant", textOf(parts), metadata?.["agentName"], metadata?.["offers"])
  )
  if (entries.length > maxEntries) {
    return yield* invalidMessage("history", `must be at most ${maxEntries} messages`)
  }
  if (entries.some(({ text }) => text.trim() === "")) {
    return yield* invalidMessage("history", "must not have messages without text")
  }
  if (customerMessage !== undefined && [...customerMessage].length > maxMessageLength) {
    return yield* invalidMessage("customerMessage", `must be at most ${maxMessageLength} characters`)
  }
  const accompaniment: Accompaniment = {
    history: newest(entries),
    runId: run ?? (yield* newRun),
    customerMessage: Option.fromNullable(customerMessage),
    locale: Option.fromNullable(locale)
  }
  return accompaniment
})
