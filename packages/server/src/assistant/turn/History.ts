import { staffName } from "@storefront/domain/api/ConversationsApi"
import { type Shown, ShownList } from "@storefront/domain/tools/Shows"
import { AgentName } from "@storefront/domain/Topology"
import { Array, Option, Schema } from "effect"
import * as ModelState from "../model/ModelState.ts"
import { Offer } from "./Offer.ts"
import { cut } from "../../platform/text/Text.ts"

/** History of a conversation for models, and its limits. */

/** Maximum characters of one message in a history. */
export const maxMessageLength = 24_000

/** Author of an answer: an agent, or the shop's staff. */
const AnswerAuthor = Schema.Literal(...AgentName.literals, staffName)

/** Earlier message of a conversation. */
export interface HistoryEntry {
  readonly role: "user" | "assistant"
  readonly text: string
  /** Author of the answer, if known. */
  readonly agentName?: typeof AnswerAuthor.Type
  /** Proposals that the answer showed; the text does not contain them. */
  readonly offers?: ReadonlyArray<Offer>
  readonly shows?: ReadonlyArray<Shown>
  /** Model states of the specialists in call order, then of the orchestrator. */
  readonly modelStates?: ReadonlyArray<unknown>
}

const decodeAgentName = Schema.decodeUnknownOption(AnswerAuthor)
const decodeOffers = Schema.decodeUnknownOption(Schema.NonEmptyArray(Offer))
const decodeShows = Schema.decodeUnknownOption(ShownList)

/** Builds an entry from a text and untrusted fields. Invalid fields are left out. */
export const entryOf = (
  role: HistoryEntry["role"],
  text: string,
  fields: { readonly [Key in Exclude<keyof HistoryEntry, "role" | "text">]?: unknown }
): HistoryEntry => {
  const modelStates = ModelState.readAll(fields.modelStates)
  return {
    role,
    text,
    ...Option.match(decodeAgentName(fields.agentName), { onNone: () => ({}), onSome: (agentName) => ({ agentName }) }),
    ...Option.match(decodeOffers(fields.offers), { onNone: () => ({}), onSome: (offers) => ({ offers }) }),
    ...Option.match(decodeShows(fields.shows), { onNone: () => ({}), onSome: (shows) => ({ shows }) }),
    ...(modelStates.length === 0 ? {} : { modelStates })
  }
}

/** Maximum messages of a history. */
export const maxEntries = 50

/** Maximum characters of a history. */
const maxCharacters = maxMessageLength

/** Groups messages by turn. Each message of the customer begins one. */
const turnsOf = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<ReadonlyArray<HistoryEntry>> =>
  Array.reduce(history, Array.empty<ReadonlyArray<HistoryEntry>>(), (turns, entry) =>
    entry.role === "user" || turns.length === 0
      ? [...turns, [entry]]
      : [...turns.slice(0, -1), [...(turns.at(-1) ?? []), entry]]
  )

type Cost = (character: string) => number

const inCharacters: Cost = () => 1

/** Estimates tokens: one per four ASCII characters, and one per UTF-16 code unit of others. */
const inTokens: Cost = (character) => (character <= "\x7f" ? 1 / 4 : character.length)

const sizeOf = (text: string, cost: Cost): number =>
  Math.ceil(Array.reduce(Array.fromIterable(text), 0, (size, character) => size + cost(character)))

/** Cuts a text to the limit. */
const beginning = (text: string, limit: number, cost: Cost): string => {
  const [, kept] = Array.mapAccum(Array.fromIterable(text), 0, (size, character) => {
    const total = size + cost(character)
    return [total, total <= limit ? character : ""]
  })
  return kept.join("")
}

/** Cuts a turn to the limit, from its end. */
const beginningOfTurn = (turn: ReadonlyArray<HistoryEntry>, limit: number, cost: Cost): ReadonlyArray<HistoryEntry> => {
  const [, kept] = Array.mapAccum(turn, limit, (remaining, entry) => {
    const text = beginning(entry.text, remaining, cost)
    return [text === entry.text ? remaining - sizeOf(text, cost) : 0, { ...entry, text }]
  })
  return kept.filter(({ text }) => text.trim() !== "")
}

/** Returns the newest turns that fit the limit together; if none does, the newest one cut to the limit. */
const newestWithin = (turns: ReadonlyArray<ReadonlyArray<HistoryEntry>>, limit: number, cost: Cost) => {
  const sizes = Array.scanRight(turns, 0, (total, turn) =>
    turn.reduce((sum, { text }) => sum + sizeOf(text, cost), total)
  )
  const fitting = turns.filter((_, index) => (sizes[index] ?? 0) <= limit)
  return fitting.length > 0 ? fitting : turns.slice(-1).map((turn) => beginningOfTurn(turn, limit, cost))
}

/**
 * Returns the newest messages within the limits, oldest first. Older ones are left out turn by turn. The newest turn is
 * always included, cut if it is too long.
 */
export const newest = (
  history: ReadonlyArray<HistoryEntry>,
  maxTokens = Number.POSITIVE_INFINITY
): ReadonlyArray<HistoryEntry> => {
  const recent = Array.takeRight(history, maxEntries).map((entry) => ({
    ...entry,
    text: cut(entry.text, maxCharacters)
  }))
  return newestWithin(newestWithin(turnsOf(recent), maxCharacters, inCharacters), maxTokens, inTokens).flat()
}
