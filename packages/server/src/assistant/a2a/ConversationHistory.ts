import { ConversationHistory, Extension, type Part } from "@storefront/domain/api/AgentApi"
import { UsageLogId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { Array, Effect, Option, Schema, Struct } from "effect"
import { hash } from "node:crypto"
import { v7 } from "uuid"
import { entryOf, type HistoryEntry, maxEntries, newest } from "../turn/History.ts"
import { type Turn } from "../turn/Turn.ts"
import { type AgentRun } from "../usage/AgentRuns.ts"
import * as ModelState from "../model/ModelState.ts"
import { invalidMessage } from "./ProtocolError.ts"

/** Encoding of the history extension: conversation and run, in the metadata of a message to a specialist. */

/** Maximum characters of one message, whoever wrote it. */
export const maxMessageLength = 8_000

/** Maximum bytes of the model states of a history; a body has at most 1 MiB. */
const maxStateBytes = 262_144

const decodeHistory = Schema.decodeUnknown(ConversationHistory)

/** Joins the texts of parts, one per line; parts without text are skipped. */
export const textOf = (parts: ReadonlyArray<Part>): string =>
  parts.flatMap((part) => (part.text === undefined ? [] : [part.text])).join("\n")

/** Decoded data of the extension. */
export interface HistoryExtension extends Pick<Turn, "earlierAnswers" | "history" | "page" | "verdict"> {
  readonly runId: UsageLogId
  /** The customer's words in this turn; none if the client sends them unchanged as the message itself. */
  readonly customerMessage: Option.Option<string>
  /** Locale of the server's words in this turn. */
  readonly locale: Option.Option<Locale>
  /** True if the client forwards the answer while it is written. */
  readonly streamsAnswer: boolean
}

/** Returns the newest entries within the limits, without the oldest model states over theirs. */
const withinLimits = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<HistoryEntry> => {
  const kept = newest(history)
  const sizes = Array.scanRight(kept, 0, (total, { modelStates = [] }) => total + ModelState.sizeOf(modelStates))
  return kept.map((entry, index) => ((sizes[index] ?? 0) <= maxStateBytes ? entry : Struct.omit(entry, "modelStates")))
}

/**
 * Encodes the extension's data about a run. History beyond the limits is left out. `streamsAnswer` tells the specialist
 * that its answer is forwarded while it is written.
 */
export const encode = (
  {
    earlierAnswers,
    history,
    id,
    locale,
    page,
    verdict,
    words
  }: Pick<AgentRun, "earlierAnswers" | "history" | "id" | "locale" | "page" | "verdict" | "words">,
  streamsAnswer = false
): ConversationHistory => ({
  run: id,
  customerMessage: words,
  locale,
  ...(page === undefined ? {} : { page }),
  ...(streamsAnswer ? { streamsAnswer } : {}),
  ...Option.match(verdict, { onNone: () => ({}), onSome: (guard) => ({ guard }) }),
  ...(earlierAnswers.length === 0 ? {} : { earlierAnswers }),
  messages: withinLimits(history).map(({ role, text, ...metadata }) => ({
    role: role === "user" ? "ROLE_USER" : "ROLE_AGENT",
    parts: [{ text, mediaType: "text/plain" }],
    ...(Object.keys(metadata).length === 0 ? {} : { metadata })
  }))
})

/** Returns the SHA-256 of the extension's data in a message's metadata, in hex. */
export const digestOf = (metadata: Readonly<Record<string, unknown>> = {}): string =>
  hash("sha256", JSON.stringify(metadata[Extension.conversationHistory] ?? null))

/** Decodes the extension in a message's metadata. A run without an id gets one. */
export const decode = Effect.fnUntraced(function* (metadata: Readonly<Record<string, unknown>>) {
  const newRun = Effect.sync(() => UsageLogId.make(v7()))
  const extension = metadata[Extension.conversationHistory]
  if (extension === undefined) {
    const withoutExtension: HistoryExtension = {
      history: [],
      earlierAnswers: [],
      runId: yield* newRun,
      customerMessage: Option.none(),
      locale: Option.none(),
      streamsAnswer: false,
      verdict: Option.none()
    }
    return withoutExtension
  }
  const {
    customerMessage,
    earlierAnswers = [],
    guard,
    locale,
    messages,
    page,
    run,
    streamsAnswer = false
  } = yield* Effect.mapError(decodeHistory(extension), () =>
    invalidMessage("history", "must be messages of ROLE_USER or ROLE_AGENT with parts")
  )
  const entries = messages.map(({ metadata, parts, role }) =>
    entryOf(role === "ROLE_USER" ? "user" : "assistant", textOf(parts), metadata ?? {})
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
  const decoded: HistoryExtension = {
    history: newest(entries),
    earlierAnswers: earlierAnswers.map(({ shows = [], text }) => ({ shows, text })),
    runId: run ?? (yield* newRun),
    ...(page === undefined ? {} : { page }),
    customerMessage: Option.fromNullable(customerMessage),
    locale: Option.fromNullable(locale),
    streamsAnswer,
    verdict: Option.fromNullable(guard)
  }
  return decoded
})
